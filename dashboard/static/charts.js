// Time series, drawn by uPlot.

import { color } from "./modes.js";
import { duration } from "./format.js";
import { $ } from "./dom.js";

const css = ["solid", "dashed", "dotted"]; // of the legend's markers

const modeSeries = [
  { key: "work", label: "work", color: "work", width: 2.5, mark: 0 },
  { key: "over", label: "overhead", color: "over", dash: [9, 4], mark: 1 },
  { key: "search", label: "searches", color: "search", dash: [2, 3], mark: 2 },
  { key: "held", label: "waits, is blocked or has no processor", color: "wait", dash: [12, 3, 2, 3], mark: 1 },
];
const readySeries = [{ key: "ready", label: "ready tasks", color: "text", width: 1.5, mark: 0, fill: true }];

class Chart {
  #plot; #node; #title; #list; #data; #most = 1;

  constructor(id, title, list) {
    [this.#node, this.#title, this.#list] = [$(id), title, list];
    this.#data = [[], ...list.map(() => [])];
    this.restyle();
    new ResizeObserver(() => this.#plot.setSize({ width: this.#width(), height: 150 })).observe(this.#node);
  }

  // restyle makes the plot anew: uPlot asks for the colours of its legend only once.
  restyle() {
    this.#plot?.destroy();
    this.#plot = new uPlot(this.#options(this.#title), this.#data, this.#node);
    this.#now();
  }

  #width() { return Math.max(200, this.#node.clientWidth); }

  #options(title) {
    const line = { stroke: () => color("faint"), grid: { stroke: () => color("line"), width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
    return {
      title, width: this.#width(), height: 150,
      cursor: { y: false, drag: { x: false, y: false }, sync: { key: "skua" } },
      legend: { live: true, markers: { width: 3, dash: (_, k) => css[this.#list[k - 1]?.mark ?? 0] } },
      scales: { x: { time: false }, y: { range: () => [0, this.#most] } },
      axes: [
        { ...line, values: (_, ticks) => ticks.map((t) => (t === null ? "" : duration(t))), size: 26 },
        { ...line, size: 46 },
      ],
      series: [
        { label: "at", value: (_, v) => (v === null || v === undefined ? "–" : duration(v)) },
        ...this.#list.map((s) => ({
          label: s.label, dash: s.dash, width: s.width ?? 1.5, stroke: () => color(s.color), points: { show: false },
          fill: s.fill ? () => color("sleep") : undefined, value: (_, v) => v ?? "–",
          paths: uPlot.paths.stepped({ align: 1 }),
        })),
      ],
    };
  }

  show(frame, most) {
    const { from, width, count } = frame.columns;
    // A step's value holds until the next one; the last one until now.
    const x = Array.from({ length: count }, (_, k) => from + k * width);
    const data = this.#list.map(({ key }) => [...frame.series[key]]);
    if (count > 0) {
      x.push(Math.max(frame.seconds, x.at(-1) + width * 1e-3));
      for (const values of data) values.push(values.at(-1));
    }
    this.#most = most;
    this.#plot.setData(this.#data = [x, ...data]);
    this.#now();
  }

  // now lets the legend tell of what is now, while nobody points at another time.
  #now() {
    const n = this.#data[0].length;
    if (this.#plot.cursor.idx == null && n > 0) this.#plot.setLegend({ idx: n - 1 });
  }
}

export class Charts {
  #modes = new Chart("chart-modes", "Workers, by what they did", modeSeries);
  #ready = new Chart("chart-ready", "Tasks that waited for a worker", readySeries);

  show(frame) {
    this.#modes.show(frame, Math.max(1, frame.workers, ...modeSeries.flatMap((s) => frame.series[s.key])) * 1.05);
    this.#ready.show(frame, Math.max(1, ...frame.series.ready) * 1.1);
  }

  restyle() { this.#modes.restyle(); this.#ready.restyle(); }
}
