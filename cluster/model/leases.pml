/*
 * Leases and fencing of the cluster: one task, one server, two nodes.
 *
 * README.md says what is modelled, what is claimed and what is left out.
 * check.sh runs it: the rules as they are, then once without each rule.
 *
 * Time is a tick that all clocks count. A node that is stopped is one that
 * does not move while the clock ticks: every such schedule is explored.
 */

#define N      2
#ifndef LEASE
#ifdef LIVE
#define LEASE  2   /* ticks */
#else
#define LEASE  3
#endif
#endif
#define NOBODY N
#define other(i) (1 - (i))

#ifndef FAULTS
#define FAULTS 3   /* with LIVE */
#endif

mtype:queue = { Ready, Leased, Acked };
mtype:node  = { Idle, Pulling, Held, Running, Recording, Left };
mtype:wire  = { None, Pull, Given, Empty, Record, Recorded, Beat, Beaten, Ask };

/* The server. */
mtype:queue q = Ready;      /* the task in the work queue */
byte lease;                 /* ticks until the server delivers the task again */
byte results;               /* how many results are stored */

/* The nodes. */
mtype:node st[N] = Idle;
byte deadline[N];           /* ticks until the node's own deadline */
byte hops[N];               /* how often the lease that it holds was handed over */

/* Messages: one call, one heartbeat, one steal in flight for each node; acks
   and give-backs are sent without waiting. */
mtype:wire call[N] = None;
mtype:wire beat[N] = None;
byte beatLeft[N];           /* LEASE less the ticks since the heartbeat was sent */
mtype:wire steal[N] = None;
byte stealLeft[N];          /* LEASE less the ticks since the thief asked; then the thief's deadline */
byte stealHops[N];
bool ack;                   /* one or more on their way */
byte nakFrom = NOBODY;      /* at most one node leaves, so one give-back */
bool deadRecord;             /* a result on its way from a node that was killed */

/* Ghosts: nobody in the system can read them. */
byte holder = NOBODY;       /* whose lease it is */

inline grant(i) { q = Leased; lease = LEASE; holder = i }
inline release(i) { deadline[i] = 0; beatLeft[i] = 0; hops[i] = 0 }

#if defined(UNTIMED)
#define expired true
#define past(i) true
#else
#ifdef NO_REDELIVERY
#define expired false
#else
#define expired (lease == 0)
#endif
#define past(i) (deadline[i] == 0)
#endif

/* What must be true of node i when it starts the task or gives it back: the
   lease is its own. */
#ifdef HOLD
#define mustHold(i) assert(holder == i)
#else
#define mustHold(i) skip
#endif

inline store() {
#ifdef NO_CREATE_ONLY
	results++;
#else
	if
	:: results == 0 -> results = 1
	:: else         /* err 10071: somebody's result is stored, as good as ours */
	fi;
#endif
	assert(results <= 1)
}

#if defined(NAK_UNCHECKED) || defined(UNTIMED)
#define mayNak(i) true
#else
#define mayNak(i) (deadline[i] > 0)
#endif
#if defined(START_UNCHECKED) || defined(UNTIMED)
#define mayStart(i) true
#else
#define mayStart(i) (deadline[i] > 0)
#endif
#ifdef REVIVE
#define mayRenew(i) true
#else
#define mayRenew(i) (deadline[i] > 0)
#endif
#if defined(LIVE) && !defined(NO_HOP_LIMIT)
#define COUNT_HOPS
#define mayHop(i) (hops[i] < 2)
#else
#define mayHop(i) true
#endif
#define mayGive(i) (st[i] == Held && deadline[i] > 0 && mayHop(i))

/* A node: its worker, the ticker of its heartbeats, and who answers thieves. */
proctype Worker(byte i) {
end:	do
	/* Pull. The lease counts from the request, not from the delivery. */
	:: atomic { st[i] == Idle && q == Ready && call[i] == None ->
		call[i] = Pull; st[i] = Pulling; deadline[i] = LEASE }
	:: atomic { st[i] == Pulling && call[i] == Given ->
		call[i] = None;
#ifdef FROM_DELIVERY
		deadline[i] = LEASE;
#endif
		st[i] = Held }
	:: atomic { st[i] == Pulling && (call[i] == Empty || call[i] == None) ->
		call[i] = None; st[i] = Idle; release(i) }

	/* Past the deadline what was not started is dropped. */
	:: atomic { st[i] == Held && past(i) -> st[i] = Idle; release(i) }

	/* Start, run, record, then ack. */
#ifdef HOLD
	/* What the node does after the start is of no interest here. */
	:: atomic { st[i] == Held && mayStart(i) ->
		mustHold(i); st[i] = Idle; release(i) }
#else
	:: atomic { st[i] == Held && mayStart(i) -> st[i] = Running }
	:: atomic { st[i] == Running && call[i] == None ->
#ifdef ACK_FIRST
		ack = true;
#endif
		call[i] = Record; st[i] = Recording }
	:: atomic { st[i] == Recording && call[i] == None -> /* lost: again */
		call[i] = Record }
	:: atomic { st[i] == Recording && call[i] == Recorded ->
#ifndef ACK_FIRST
		ack = true;
#endif
		call[i] = None; st[i] = Idle; release(i) }
#endif

	/* Steal: the thief asks. */
	:: atomic { st[i] == Idle && steal[i] == None && mayGive(other(i)) ->
		steal[i] = Ask; stealLeft[i] = LEASE }
	:: atomic { steal[i] == Given && st[i] == Idle ->
		deadline[i] = stealLeft[i];
#ifdef THIEF_ASKS_SERVER
		deadline[i] = LEASE; /* as if the server's answer to a heartbeat told who holds */
#endif
		st[i] = (deadline[i] > 0 -> Held : Idle);
		hops[i] = (deadline[i] > 0 -> stealHops[i] : 0);
		steal[i] = None; stealLeft[i] = 0; stealHops[i] = 0 }
	:: atomic { steal[i] == Empty || (steal[i] == Given && st[i] != Idle) ->
		steal[i] = None; stealLeft[i] = 0; stealHops[i] = 0 }

	/* Leave: give back what was not started; somebody else stays. */
	:: atomic { st[i] == Held && mayNak(i) && st[other(i)] != Left ->
		mustHold(i); nakFrom = i; st[i] = Left; release(i) }
	:: atomic { st[i] == Idle && st[other(i)] != Left -> st[i] = Left }
	od
}

proctype Ticker(byte i) {
end:	do
	:: atomic { (st[i] == Held || st[i] == Running) && deadline[i] > 0 &&
		deadline[i] < LEASE && beat[i] == None ->
		beat[i] = Beat; beatLeft[i] = LEASE }
	:: atomic { beat[i] == Beaten ->
		beat[i] = None;
		if
		:: (st[i] == Held || st[i] == Running) && mayRenew(i) && beatLeft[i] > 0 ->
#ifdef FROM_CONFIRMATION
			deadline[i] = LEASE
#else
			deadline[i] = (beatLeft[i] > deadline[i] -> beatLeft[i] : deadline[i])
#endif
		:: else
		fi;
		beatLeft[i] = 0 }
	od
}

/* The victim forgets the task, then answers. */
proctype Victim(byte i) {
end:	do
	:: atomic { steal[other(i)] == Ask ->
		if
		:: mayGive(i) ->
			mustHold(i);
			steal[other(i)] = Given;
			/* what it has left, less the time since the thief asked */
			stealLeft[other(i)] = (deadline[i] + stealLeft[other(i)] > LEASE ->
				deadline[i] + stealLeft[other(i)] - LEASE : 0);
#ifdef COUNT_HOPS
			stealHops[other(i)] = hops[i] + 1;
#endif
			holder = (holder == i -> other(i) : holder);
#ifndef VICTIM_KEEPS
			st[i] = Idle; release(i)
#else
			skip
#endif
		:: else -> steal[other(i)] = Empty
		fi }
	od
}

proctype Server() {
	byte i;
end:	do
	:: atomic { q == Leased && expired -> q = Ready; holder = NOBODY }

	/* Calls. */
	:: atomic { call[0] == Pull || call[1] == Pull ->
		i = (call[0] == Pull -> 0 : 1);
		if
		:: call[other(i)] == Pull -> i = other(i)
		:: true
		fi;
		if
		:: q == Ready -> grant(i); call[i] = Given
		:: else -> call[i] = Empty
		fi; i = 0 }
#ifndef HOLD
	:: atomic { call[0] == Record -> store(); call[0] = Recorded }
	:: atomic { call[1] == Record -> store(); call[1] = Recorded }
	:: atomic { deadRecord -> store(); deadRecord = false }
#endif

	/* A heartbeat renews the lease, whoever sent it and whoever has it, and
	   is confirmed in any case: JetStream does not ask who. */
	:: atomic { beat[0] == Beat || beat[1] == Beat ->
		i = (beat[0] == Beat -> 0 : 1);
		beat[i] = Beaten;
		if
		:: q == Leased -> lease = LEASE
		:: else
		fi; i = 0 }

	/* Neither does it for an ack or a give-back. */
	:: atomic { ack -> ack = false;
		assert(results > 0);
		q = Acked; lease = 0; holder = NOBODY }
#if defined(HOLD) && !defined(NAK_ARRIVES_IN_TIME)
	/* A give-back may arrive late, and then it takes the lease from its new
	   holder. HOLD claims nothing about what comes after. */
#define assumed (q != Leased || holder == nakFrom)
#else
#define assumed true
#endif
	:: atomic { nakFrom != NOBODY && assumed ->
		if
		:: q == Leased ->
			mustHold(nakFrom);
			q = Ready; lease = 0; holder = NOBODY
		:: else
		fi;
		nakFrom = NOBODY }
	od
}

inline down(t) { t = (t > 0 -> t - 1 : 0) }

inline tick() {
	down(lease);
	down(deadline[0]); down(deadline[1]);
	down(beatLeft[0]); down(beatLeft[1]);
	down(stealLeft[0]); down(stealLeft[1])
}

#ifdef UNTIMED
#define running false
#else
#define running (lease > 0 || deadline[0] > 0 || deadline[1] > 0 || \
	beatLeft[0] > 0 || beatLeft[1] > 0 || stealLeft[0] > 0 || stealLeft[1] > 0)
#endif

/* The clock may tick at any time. With LIVE it ticks only when everybody waits
   for it: the nodes are no longer stopped for longer than a lease, except by a
   fault. */
proctype Clock() {
end:	do
#ifdef LIVE
	:: atomic { timeout && running -> tick() }
#else
	:: d_step { running -> tick() }
#endif
	od
}

inline kill(i) {
	if
	:: call[i] == Record -> deadRecord = true
	:: else
	fi;
	call[i] = None; beat[i] = None; steal[i] = None;
	stealLeft[i] = 0; stealHops[i] = 0;
	st[i] = Idle; release(i)
}

/* The faults: at any time, as often as it likes; with LIVE at most FAULTS in all. */
#ifdef LIVE
#define fault faults > 0 -> faults--
#else
#define fault true
#endif

proctype Faults() {
#ifdef LIVE
	byte faults = FAULTS;
#endif
	byte i;
end:	do
	/* kill -9 of a node, which is started again */
	:: atomic { fault; select(i : 0 .. 1);
		if
		:: st[i] != Left -> kill(i)
		:: else
		fi; i = 0 }
	/* kill -9 of the server: what it did last may be undone, except the results */
#ifndef HOLD
	:: atomic { fault;
		holder = NOBODY;
		if
		:: q = Ready; lease = 0
		:: q != Ready -> q = Leased; lease = LEASE
		:: true
		fi;
#ifdef RESULT_UNSYNCED
		results = 0
#endif
		}
#endif
	/* a message is lost, with the connection that carried it */
	:: atomic { fault;
		if
		:: call[0] != None -> call[0] = None
		:: call[1] != None -> call[1] = None
		:: beat[0] != None -> beat[0] = None; beatLeft[0] = 0
		:: beat[1] != None -> beat[1] = None; beatLeft[1] = 0
		:: steal[0] == Ask || steal[0] == Given -> steal[0] = Empty
		:: steal[1] == Ask || steal[1] == Given -> steal[1] = Empty
		:: ack -> ack = false
		:: nakFrom != NOBODY -> nakFrom = NOBODY
		:: true
		fi }
#ifdef LIVE
	/* everybody is slow for a tick */
	:: atomic { running && fault; tick() }
	:: break
#endif
	od
}

init {
	atomic {
		run Worker(0); run Worker(1); run Ticker(0); run Ticker(1);
		run Victim(0); run Victim(1); run Server(); run Clock(); run Faults()
	}
}

#ifdef LIVE
/* No accepted task is lost. */
ltl result { <> (results > 0) }
#endif
