package main

import "os"

func serial(files []string) (counts, error) {
	c := counts{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		c.add(string(text))
	}
	return c, nil
}
