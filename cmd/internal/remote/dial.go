package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
)

// DialAll connects to all hosts at the same time, each by one connection, and blocks until each
// can run items or has failed. The errors name their hosts.
func DialAll(ctx context.Context, specs []Spec, c Config) (hosts []*Host, failed []error) {
	found := make([]*Host, len(specs))
	errs := make([]error, len(specs))
	var all sync.WaitGroup
	for i, spec := range specs {
		all.Go(func() { found[i], errs[i] = Dial(ctx, spec, c) })
	}
	all.Wait()
	for i := range specs {
		if errs[i] != nil {
			failed = append(failed, errs[i])
		} else {
			hosts = append(hosts, found[i])
		}
	}
	return hosts, failed
}

// Dial connects to one host and blocks until that can run items. The end of ctx ends the attempt,
// not a host that was returned.
func Dial(ctx context.Context, spec Spec, c Config) (*Host, error) {
	c.fill()
	script, err := "", error(nil)
	if c.Skua != "" {
		script, err = ownScript(c.Skua)
	} else {
		script = copyScript(c.Binary)
	}
	if err != nil {
		return nil, err
	}
	d := &dialing{config: c, spec: spec}
	d.chatter.log = func(line string) { c.Log(spec.Name, line) }
	h, err := d.dial(ctx, script)
	if err != nil {
		return nil, fmt.Errorf("host %s: %w", spec.Name, err)
	}
	return h, nil
}

// A dialing is a connection that is being made.
type dialing struct {
	config  Config
	spec    Spec
	chatter chatter
	process *exec.Cmd
	in      io.WriteCloser
	out     *os.File
	r       *bufio.Reader
	timer   *time.Timer // ends the process if there is no progress
	copied  int64
}

func (d *dialing) dial(ctx context.Context, script string) (*Host, error) {
	if err := d.start(script); err != nil {
		return nil, err
	}
	late := errors.New("no answer for " + stuck.String())
	var why error
	var once sync.Once
	abandon := func(err error) { once.Do(func() { why = err; d.kill() }) }
	d.timer = time.AfterFunc(stuck, func() { abandon(late) })
	stop := context.AfterFunc(ctx, func() { abandon(context.Cause(ctx)) })
	h, err := d.greet(d.boot())
	stopped := stop()
	d.timer.Stop()
	once.Do(func() {}) // from here on it is not abandoned
	if why == nil && !stopped {
		why = context.Cause(ctx) // it came too late to abandon anything
	}
	if why != nil || err != nil {
		return nil, d.explain(why, err)
	}
	d.chatter.release(false)
	h.begin()
	return h, nil
}

// start starts ssh, away from the terminal: it must not be ended by the user's Ctrl-C before the
// commands on the host are, nor ask for anything.
func (d *dialing) start(script string) (err error) {
	argv := sshCommand(d.config.SSH, d.spec.Name, script)
	p := exec.Command(argv[0], argv[1:]...)
	p.SysProcAttr = detached()
	p.Stderr = &d.chatter
	p.WaitDelay = time.Second // for a proxy that keeps the standard error open
	if d.in, err = p.StdinPipe(); err != nil {
		return err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer w.Close()
	p.Stdout = w
	if err := p.Start(); err != nil {
		r.Close()
		return err
	}
	d.process, d.out, d.r = p, r, bufio.NewReaderSize(r, chunk)
	return nil
}

// errCopy says that the host did not keep the program. Why is what it said to its standard error.
var errCopy = errors.New("skua could not be copied")

// boot follows the script until the program starts. What a login shell prints is skipped.
func (d *dialing) boot() error {
	for noise := 0; noise < 1<<20; {
		line, err := d.r.ReadString('\n')
		if err != nil {
			return err
		}
		d.timer.Reset(stuck)
		_, said, found := strings.Cut(line, mark)
		if noise += len(line); !found {
			continue
		}
		word := strings.Fields(said)
		switch {
		case len(word) == 3 && word[0] == "system" && d.config.Skua == "" && !runsOn(word[1], word[2]):
			return fmt.Errorf("it is %s on %s, and this program is for %s on %s: install skua there and give its path by --remote-skua",
				printable(word[1]), printable(word[2]), runtime.GOOS, runtime.GOARCH)
		case len(word) == 1 && word[0] == "need" && d.config.Skua == "" && d.copied == 0:
			if err := d.copy(); err != nil && !isBrokenPipe(err) {
				return err
			} // of a broken pipe the script knows why
		case len(word) == 1 && word[0] == "failed":
			return errCopy
		case len(word) == 1 && word[0] == "start":
			return nil
		}
	}
	return errors.New("its login shell does not stop to print")
}

// copy sends the program.
func (d *dialing) copy() error {
	f, err := os.Open(d.config.Binary.path)
	if err != nil {
		return err
	}
	defer f.Close()
	buf := make([]byte, chunk)
	for {
		n, err := f.Read(buf)
		if err == io.EOF {
			break
		}
		if err == nil {
			_, err = d.in.Write(buf[:n])
		}
		if err != nil {
			return err
		}
		d.copied += int64(n)
		d.timer.Reset(stuck)
	}
	if d.copied != d.config.Binary.size {
		return fmt.Errorf("%s changed while it was copied", d.config.Binary.path)
	}
	return nil
}

// greet exchanges the first frames.
func (d *dialing) greet(err error) (*Host, error) {
	if err != nil {
		return nil, err
	}
	l := newLink(d.r, d.in, maxFromHost)
	mine := hello{Protocol: protocol, Silence: d.config.Patience, Limit: d.config.Limit}
	if err := writeFrame(d.in, frame{kind: greet, payload: encode(mine)}); err != nil {
		return nil, err
	}
	var buf []byte
	f, err := l.receive(&buf)
	if err != nil {
		return nil, err
	}
	if f.kind == fatal {
		why, _ := decode[string](f)
		return nil, errors.New(printable(why))
	}
	yours, err := decode[hello](f)
	switch {
	case f.kind != greet:
		err = fmt.Errorf("its skua begins with a frame of kind %d", f.kind)
	case err != nil:
		err = fmt.Errorf("its skua is another version: install the same there: %w", err) // version 1 spoke JSON
	case yours.Protocol != protocol:
		err = fmt.Errorf("its skua speaks version %d of the protocol, this one %d: install the same there", yours.Protocol, protocol)
	}
	if err != nil {
		return nil, err
	}
	return newHost(d, l, yours), nil
}

// kill ends ssh.
func (d *dialing) kill() {
	d.process.Process.Kill()
	d.out.Close()
}

// explain ends ssh and tells why the connection was not made: what ssh or the host said last, if
// they ended it.
func (d *dialing) explain(abandoned, err error) error {
	theirs := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errCopy) || isBrokenPipe(err)
	d.in.Close()
	if abandoned != nil || !theirs {
		d.kill()
	}
	late := time.AfterFunc(5*time.Second, d.kill) // for a host that closed its output and goes on
	status := d.process.Wait()
	late.Stop()
	d.out.Close()
	said := d.chatter.lastLine()
	tells := abandoned == nil && theirs && status != nil && said != ""
	d.chatter.release(tells)
	switch {
	case abandoned != nil:
		return abandoned
	case !theirs:
		return err
	case tells && errors.Is(err, errCopy):
		return fmt.Errorf("%w: %s", errCopy, said)
	case tells:
		return fmt.Errorf("%s (ssh: %v)", said, status)
	case errors.Is(err, errCopy):
		return fmt.Errorf("%w, or not be checked there by sha256sum, shasum or openssl", errCopy)
	case status != nil:
		return fmt.Errorf("ssh failed without a word: %v", status)
	}
	return errors.New("the connection ended before skua started there")
}
