package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
)

// get asks the server for the number of primes below n.
func get(ctx context.Context, server *httptest.Server, n int) (string, error) {
	url := fmt.Sprint(server.URL, "?n=", n)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	answer, err := server.Client().Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, text)
	}
	return string(text), err
}
