// Numbers in words.

const units = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];

// duration is a time in seconds with about three digits: 12.3 ms.
export function duration(s) {
  if (!s) return "0";
  if (s >= 6000) return `${Math.floor(s / 3600)} h ${Math.round((s % 3600) / 60)} min`;
  if (s >= 120) return `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
  const [size, unit] = units.find(([size]) => s >= size * 0.9995) ?? units.at(-1);
  const x = s / size;
  return `${x.toFixed(x >= 99.95 ? 0 : x >= 9.995 ? 1 : 2)} ${unit}`;
}

export const percent = (x) => `${Math.round(100 * x)} %`;

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
export const count = (n) => whole.format(n).replaceAll(",", "\u202f");

export const times = (x) => `${(x ?? 0).toFixed(2)}×`;

// plural is a count with its noun.
export const plural = (n, noun) => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;
