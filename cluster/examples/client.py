#!/usr/bin/env python3
"""Submits tasks to a cluster of skua and prints their results, with Python's own library alone:

    client.py nats://[USER:PASSWORD@]HOST:PORT HANDLER PAYLOAD...

It relies on cluster/docs/cluster-wire.md alone. It has no TLS, does not connect again, and reads no objects."""

import base64, collections, json, secrets, socket, sys, time, urllib.parse


class NATS:
    """What is needed of NATS, whose protocol is lines of text, and bodies, over TCP."""

    def __init__(self, url):
        at = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((at.hostname, at.port or 4222))
        self.reader = self.socket.makefile("rb")
        self.inbox, self.asked, self.early = "_INBOX." + secrets.token_hex(11), 0, collections.deque()
        options = {"verbose": False, "headers": True, "no_responders": True, "lang": "python", "version": "1"}
        if at.username:
            options |= {"user": urllib.parse.unquote(at.username), "pass": urllib.parse.unquote(at.password or "")}
        self.socket.sendall(f"CONNECT {json.dumps(options)}\r\nSUB {self.inbox}.a.* 1\r\n".encode())

    def receive(self):
        """Waits for a message, and returns its subject, status, headers and body."""
        while True:
            verb, *args = self.reader.readline().split() or [b"the connection has ended"]
            if verb == b"PING":
                self.socket.sendall(b"PONG\r\n")
            elif verb in (b"MSG", b"HMSG"):
                data = self.reader.read(int(args[-1]) + 2)[:-2]
                size = int(args[-2]) if verb == b"HMSG" else 0
                first, *lines = data[:size].decode().split("\r\n")
                headers = dict(line.split(": ", 1) for line in lines if line)
                return args[0].decode(), first.removeprefix("NATS/1.0").strip(), headers, data[size:]
            elif verb not in (b"INFO", b"PONG", b"+OK"):
                raise ConnectionError(b" ".join([verb, *args]).decode())

    def request(self, subject, body, **headers):
        """Sends a message to the server and returns its answer, which is JSON."""
        self.asked += 1
        reply = f"{self.inbox}.a.{self.asked}"
        head = "NATS/1.0\r\n" + "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in headers.items()) + "\r\n"
        line = f"HPUB {subject} {reply} {len(head.encode())} {len(head.encode()) + len(body)}\r\n"
        self.socket.sendall((line + head).encode() + body + b"\r\n")
        while (message := self.receive())[0] != reply:
            self.early.append(message)
        answer = json.loads(message[3] or json.dumps({"error": f"status {message[1]}: no JetStream?"}))
        if "error" in answer:
            raise RuntimeError(f"{subject}: {answer['error']}")
        return answer


class Cluster:
    def __init__(self, url):
        self.nats = NATS(url)
        found = self.nats.request("$JS.API.STREAM.MSG.GET.KV_SKUA_JOBS", b'{"last_by_subj": "$KV.SKUA_JOBS.meta"}')
        version = json.loads(base64.b64decode(found["message"]["data"]))["protocol"]
        if version != 3:
            raise RuntimeError(f"the cluster speaks version {version} of the protocol, this program version 3")

    def submit(self, handler, payloads, attempts=3):
        """Stores a job, a task for each payload, and returns its ID with its birth, and the number of tasks."""
        born, id = time.time_ns(), secrets.token_hex(11)
        created = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(born // 10**9)) + f".{born % 10**9:09}Z"
        record, job = {"id": id, "handler": handler, "prio": 0, "tasks": -1, "created": created}, f"{id}.{base36(born)}"
        at = "$KV.SKUA_JOBS.j." + id
        begun = self.nats.request(at, json.dumps(record).encode(), Nats_Expected_Last_Subject_Sequence=0)
        for i, payload in enumerate(payloads):
            task = {"job": id, "id": str(i), "handler": handler, "attempts": attempts, "born": born}
            self.nats.request(f"skua.t.b-{handler}.{job}.{i}", payload, Skua=json.dumps(task), Nats_Msg_Id=f"{job}.{i}")
        record["tasks"] = len(payloads)
        self.nats.request(at, json.dumps(record).encode(), Nats_Expected_Last_Subject_Sequence=begun["seq"])
        return job, len(payloads)

    def results(self, job, tasks):
        """Yields the outcomes of a job and their bytes, as the tasks end, until all have, spawned ones too."""
        self.nats.socket.sendall(f"SUB {self.nats.inbox}.r 2\r\n".encode())
        config = {"deliver_subject": self.nats.inbox + ".r", "filter_subject": f"skua.r.{job}.>", "ack_policy": "none"}
        what = {"stream_name": "SKUA_RESULTS", "config": config}
        self.nats.request("$JS.API.CONSUMER.CREATE.SKUA_RESULTS", json.dumps(what).encode())
        known, ended = {str(i) for i in range(tasks)}, set()
        while not known <= ended:  # a child may be in ended before it is known
            _, _, headers, data = self.nats.early.popleft() if self.nats.early else self.nats.receive()
            outcome = json.loads(headers["Skua"])
            ended.add(outcome["id"])
            known.update(f"{outcome['id']}.{i}" for i in range(outcome.get("children", 0)))
            yield outcome, data


def base36(n):
    return (base36(n // 36) if n >= 36 else "") + "0123456789abcdefghijklmnopqrstuvwxyz"[n % 36]


if __name__ == "__main__":
    cluster = Cluster(sys.argv[1])
    job, tasks = cluster.submit(sys.argv[2], [text.encode() for text in sys.argv[3:]])
    print("job", job.split(".")[0], file=sys.stderr)
    for outcome, data in cluster.results(job, tasks):
        print(outcome["id"], outcome.get("error") or outcome.get("blob") or data.decode(errors="replace"), sep="\t")
