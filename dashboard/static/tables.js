// The verdict, and the tables of workers, call sites and panics.

import { modes, shares } from "./modes.js";
import { count, duration, percent, plural, times } from "./format.js";
import { $, rows, set, track } from "./dom.js";

const causes = { // in the words of the report (trace/page)
  parallelism: "too little to do at once", waiting: "tasks waited", fine: "work cut too fine", memory: "slower memory or clock",
  collector: "garbage collector", others: "other programs", limit: "the container’s limit", scheduler: "work waited for a worker", measuring: "measuring",
};

export function showVerdict(f) {
  const v = f.verdict;
  set($("verdict"), v.sentence);
  $("verdict").classList.toggle("refused", Boolean(v.refused));
  const span = f.span.span > 0 ? ` · span ${duration(f.span.span)}, so parallelism ${f.span.at_least ? "at least " : ""}${f.span.parallelism.toFixed(1)}` : "";
  set($("numbers"), `${plural(f.workers, "worker")} · work ${duration(f.span.work)}${span} · ${plural(f.calls, "call")} · ${plural(f.steals, "steal")}, ${count(f.steal_rate)} a second now`);
  const parts = [{ name: "speed-up", lost: v.speed_up, kind: "l-work" }];
  for (const l of v.losses) if (l.lost >= 0.005) parts.push({ name: causes[l.cause] ?? l.cause, lost: l.lost, kind: "l-lost" });
  const box = $("losses");
  while (box.childElementCount > parts.length) box.lastElementChild.remove();
  while (box.childElementCount < parts.length) box.append(lossRow());
  parts.forEach((p, k) => {
    const [name, bar, figure] = box.children[k].children;
    set(name, p.name);
    track(bar, [{ kind: p.kind, share: p.lost / Math.max(1, f.workers) }], `${p.name} ${times(p.lost)} of ${f.workers}`);
    set(figure, times(p.lost));
  });
}

function lossRow() {
  const row = document.createElement("div");
  row.setAttribute("role", "listitem");
  for (const kind of ["", "", "figure"]) row.appendChild(document.createElement("span")).className = kind;
  return row;
}

export function showProgress(p) {
  $("progress").hidden = !(p.done > 0 || p.total > 0);
  const bar = $("progress-bar");
  if (p.total > 0) [bar.max, bar.value] = [p.total, p.done];
  else bar.removeAttribute("value");
  set($("progress-text"), `${count(p.done)}${p.total > 0 ? ` of ${count(p.total)}` : ""} ${p.what}`);
}

const order = [0, 1, 2, 4, 5, 6, 7, 3, 8]; // of modes in bars: what is no use last

export function showWorkers(f) {
  const kinds = ["text", "bar", "", "text", "", "", "text"];
  rows($("workers"), f.lines.length, kinds).forEach(([name, bar, work, other, all, steals, site], k) => {
    const line = f.lines[k], now = shares(line.now);
    const rest = order.slice(1).reduce((best, m) => (now[m] > now[best] ? m : best), 3);
    set(name, line.guest ? `${line.name} (guest)` : line.name);
    const words = order.filter((m) => now[m] > 0).map((m) => `${modes[m].name} ${percent(now[m])}`).join(", ");
    track(bar, order.map((m) => ({ kind: `m-${modes[m].id}`, share: now[m] })), words);
    set(work, percent(now[0]));
    set(other, now[rest] >= 0.01 ? `${modes[rest].name} ${percent(now[rest])}` : "");
    set(all, percent(shares(line.all)[0]));
    set(steals, count(line.steals));
    set(site, line.site >= 0 ? f.sites[line.site].name : "–");
  });
  set($("more-workers"), f.more_lines ? `${plural(f.more_lines, "more worker")} not shown` : "");
}

export function showSites(f) {
  const kinds = ["text", "text", "bar", "", "", "", "", "", "", "", "text function"];
  const most = Math.max(1e-9, ...f.sites.map((s) => s.lost));
  rows($("sites"), f.sites.length, kinds).forEach(([name, kind, bar, lost, work, over, off, n, unit, longest, where], k) => {
    const s = f.sites[k];
    set(name, s.name);
    set(kind, s.kind);
    track(bar, [{ kind: "l-lost", share: s.lost / most }], `others idled ${duration(s.lost)}`);
    set(lost, duration(s.lost));
    set(work, duration(s.work));
    set(over, duration(s.over));
    set(off, duration(s.off));
    set(n, count(s.count));
    set(unit, duration(s.unit));
    set(longest, duration(s.longest));
    set(where, s.function);
  });
  set($("more-sites"), f.more_sites ? `${plural(f.more_sites, "more call site")} not shown` : "");
}

export function showPanics(f) {
  const panics = f.panics ?? [];
  $("section-panics").hidden = panics.length === 0;
  set($("h-panics"), `${plural(f.panicked ?? 0, "task")} panicked`);
  rows($("panics"), panics.length, ["", "text", "text", "what"]).forEach(([at, worker, site, what], k) => {
    const p = panics[k];
    set(at, duration(p.at));
    set(worker, p.worker);
    set(site, p.site);
    set(what, p.text);
  });
}
