// The page: frames in, pictures and tables out.

import { Stream } from "./stream.js";
import { Timeline, legend } from "./timeline.js";
import { Charts } from "./charts.js";
import { showPanics, showProgress, showSites, showVerdict, showWorkers } from "./tables.js";
import { showCluster } from "./cluster.js";
import { duration, times } from "./format.js";
import { $, set } from "./dom.js";

const recorded = ["verdict", "timeline", "charts", "workers", "sites"]; // sections of a recording
let timeline, charts, newest = null, paused = false, connection = "connecting", planned = false;

const stateWords = {
  connecting: "connecting", live: "live", lost: "connection lost", ended: "the program has ended",
  done: "the recording has ended", paused: "paused",
};

function showState() {
  let state = connection;
  if (state === "live" && paused) state = "paused";
  else if (state === "live" && newest?.workers && !newest.live) state = "done";
  document.body.dataset.state = $("state").dataset.state = state;
  set($("state"), stateWords[state]);
}

// draw shows the newest frame, once for all that came since the screen was drawn last.
function draw() {
  planned = false;
  const f = newest;
  if (!f || paused) return;
  set($("title"), f.title || "skua");
  $("title").title = f.title;
  const any = f.workers > 0;
  $("nothing").hidden = any || Boolean(f.cluster) || f.progress.done > 0 || f.progress.total > 0;
  for (const name of recorded) $(`section-${name}`).hidden = !any;
  if (any) {
    charts ??= new Charts(); // after its section has a width
    timeline ??= new Timeline();
    showVerdict(f);
    timeline.show(f);
    charts.show(f);
    showWorkers(f);
    showSites(f);
  }
  showProgress(f.progress);
  showPanics(f);
  showCluster(f.cluster);
  $("footer").hidden = !any;
  set($("clock"), any ? duration(f.seconds) : "");
  set($("machine"), f.machine ? `${f.machine}.` : "");
  document.title = any ? `${times(f.verdict.speed_up)} ${f.title}` : f.title || "skua";
  document.body.dataset.frame = f.number; // for tests: which frame is on the screen
  showState();
}

function onFrame(frame) {
  newest = frame;
  if (!planned) {
    planned = true;
    requestAnimationFrame(draw); // a hidden tab draws nothing
  }
}

function togglePause() {
  paused = !paused;
  $("pause").setAttribute("aria-pressed", String(paused));
  showState();
  draw();
}

const themes = ["system", "light", "dark"];

function nextTheme() {
  const root = document.documentElement;
  const chosen = themes[(themes.indexOf(root.dataset.theme ?? "system") + 1) % themes.length];
  if (chosen === "system") delete root.dataset.theme;
  else root.dataset.theme = chosen;
  try { localStorage.setItem("skua-theme", chosen); } catch { /* storage may be off */ }
  restyle();
}

function restyle() {
  set($("theme-name"), document.documentElement.dataset.theme ?? "system");
  legend();
  timeline?.restyle();
  charts?.restyle();
}

function goTo(number) {
  const heading = [...document.querySelectorAll("h2 > kbd")].find((k) => k.textContent === number)?.parentElement;
  const section = heading?.closest("section");
  if (!section || section.hidden) return;
  section.scrollIntoView({ block: "start" });
  const target = section.querySelector("canvas[tabindex]") ?? heading;
  if (target === heading) heading.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function onKey(e) {
  if (e.ctrlKey || e.altKey || e.metaKey || $("help").open) return;
  if (e.key === "p") togglePause();
  else if (e.key === "t") nextTheme();
  else if (e.key === "?") $("help").showModal();
  else if (e.key >= "1" && e.key <= "6") goTo(e.key);
  else return;
  e.preventDefault();
}

$("pause").addEventListener("click", togglePause);
$("theme").addEventListener("click", nextTheme);
$("keys").addEventListener("click", () => $("help").showModal());
addEventListener("keydown", onKey);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);
restyle();
onFrame(JSON.parse($("first").textContent)); // what there was when the page was asked for
new Stream("events", onFrame, (state) => { connection = state; showState(); });
