package server_test

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/skua-go/skua/cluster/internal/server"
)

func ExampleParse() {
	for _, where := range []string{"", "alone:/var/lib/skua", "/run/skua", "tls://nats.example.org:4222", "skua"} {
		w, err := server.Parse(where)
		fmt.Printf("%q: %v %v\n", where, w.Kind, err == nil)
	}
	// Output:
	// "": alone true
	// "alone:/var/lib/skua": alone true
	// "/run/skua": shared true
	// "tls://nats.example.org:4222": external true
	// "skua": alone false
}

func ExampleOpen() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := server.Open(ctx, server.Where{Kind: server.Alone}, server.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	s.Conn().Subscribe("double", func(m *nats.Msg) { m.Respond(append(m.Data, m.Data...)) })
	answer, err := s.Conn().RequestWithContext(ctx, "double", []byte("ha"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Hosts(), string(answer.Data))
	// Output: true haha
}

func ExamplePublishBatch() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := server.Open(ctx, server.Where{Kind: server.Alone}, server.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	js, err := jetstream.New(s.Conn())
	if err != nil {
		fmt.Println(err)
		return
	}
	stream, err := js.CreateStream(ctx, jetstream.StreamConfig{
		Name: "T", Subjects: []string{"t.>"}, Storage: jetstream.MemoryStorage, AllowAtomicPublish: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = server.PublishBatch(ctx, s.Conn(), []*nats.Msg{
		{Subject: "t.1", Data: []byte("one")},
		{Subject: "t.2", Data: []byte("two")},
	})
	info, _ := stream.Info(ctx)
	fmt.Println(info.State.Msgs, err)
	// Output: 2 <nil>
}
