package cluster

import "testing"

// A record that cannot be read is in nobody's way, and can be removed.
func TestUnreadable(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	put := func(evil string) {
		t.Helper()
		if _, err := c.b.jobs.PutString(minute(t), evil, "garbage"); err != nil {
			t.Fatal(err)
		}
	}
	put(jobKey + "evil")
	if _, err := c.b.nodes.PutString(minute(t), "evil", "garbage"); err != nil {
		t.Fatal(err)
	}
	j := p.submit(c, JobSpec{Handler: "h", ID: "good"}, numbers(2))
	for _, l := range pull(t, c, Batch, 2) {
		put(startsKey + l.key())
		if err := c.b.answer(l, isGivenBack, 0); err != nil {
			t.Fatal(err)
		}
	}
	p.node(Config{Name: "evil", Slots: 1, Log: logger(t), Handlers: map[string]Handler{"h": echo}})
	if _, err := c.b.nodes.PutString(minute(t), "other", "garbage"); err != nil {
		t.Fatal(err)
	}
	equal(t, outcomes(t, j), []string{"0", "1"})
	if jobs, err := c.Jobs(minute(t)); err != nil || len(jobs) != 2 || jobs[0].ID != "evil" || jobs[0].Handler != "(unreadable)" {
		t.Errorf("%+v, %v", jobs, err)
	}
	if nodes, err := c.Nodes(minute(t)); err != nil || len(nodes) != 1 {
		t.Errorf("%+v, %v", nodes, err)
	}
	if err := c.Forget(minute(t), "evil"); err != nil {
		t.Error(err)
	}
	if jobs, err := c.Jobs(minute(t)); err != nil || len(jobs) != 1 {
		t.Errorf("after Forget: %+v, %v", jobs, err)
	}
}
