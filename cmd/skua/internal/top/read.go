package top

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/dashboard"
)

const (
	mostOfFrame = 1 << 20          // bytes: 64 times what a frame has
	silence     = 4 * time.Second  // after which a stream counts as lost
	answer      = 10 * time.Second // within which a frame comes that was asked for
	retry       = time.Second
)

// get asks the dashboard for a path.
func get(ctx context.Context, base *url.URL, path string) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base.JoinPath(path).String(), nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		words, _ := io.ReadAll(io.LimitReader(response.Body, 200))
		response.Body.Close()
		return nil, fmt.Errorf("%s answers %s: %s", base, response.Status, text.Visible(strings.TrimSpace(string(words))))
	}
	return response.Body, nil
}

// newest asks for one frame.
func newest(ctx context.Context, base *url.URL) (*dashboard.Frame, error) {
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	body, err := get(ctx, base, "frame.json")
	if err != nil {
		return nil, err
	}
	defer body.Close()
	data, err := io.ReadAll(io.LimitReader(body, mostOfFrame))
	if err != nil {
		return nil, err
	}
	return decode(data)
}

func decode(data []byte) (*dashboard.Frame, error) {
	var f dashboard.Frame
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("this is no dashboard: %w", err)
	}
	return &f, nil
}

// A heard is what came from a dashboard: a frame, or what is said of the connection.
type heard struct {
	frame *dashboard.Frame
	state string
}

// errEnd says that the program has told of its end.
var errEnd = errors.New("the program has ended")

// listen sends what comes until ctx is over. It connects again whenever that is lost.
func listen(ctx context.Context, base *url.URL, out chan<- heard) {
	for {
		err := stream(ctx, base, out)
		if ctx.Err() != nil {
			return
		}
		state := "connection lost"
		if errors.Is(err, errEnd) {
			state = errEnd.Error()
		} else if err != nil {
			state += ": " + text.Visible(err.Error())
		}
		wait := time.NewTimer(retry)
		select {
		case out <- heard{state: state}:
		case <-ctx.Done():
		}
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return
		}
	}
}

// stream reads one stream to its end.
func stream(ctx context.Context, base *url.URL, out chan<- heard) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	quiet := time.AfterFunc(silence, func() { cancel(errors.New("no frame came")) })
	defer quiet.Stop()
	body, err := get(ctx, base, "events")
	if err != nil {
		return err
	}
	defer body.Close()
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, mostOfFrame)
	kind := ""
	for lines.Scan() {
		name, value, _ := bytes.Cut(lines.Bytes(), []byte(": "))
		switch string(name) {
		case "event":
			kind = string(value)
		case "data":
			quiet.Reset(silence)
			if kind == "end" {
				return errEnd
			}
			f, err := decode(value)
			if err != nil {
				return err
			}
			select {
			case out <- heard{f, "live"}:
			case <-ctx.Done():
			}
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return lines.Err()
}
