package dashboard

// Progress is how far a program is.
type Progress struct {
	Done  int64  `json:"done"`
	Total int64  `json:"total"` // 0: unknown
	What  string `json:"what"`  // what is counted: "pictures"
}

// Cluster is what the nodes of a cluster do.
type Cluster struct {
	Nodes   []Node  `json:"nodes"`
	Jobs    []Job   `json:"jobs"`
	Waiting int     `json:"waiting"`         // tasks in the shared queue, which no node has; -1: unknown
	Error   string  `json:"error,omitempty"` // why there is no newer answer
	Age     float64 `json:"age"`             // seconds since the answer that this is; set by the dashboard

	// Sums, also of nodes and jobs that are left out of a frame; set by the dashboard.
	AllNodes int    `json:"all_nodes"`
	AllJobs  int    `json:"all_jobs"`
	Slots    int    `json:"slots"`
	Running  int    `json:"running"`
	Held     int    `json:"held"`
	Stolen   uint64 `json:"stolen"`
}

// Node is one process of a cluster. Running and Held together are the leases that it has.
type Node struct {
	Name     string  `json:"name"`
	Host     string  `json:"host"`
	State    string  `json:"state"`
	Slots    int     `json:"slots"`
	Running  int     `json:"running"`
	Held     int     `json:"held"` // tasks that it has taken and not begun: its queue
	Executed uint64  `json:"executed"`
	Failed   uint64  `json:"failed"`
	Fenced   uint64  `json:"fenced"` // tasks that it dropped because their lease was over
	Asked    uint64  `json:"asked"`  // times that it asked other nodes for tasks
	Stolen   uint64  `json:"stolen"` // tasks that it got from other nodes
	Given    uint64  `json:"given"`  // tasks that other nodes got from it
	Age      float64 `json:"age"`    // seconds since it was heard of
}

// Job is one job of a cluster.
type Job struct {
	ID      string `json:"id"`
	Handler string `json:"handler"`
	State   string `json:"state"`
	Tasks   int    `json:"tasks"` // -1: still being submitted
	Done    int    `json:"done"`
	Dead    int    `json:"dead"`
}

// sum fills in the sums.
func (c *Cluster) sum() {
	c.AllNodes, c.AllJobs = len(c.Nodes), len(c.Jobs)
	c.Slots, c.Running, c.Held, c.Stolen = 0, 0, 0, 0
	for _, n := range c.Nodes {
		c.Slots += n.Slots
		c.Running += n.Running
		c.Held += n.Held
		c.Stolen += n.Stolen
	}
}
