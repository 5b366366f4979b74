// Nodes, queues, leases and steals of a cluster.

import { count, duration, plural } from "./format.js";
import { $, rows, set, track } from "./dom.js";

export function showCluster(c) {
  $("section-cluster").hidden = !c;
  if (!c) return;
  const waiting = c.waiting >= 0 ? ` · ${plural(c.waiting, "task")} in the shared queue` : "";
  const words = `${plural(c.all_nodes, "node")} with ${plural(c.slots, "slot")}, ${count(c.running)} of them busy · ${plural(c.held, "task")} in the nodes' queues${waiting} · ${plural(c.stolen, "task")} stolen between nodes`;
  const box = $("cluster-words");
  set(box, c.error ? `The cluster does not answer: ${c.error}. What follows is ${duration(c.age)} old. ${words}` : words);
  box.classList.toggle("error", Boolean(c.error));
  showNodes(c);
  showJobs(c);
}

function showNodes(c) {
  const kinds = ["text", "text", "text", "bar", ...Array(10).fill("")];
  $("nodes").hidden = c.nodes.length === 0;
  rows($("nodes"), c.nodes.length, kinds).forEach((cells, k) => {
    const n = c.nodes[k];
    [n.name, n.host, n.state].forEach((text, i) => set(cells[i], text));
    track(cells[3], [{ kind: "m-work", share: n.slots ? n.running / n.slots : 0 }], `${n.running} of ${n.slots} slots run a task`);
    [n.running + n.held, n.running, n.held, n.executed, n.failed, n.fenced, n.asked, n.stolen, n.given].forEach((x, i) => set(cells[4 + i], count(x)));
    set(cells[13], n.age < 2 ? "now" : `${duration(n.age)} ago`);
  });
}

function showJobs(c) {
  $("jobs").hidden = c.jobs.length === 0;
  rows($("jobs"), c.jobs.length, ["text", "text", "text", "bar", "", "", ""]).forEach((cells, k) => {
    const j = c.jobs[k];
    [j.id, j.handler, j.state].forEach((text, i) => set(cells[i], text));
    track(cells[3], [{ kind: "m-work", share: j.tasks > 0 ? j.done / j.tasks : 0 }], `${j.done} of ${j.tasks} tasks have ended`);
    set(cells[4], j.tasks < 0 ? "?" : count(j.tasks));
    set(cells[5], count(j.done));
    set(cells[6], count(j.dead));
  });
}
