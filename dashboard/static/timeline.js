// The workers' time line: a row for each worker, a cell for each column of time. The height of a
// cell's bar is how much of it the worker worked; the ground is what it did else.

import { cell, color, modes, patterns } from "./modes.js";
import { duration, percent } from "./format.js";
import { $, set } from "./dom.js";

const left = 92, axis = 20, gap = 1; // CSS pixels

export class Timeline {
  #canvas = $("timeline"); #frame = null; #at = null; #fills = null; #scale = 0;

  constructor() {
    const canvas = this.#canvas;
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.addEventListener("pointermove", (e) => this.#point(e));
    canvas.addEventListener("pointerleave", () => { this.#at = null; this.draw(); });
    canvas.addEventListener("keydown", (e) => this.#key(e));
    canvas.addEventListener("focus", () => this.#move(0, 0));
    canvas.addEventListener("blur", () => { this.#at = null; this.draw(); });
  }

  // restyle forgets colours, which are others now.
  restyle() { this.#fills = null; this.draw(); }

  show(frame) {
    this.#frame = frame;
    this.#canvas.setAttribute("aria-label", `What ${frame.lines.length} workers did in ${duration(frame.seconds)}, in ${frame.columns.count} columns of ${duration(frame.columns.width)}`);
    this.draw();
  }

  #row() { return Math.max(7, Math.min(24, Math.floor(420 / Math.max(1, this.#frame.lines.length)))); }

  #width() { return Math.max(50, this.#canvas.clientWidth - left); }

  // seconds is how much time the whole width stands for.
  #seconds() { return Math.max(this.#frame.columns.count * this.#frame.columns.width, 1e-9); }

  draw() {
    const f = this.#frame, canvas = this.#canvas;
    if (!f || !canvas.clientWidth) return;
    const scale = devicePixelRatio || 1, row = this.#row();
    const width = canvas.clientWidth, height = f.lines.length * (row + gap) + axis;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.height = `${height}px`;
    }
    if (!this.#fills || this.#scale !== scale) [this.#fills, this.#scale] = [patterns(scale), scale];
    const g = canvas.getContext("2d");
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, canvas.width, canvas.height);
    f.lines.forEach((line, i) => this.#line(g, line, i * (row + gap) * scale, row * scale, scale));
    this.#names(g, row, scale);
    this.#axis(g, height - axis, scale);
    this.#cursor(g, row, scale);
    this.#read();
  }

  #x(k, scale) { return Math.round((left + k * this.#width() / Math.max(1, this.#frame.columns.count)) * scale); }

  #line(g, line, y, height, scale) {
    for (let k = 0; k < this.#frame.columns.count; k++) {
      const { other, work } = cell(line.cells[k]);
      const x = this.#x(k, scale), width = this.#x(k + 1, scale) - x;
      const bar = Math.round(work * height);
      g.fillStyle = this.#fills[other];
      g.fillRect(x, y, width, height - bar);
      g.fillStyle = this.#fills[0];
      g.fillRect(x, y + height - bar, width, bar);
    }
  }

  #names(g, row, scale) {
    g.font = `${Math.min(12, Math.max(9, row - 2)) * scale}px system-ui, sans-serif`;
    g.textBaseline = "middle";
    g.textAlign = "right";
    g.fillStyle = color("text");
    const each = row < 11 ? 2 : 1; // small rows: name every second one
    this.#frame.lines.forEach((line, i) => {
      if (i % each === 0) g.fillText(line.name, (left - 8) * scale, (i * (row + gap) + row / 2) * scale, (left - 10) * scale);
    });
  }

  #axis(g, y, scale) {
    const all = this.#seconds(), from = this.#frame.columns.from;
    const raw = all / 6, power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw);
    g.fillStyle = color("faint");
    g.font = `${11 * scale}px system-ui, sans-serif`;
    g.textBaseline = "top";
    for (let t = Math.ceil(from / step) * step; t <= from + all * 0.999; t += step) {
      const x = (left + (t - from) / all * this.#width()) * scale;
      g.textAlign = x > (left + this.#width() - 30) * scale ? "right" : x < (left + 10) * scale ? "left" : "center";
      g.fillRect(x, y * scale, scale, 4 * scale);
      g.fillText(duration(t), x, (y + 6) * scale);
    }
  }

  #cursor(g, row, scale) {
    if (!this.#at) return;
    const { line, column } = this.#at;
    const x = this.#x(column, scale), width = this.#x(column + 1, scale) - x;
    g.strokeStyle = color("text");
    g.lineWidth = 2 * scale;
    g.strokeRect(x - scale, line * (row + gap) * scale - scale, width + 2 * scale, (row + 2 * gap) * scale);
  }

  #point(e) {
    if (!this.#frame) return;
    const box = this.#canvas.getBoundingClientRect();
    const column = Math.floor((e.clientX - box.left - left) / this.#width() * this.#frame.columns.count);
    const line = Math.floor((e.clientY - box.top) / (this.#row() + gap));
    this.#at = column >= 0 ? { line, column } : null;
    this.#move(0, 0);
  }

  #key(e) {
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -1e9], End: [0, 1e9] }[e.key];
    if (!by || !this.#frame) return;
    e.preventDefault();
    this.#move(...by);
  }

  // move moves the cursor within what there is.
  #move(lines, columns) {
    const f = this.#frame;
    if (!f || f.lines.length === 0) return;
    if (!this.#at && (lines || columns || document.activeElement === this.#canvas)) this.#at = { line: 0, column: f.columns.count - 1 };
    if (this.#at) {
      this.#at.line = Math.min(f.lines.length - 1, Math.max(0, this.#at.line + lines));
      this.#at.column = Math.min(f.columns.count - 1, Math.max(0, this.#at.column + columns));
    }
    this.draw();
  }

  #read() {
    if (!this.#at) return;
    const f = this.#frame, line = f.lines[this.#at.line];
    if (!line || this.#at.column >= f.columns.count) { this.#at = null; return; }
    const from = f.columns.from + this.#at.column * f.columns.width;
    const { other, work } = cell(line.cells[this.#at.column]);
    const else_ = work < 1 ? `, else mostly ${modes[other].name}` : "";
    set($("readout"), `${line.name}, ${duration(from)} to ${duration(Math.min(f.seconds, from + f.columns.width))}: work ${percent(work)}${else_}; ready tasks ${f.series.ready[this.#at.column]}`);
  }
}

// legend draws what the patterns stand for.
export function legend() {
  const scale = devicePixelRatio || 1, fills = patterns(scale);
  $("legend").replaceChildren(...modes.map(({ name }, k) => {
    const item = document.createElement("span"), swatch = document.createElement("canvas");
    [swatch.width, swatch.height] = [22 * scale, 13 * scale];
    const g = swatch.getContext("2d");
    g.fillStyle = fills[k];
    g.fillRect(0, 0, swatch.width, swatch.height);
    item.append(swatch, name);
    return item;
  }));
}
