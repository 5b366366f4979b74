// Numbers as people read them, and elements.

const $ = (id) => document.getElementById(id)
const read = (id) => JSON.parse($(id).textContent)

const digits = (x) => {
  if (x === 0) return '0'
  const a = Math.abs(x)
  return x.toFixed(a < 9.995 ? 2 : a < 99.95 ? 1 : 0)
}

// time writes seconds with three digits.
const time = (s) => {
  const a = Math.abs(s)
  if (a === 0) return '0'
  if (a >= 0.9995) return digits(s) + ' s'
  if (a >= 0.9995e-3) return digits(s * 1e3) + ' ms'
  if (a >= 0.9995e-6) return digits(s * 1e6) + ' µs'
  return Math.round(s * 1e9) + ' ns'
}

const whole = (n) => n.toLocaleString('en')
const percent = (x) => (100 * x).toFixed(x !== 0 && Math.abs(x) < 0.0995 ? 1 : 0) + ' %'
const times = (x) => x.toFixed(x < 9.95 ? 1 : 0) + '×'

// el makes an element; what it has inside is text or elements, never HTML.
const el = (name, has = {}, ...inside) => {
  const e = document.createElement(name)
  for (const [k, v] of Object.entries(has)) {
    if (k === 'style') e.style.cssText = v
    else if (k.startsWith('on')) e.addEventListener(k.slice(2), v)
    else e.setAttribute(k, v)
  }
  e.append(...inside)
  return e
}

const report = read('report')
const verdict = read('verdict-data')
const halved = read('halved')
const ladder = read('bounds')
