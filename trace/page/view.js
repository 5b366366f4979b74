// A View is a stretch of time on a canvas, which keys, buttons and the pointer change.

class View {
  constructor(box, tools, range, all, draw) {
    Object.assign(this, { box, range, draw, all, from: all[0], to: all[1] })
    this.canvas = el('canvas', { 'aria-hidden': 'true' })
    box.append(this.canvas)
    for (const [text, name, do_] of [
      ['←', 'Move left', () => this.move(-0.25)], ['→', 'Move right', () => this.move(0.25)],
      ['−', 'Zoom out', () => this.zoom(2)], ['+', 'Zoom in', () => this.zoom(0.5)], ['All', 'Show all', () => this.reset()],
    ]) tools.append(el('button', { 'aria-label': name, title: name, onclick: do_ }, text))
    box.addEventListener('keydown', (ev) => this.key(ev))
    box.addEventListener('pointerdown', (ev) => this.grab(ev))
    box.addEventListener('dblclick', () => this.reset())
    box.addEventListener('wheel', (ev) => {
      if (!ev.ctrlKey && !ev.metaKey) return // or the page could not be scrolled
      ev.preventDefault()
      this.zoom(Math.exp(ev.deltaY / 200), this.timeAt(ev.clientX))
    }, { passive: false })
    new ResizeObserver(() => this.redraw()).observe(box)
  }

  key(ev) {
    if (ev.ctrlKey || ev.metaKey || ev.altKey) return
    const does = {
      '+': () => this.zoom(0.5), '=': () => this.zoom(0.5), '-': () => this.zoom(2), '−': () => this.zoom(2),
      ArrowLeft: () => this.move(-0.25), ArrowRight: () => this.move(0.25), 0: () => this.reset(),
      Home: () => this.set(this.all[0], this.all[0] + this.to - this.from), End: () => this.set(this.all[1] - this.to + this.from, this.all[1]),
    }[ev.key]
    if (!does) return
    ev.preventDefault()
    does()
  }

  zoom(by, around = (this.from + this.to) / 2) { this.set(around - (around - this.from) * by, around + (this.to - around) * by) }
  move(by) { const d = by * (this.to - this.from); this.set(this.from + d, this.to + d) }
  reset() { this.set(...this.all) }

  // set shows a stretch of time, moved into all of it if it is outside.
  set(from, to) {
    const [a, b] = this.all
    const width = Math.min(b - a, Math.max(to - from, 1e-6, (b - a) / 1e5))
    const mid = (from + to) / 2
    this.from = Math.max(a, Math.min(b - width, mid - width / 2))
    this.to = this.from + width
    this.redraw()
    this.range.textContent = width >= b - a ? '' : `${tickText(this.from, width / 100)} to ${tickText(this.to, width / 100)}`
  }

  // redraw draws once before the next frame.
  redraw() {
    if (this.due) return
    this.due = requestAnimationFrame(() => { this.due = 0; this.now() })
  }

  now() {
    const width = this.box.clientWidth
    if (!width) return // in a tab that is not shown
    const scale = devicePixelRatio || 1, height = this.height
    this.canvas.style.height = height + 'px'
    this.canvas.width = Math.round(width * scale)
    this.canvas.height = Math.round(height * scale)
    this.left = this.gutter
    this.width = width - this.left - 1
    const c = this.canvas.getContext('2d')
    c.scale(scale, scale)
    this.draw(c, scale)
  }

  x(t) { return this.left + (t - this.from) / (this.to - this.from) * this.width }
  timeAt(clientX) {
    const x = clientX - this.box.getBoundingClientRect().left - this.left
    return this.from + Math.max(0, Math.min(1, x / this.width)) * (this.to - this.from)
  }

  // grab begins a selection, which is shown when the pointer is let go.
  grab(ev) {
    if (ev.button !== 0) return
    const begin = this.timeAt(ev.clientX), x0 = ev.clientX
    const mark = el('div', { class: 'select' })
    const move = (e) => {
      const [a, b] = [begin, this.timeAt(e.clientX)].sort((x, y) => x - y)
      mark.style.left = this.x(a) + 'px'
      mark.style.width = this.x(b) - this.x(a) + 'px'
      if (!mark.isConnected && Math.abs(e.clientX - x0) > 4) this.box.append(mark)
    }
    const end = (e) => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      if (mark.isConnected && e.type === 'pointerup') this.set(...[begin, this.timeAt(e.clientX)].sort((x, y) => x - y))
      mark.remove()
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
  }

  // axis draws times along the top.
  axis(c, y) {
    const step = nice((this.to - this.from) / Math.max(2, this.width / 110))
    c.font = '11px system-ui, sans-serif'
    c.textBaseline = 'middle'
    c.textAlign = 'left'
    for (let k = Math.ceil(this.from / step - 1e-9); k * step <= this.to; k++) {
      const x = Math.round(this.x(k * step)) + 0.5
      c.fillStyle = color('line')
      c.fillRect(x, y, 1, this.height - y)
      c.fillStyle = color('soft')
      if (x + 50 < this.left + this.width) c.fillText(tickText(k * step, step), x + 5, y + 8)
    }
  }
}

const nice = (x) => {
  const p = 10 ** Math.floor(Math.log10(x))
  return p * (x / p <= 1 ? 1 : x / p <= 2 ? 2 : x / p <= 5 ? 5 : 10)
}
// tickText writes a time so that neighbours, a step apart, differ.
const tickText = (t, step) => {
  if (Math.abs(t) < step / 2) return '0'
  const [unit, size] = t >= 1 ? ['s', 1] : t >= 1e-3 || step >= 1e-4 ? ['ms', 1e-3] : ['µs', 1e-6]
  return (t / size).toFixed(Math.max(0, Math.min(6, -Math.floor(Math.log10(step / size) + 1e-9)))) + ' ' + unit
}
