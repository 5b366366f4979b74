// What a worker may be doing: names, colours, patterns, and the letters of frames.

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const value = new Map([...letters].map((c, n) => [c, n]));

// In the order of dashboard.Modes; words and colours are those of the report (trace/page).
export const modes = [
  { id: "work", name: "work" },
  { id: "over", name: "overhead" },
  { id: "search", name: "searches" },
  { id: "sleep", name: "asleep" },
  { id: "wait", name: "waits for a join" },
  { id: "block", name: "blocked" },
  { id: "pause", name: "paused to measure" },
  { id: "off", name: "ready, no processor" },
  { id: "away", name: "away" },
];

// shares reads Line.now and Line.all: numbers from 0 to 1.
export const shares = (text) => modes.map((_, k) => (value.get(text?.[k]) ?? 0) / 63);

// cell reads a letter of Line.cells.
export function cell(letter) {
  const n = value.get(letter) ?? 0;
  return { other: n >> 3 || 8, work: (n & 7) / 7 };
}

// color is a custom property of the style sheet.
export const color = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

// patterns makes for each mode what canvases are filled with.
export function patterns(scale) {
  const ink = color("ink");
  return modes.map(({ id }) => {
    const size = Math.round(6 * scale);
    const tile = document.createElement("canvas");
    tile.width = tile.height = size;
    const g = tile.getContext("2d");
    g.fillStyle = color(id);
    g.fillRect(0, 0, size, size);
    g.strokeStyle = g.fillStyle = ink;
    g.lineWidth = Math.max(1, scale);
    draw[id]?.(g, size);
    return g.createPattern(tile, "repeat");
  });
}

const stroke = (g, ...points) => {
  g.beginPath();
  for (let k = 0; k < points.length; k += 4) {
    g.moveTo(points[k], points[k + 1]);
    g.lineTo(points[k + 2], points[k + 3]);
  }
  g.stroke();
};

const draw = {
  over: (g, n) => stroke(g, 0, n, n, 0, -1, 1, 1, -1, n - 1, n + 1, n + 1, n - 1),
  search: (g, n) => g.fillRect(n / 2 - 1, n / 2 - 1, 2, 2),
  wait: (g, n) => stroke(g, 0, n / 2, n, n / 2),
  block: (g, n) => stroke(g, 0, n, n, 0, 0, 0, n, n),
  off: (g, n) => stroke(g, 0, n / 2, n, n / 2, n / 2, 0, n / 2, n),
  pause: (g, n) => stroke(g, n / 2, 0, n / 2, n),
};
