package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Drain leaves the cluster without a loss of time for its tasks: the node asks for
// no more, gives those that it has not started to other nodes, and waits for those that
// run. Then the node is listed no longer. If ctx ends first, Drain returns its cause, and
// tasks that run go on. A drained node still is a Client. Drain may be called again,
// and concurrently.
func (n *Node) Drain(ctx context.Context) error {
	n.mu.Lock()
	n.leaving, n.state = true, draining
	n.idle.Broadcast()
	n.company.change.Broadcast()
	n.changed()
	n.mu.Unlock()
	for _, p := range n.pullers {
		p.interrupt()
	}
	poke(n.overflow.look)
	if err := waitGroup(ctx, &n.pulls); err != nil {
		return err
	}
	n.victim.offer(ctx)
	n.returnTail()
	if err := n.out.said(ctx); err != nil {
		return err
	}
	if err := waitGroup(ctx, &n.slots); err != nil {
		return err
	}
	n.announcer.quit()
	<-n.announcer.silent
	if err := n.out.said(ctx); err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, nodeTTL)
	defer cancel()
	err := n.b.retire(within, n.config.Name)
	if err == nil || lost(err) || within.Err() != nil && ctx.Err() == nil { // the list forgets the node by itself
		return nil
	}
	return fmt.Errorf("cluster: leave the list of nodes: %w", explainServer(err))
}

// waitGroup waits for a group, or for the end of ctx.
func waitGroup(ctx context.Context, group *sync.WaitGroup) error {
	done := make(chan struct{})
	go func() { group.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// returnTail gives back what waits in this node.
func (n *Node) returnTail() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for h := n.waiting.pop(false); h != nil; h = n.waiting.pop(false) {
		n.count.Given++
		n.end(h, isGivenBack, 0)
	}
	n.changed()
}

// rest makes the node give way to the owner: it takes no more tasks and gives back those that
// it has not started; tasks that run go on. The registry shows the reason as its state.
// resume ends that. Both return at once.
func (n *Node) rest(reason string) { n.pause(true, reason) }

func (n *Node) resume() { n.pause(false, working) }

func (n *Node) pause(rest bool, state string) {
	n.mu.Lock()
	if n.leaving {
		n.mu.Unlock()
		return
	}
	n.resting, n.state = rest, state
	n.changed()
	n.mu.Unlock()
	for _, p := range n.pullers {
		p.interrupt()
	}
	if rest {
		n.returnTail()
	}
}

// closeBound is how long Close waits for tasks that run, and then again for
// handlers whose contexts it has cancelled. Arbitrary.
const closeBound = 10 * time.Second

// Close drains the node for up to ten seconds. Then the contexts of handlers that still
// run end with ErrClosed, and their tasks go back to the queue, without counting as attempts.
// Close waits ten more seconds for handlers that ignore that, and returns an
// error if it leaves some behind. Otherwise nothing of the node is left when it returns.
func (n *Node) Close() error {
	n.closed.Do(func() { n.failure = n.shut(closeBound, closeBound) })
	return n.failure
}

// shut is Close with other bounds: for tasks that run, and then for their handlers.
func (n *Node) shut(tasks, handlers time.Duration) error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), tasks, errSlow)
	defer cancel()
	err := n.Drain(ctx)
	if errors.Is(err, errSlow) {
		n.abort(ErrClosed)
		ctx, cancel := context.WithTimeoutCause(context.Background(), handlers, errSlow)
		defer cancel()
		err = n.Drain(ctx)
	}
	if errors.Is(err, errSlow) {
		n.mu.Lock()
		err = fmt.Errorf("cluster: Close: %d handlers do not return although their contexts have ended", n.running)
		n.mu.Unlock()
	}
	n.mu.Lock()
	if stuck := n.stuck; err == nil && stuck > 0 {
		err = fmt.Errorf("cluster: Close: %s not return although the timeout has passed", verb(stuck, "1 handler does", fmt.Sprint(stuck, " handlers do")))
	}
	n.mu.Unlock()
	n.halt()
	return errors.Join(err, n.Client.Close())
}

var errSlow = errors.New("it takes too long")

// halt ends all goroutines of the node, but handlers that do not return.
func (n *Node) halt() {
	n.mu.Lock()
	n.leaving = true
	n.idle.Broadcast()
	n.mu.Unlock()
	n.abort(ErrClosed)
	n.stop()
	for _, s := range n.subs {
		_ = s.Unsubscribe() // the connection is closed: nothing comes
	}
	n.pulls.Wait()
	n.all.Wait()
	select {
	case <-n.out.ended:
	case <-time.After(time.Second): // the connection is stuck; it ends with the client
	}
}
