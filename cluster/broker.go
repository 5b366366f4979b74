package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A broker is what the cluster needs of its server: the queue, the results, the
// dead letters, the registries. It knows subjects and leases; it does not know
// which task runs where.
type broker struct {
	bounds
	founding

	nc      *nats.Conn
	js      jetstream.JetStream
	tasks   jetstream.Stream
	results jetstream.Stream
	dead    jetstream.Stream
	jobs    jetstream.KeyValue
	nodes   jetstream.KeyValue
	blobs   jetstream.ObjectStore
	objects jetstream.Stream // of blobs
	term    atomic.Int64     // the cluster's lease
	memory  bool             // nothing is stored on disk
	looks   bool             // Config.Existing: it makes nothing

	replicas int      // of what it makes
	limit    int      // Config.MaxPayload
	hosts    sync.Map // classes of hosts whose queues are known to be there

	recorder recorder
	storing  flights // contents, by prefix and hash
}

// maxUnacked and maxWaiting bound leases and parked pulls of the whole cluster.
// The server's own defaults, 1,000 and 512, would stop a cluster of 16 nodes.
const (
	maxUnacked = 1 << 17
	maxWaiting = 1 << 14
	maxQueues  = 1 << 16 // two for each handler's name within bounds.queue; the server's default is 1,000
)

// leastMessage is a task with a payload, and in its header the envelope and the error of a dead letter, which
// JSON may make six times as long.
const leastMessage = InlinePayload + 64<<10

// openBroker creates what the cluster stores, unless it is there. Blocks for some
// round trips.
func openBroker(ctx context.Context, nc *nats.Conn, c Config, memory bool) (*broker, error) {
	if most := nc.MaxPayload(); most < leastMessage {
		return nil, fmt.Errorf("cluster: the server takes messages of at most %d bytes: want at least %d (max_payload in its configuration; its default is 1 MiB)", most, leastMessage)
	}
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(maxPending))
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	reconnections := nc.Stats().Reconnects
	b := &broker{bounds: standard, nc: nc, js: js, memory: memory, looks: c.Existing, limit: c.MaxPayload, founding: founding{absent: make(chan struct{}, 1)}}
	b.recorder.b = b
	for _, step := range []func(context.Context, Config) error{b.openRegistries, b.checkVersion, b.openStreams} {
		// Another process may be taking over the server just now.
		if err := persist(ctx, func(ctx context.Context) error { return step(ctx, c) }); err != nil {
			return nil, err
		}
	}
	b.made.Store(b.tasks.CachedInfo().Created.UnixNano())
	b.sure.Store(reconnections)
	return b, nil
}

// lease is how long a node may run a task before it must renew that: the same in the whole cluster.
func (b *broker) lease() time.Duration { return time.Duration(b.term.Load()) }

func (b *broker) storage() jetstream.StorageType {
	if b.memory {
		return jetstream.MemoryStorage
	}
	return jetstream.FileStorage
}

func (b *broker) openRegistries(ctx context.Context, c Config) (err error) {
	jobs := jetstream.KeyValueConfig{Bucket: jobsBucket, Storage: b.storage(), Replicas: cmp.Or(c.Replicas, 3), LimitMarkerTTL: b.marker}
	if b.jobs, err = b.bucket(ctx, jobs); c.Replicas == 0 && fewServers(err) {
		jobs.Replicas = 1
		b.jobs, err = b.bucket(ctx, jobs)
	}
	if err != nil {
		return err
	}
	if err := learnReplicas(ctx, b, c); err != nil {
		return err
	}
	// The registry of nodes is no history: a node that does not renew its entry is
	// gone. But it is stored, because a server that restarts forgets its buckets in memory.
	b.nodes, err = b.bucket(ctx, jetstream.KeyValueConfig{Bucket: nodesBucket, Storage: b.storage(), Replicas: b.replicas, TTL: nodeTTL})
	return err
}

// learnReplicas learns how many replicas the founder has chosen.
func learnReplicas(ctx context.Context, b *broker, c Config) error {
	s, err := b.js.Stream(ctx, "KV_"+jobsBucket)
	if err != nil {
		return err
	}
	info := s.CachedInfo()
	if b.replicas = info.Config.Replicas; b.replicas == 1 && info.Cluster != nil && info.Cluster.Name != "" && c.Log != nil {
		fmt.Fprintf(c.Log, "cluster: one server of %s alone stores the tasks, and while it is away nothing goes on (Config.Replicas of the first program)\n", info.Cluster.Name)
	}
	return nil
}

// fewServers reports whether the server refuses so many replicas: it is alone, or has too few others.
func fewServers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == 10074 || api.ErrorCode == 10005)
}

// bucket opens a bucket, or creates it: two founders may race, then one of them
// opens what the other created.
func (b *broker) bucket(ctx context.Context, c jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	kv, err := b.js.KeyValue(ctx, c.Bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		if b.looks {
			return nil, fmt.Errorf("%w on this server: no program has made the bucket %s", ErrNoCluster, c.Bucket)
		}
		if kv, err = b.js.CreateKeyValue(ctx, c); errors.Is(err, jetstream.ErrBucketExists) {
			kv, err = b.js.KeyValue(ctx, c.Bucket)
		}
	}
	return kv, err
}

// checkVersion founds the cluster, or refuses one that speaks another protocol. The lease is the founder's.
func (b *broker) checkVersion(ctx context.Context, c Config) error {
	lease := cmp.Or(c.Lease, defaultLease)
	b.term.Store(int64(lease))
	if !b.looks {
		_, err := b.jobs.Create(ctx, metaKey, toJSON(metaRecord{Protocol: protocol, Lease: lease}))
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return err
		}
	}
	entry, err := b.jobs.Get(ctx, metaKey)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return fmt.Errorf("%w on this server: it has no %s record", ErrNoCluster, metaKey)
	}
	if err != nil {
		return err
	}
	var meta metaRecord
	if err := json.Unmarshal(entry.Value(), &meta); err != nil {
		return fmt.Errorf("%w: its %s record is unreadable: %v", ErrProtocol, metaKey, err)
	}
	if meta.Protocol != protocol {
		return fmt.Errorf("%w: the cluster speaks version %d, this program version %d; nodes and submitters of a cluster need programs of the same version", ErrProtocol, meta.Protocol, protocol)
	}
	if meta.Lease < minLease {
		return fmt.Errorf("%w: its %s record has a lease of %v: want at least %v", ErrProtocol, metaKey, meta.Lease, minLease)
	}
	if c.Lease != 0 && c.Lease != meta.Lease && c.Log != nil {
		fmt.Fprintf(c.Log, "cluster: the lease is %v, which the first program of the cluster has set, not %v\n", meta.Lease, c.Lease)
	}
	b.term.Store(int64(meta.Lease))
	return nil
}

func (b *broker) openStreams(ctx context.Context, c Config) (err error) {
	maxStore := int64(-1)
	if c.MaxStore > 0 {
		maxStore = c.MaxStore
	}
	if b.tasks, err = b.stream(ctx, jetstream.StreamConfig{
		Name: tasksStream, Subjects: []string{tasksSubject + ">"}, Retention: jetstream.WorkQueuePolicy,
		Discard: jetstream.DiscardNew, MaxBytes: maxStore, Storage: b.storage(), Replicas: b.replicas,
		Duplicates: dedupWindow, AllowAtomicPublish: true, MaxConsumers: maxQueues,
	}); err != nil {
		return err
	}
	if b.results, err = b.stream(ctx, jetstream.StreamConfig{
		Name: resultsStream, Subjects: []string{resultsSubject + ">"}, AllowDirect: true,
		Storage: b.storage(), Replicas: b.replicas, AllowAtomicPublish: true,
	}); err != nil {
		return err
	}
	if b.dead, err = b.stream(ctx, jetstream.StreamConfig{
		Name: deadStream, Subjects: []string{deadSubject + ">"}, AllowDirect: true, MaxMsgsPerSubject: 1,
		Storage: b.storage(), Replicas: b.replicas,
	}); err != nil {
		return err
	}
	if b.blobs, err = b.js.ObjectStore(ctx, blobsBucket); errors.Is(err, jetstream.ErrBucketNotFound) && !b.looks {
		b.blobs, err = b.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: blobsBucket, Storage: b.storage(), Replicas: b.replicas})
	}
	if err == nil {
		b.objects, err = b.js.Stream(ctx, "OBJ_"+blobsBucket)
	}
	return err
}

// stream opens a stream, or creates it. It does not change one that is there:
// its limits are the founder's.
func (b *broker) stream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := b.js.Stream(ctx, c.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) && !b.looks {
		s, err = b.js.CreateOrUpdateStream(ctx, c)
	}
	if tooManyConsumers(err) { // the account allows fewer
		c.MaxConsumers = 0
		s, err = b.js.CreateOrUpdateStream(ctx, c)
	}
	return s, err
}

// openQueue makes the queue of a class of tasks, unless it is there, and returns when it was made.
// MaxDeliver is without limit: at a limit the server would only stop delivering, the task would
// stay in the queue for ever. Nodes count executions instead, see starts.go.
//
// The server removes the queue of a handler that no node has asked for bounds.queue. Its tasks stay, and get
// their queue again from the next node that has the handler; but that one counts deliveries from one.
func (b *broker) openQueue(ctx context.Context, class string) (made time.Time, err error) {
	c := jetstream.ConsumerConfig{
		Durable: queueName(class), FilterSubject: tasksSubject + class + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: b.lease(), MaxDeliver: -1,
		MaxAckPending: maxUnacked, MaxWaiting: maxWaiting,
	}
	if !ofHost(class) {
		c.InactiveThreshold = b.queue
	}
	q, err := b.tasks.CreateOrUpdateConsumer(ctx, c)
	if err != nil {
		return made, err
	}
	return q.CachedInfo().Created, nil
}

// queueName is the consumer of a class of tasks.
func queueName(class string) string { return "q-" + class }

// dedupWindow is how long the server knows the ID of a message that it stored,
// and so how long a publish may be repeated: the server's own default.
const dedupWindow = 2 * time.Minute

// nodeTTL is how long the entry of a node that does not renew it stays. Arbitrary.
const nodeTTL = 15 * time.Second

// explainServer turns errors of the server into ones that say what to do.
func explainServer(err error) error {
	var api *jetstream.APIError
	switch {
	case errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrConnectionDraining), errors.Is(err, nats.ErrBadSubscription):
		return fmt.Errorf("%w: %w", ErrClosed, err)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("cluster: the server does not answer: %w", err)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("cluster: the server has no JetStream for this account: start it with -js: %w", err)
	case errors.As(err, &api) && api.ErrorCode == 10194:
		return fmt.Errorf("cluster: a file of the server's store is damaged: %w. If it is that of a queue, q-NAME, stop all programs of the "+
			"cluster and remove the directory obs/q-NAME of the store: its tasks stay, and those that have results do not run again", err)
	case tooManyConsumers(err):
		return fmt.Errorf("cluster: the server allows no more consumers, and each handler's name takes two until no node "+
			"has it for %v: raise max_consumers of the account: %w", standard.queue, err)
	case errors.As(err, &api) && full(api):
		return fmt.Errorf("%w: %s", ErrFull, api.Description)
	}
	return err
}

func tooManyConsumers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10026
}

// full reports whether the server refuses for want of space: of the stream, of
// the account, or of the disk.
func full(err *jetstream.APIError) bool {
	switch err.ErrorCode {
	case 10077, 10047, 10028, 10023, 10002:
		return true
	}
	return false
}
