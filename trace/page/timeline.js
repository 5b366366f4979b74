// The timeline: how many tasks were ready, and below it a row for each worker, in which the height
// of a colour is its share of the column's time.

const rowHeight = (n) => n <= 8 ? 26 : n <= 16 ? 20 : n <= 32 ? 14 : 10
const stripHeight = 44
const top0 = 18 // the axis
let timeline

const makeTimeline = () => {
  const c = report.columns, lines = report.lines || []
  if (!c.count || !lines.length) return
  const end = Math.min(c.from + c.count * c.width, report.seconds || Infinity)
  timeline = new View($('timeline'), $('timeline-tools'), $('timeline-range'), [c.from, end], drawTimeline)
  timeline.gutter = 88
  timeline.row = rowHeight(lines.length)
  timeline.first = top0 + stripHeight + 8
  timeline.height = timeline.first + lines.length * timeline.row
  $('timeline').setAttribute('aria-label', `Timeline of ${lines.length} workers over ${time(report.seconds)}. The tables have the numbers.`)
  hover($('timeline'), (ev) => timelineTip(ev))
}

const drawTimeline = (c, scale) => {
  const v = timeline, columns = report.columns, lines = report.lines
  v.axis(c, 0)
  drawReady(c, v)
  const first = Math.max(0, Math.floor((v.from - columns.from) / columns.width))
  const last = Math.min(columns.count - 1, Math.floor((v.to - columns.from) / columns.width))
  c.save()
  c.beginPath()
  c.rect(v.left, 0, v.width, v.height)
  c.clip()
  for (const m of modes) {
    if (m.key === 'away') continue
    c.fillStyle = brush(c, m.key, scale)
    c.beginPath()
    lines.forEach((l, i) => rowOf(c, v, l.columns || [], i, m.key, first, last))
    c.save()
    c.scale(1 / scale, 1 / scale) // patterns are made for the screen's pixels
    c.fill()
    c.restore()
  }
  c.restore()
  drawNames(c, v, lines)
}

// rowOf adds to the path what a worker has of a mode.
const rowOf = (c, v, columns, i, key, first, last) => {
  const below = modes.slice(0, modes.findIndex((m) => m.key === key)).map((m) => m.key)
  const h = v.row - (v.row > 12 ? 3 : 1), bottom = v.first + i * v.row + h
  for (let k = first; k <= last && k < columns.length; k++) {
    const s = columns[k][key]
    if (!s) continue
    const begin = report.columns.from + k * report.columns.width
    const width = Math.min(report.columns.width, v.all[1] - begin)
    const under = below.reduce((x, b) => x + columns[k][b], 0)
    const x0 = v.x(begin), x1 = v.x(begin + width)
    const y = bottom - Math.min(1, (under + s) / width) * h
    c.rect(x0, y, x1 - x0, bottom - Math.min(1, under / width) * h - y)
  }
}

const drawReady = (c, v) => {
  const ready = report.ready || [], columns = report.columns
  const most = Math.max(1, ...ready)
  const bottom = top0 + stripHeight
  c.save()
  c.beginPath()
  c.rect(v.left, 0, v.width, bottom + 1)
  c.clip()
  c.beginPath()
  c.moveTo(v.left, bottom)
  ready.forEach((n, k) => {
    const y = bottom - n / most * (stripHeight - 6)
    c.lineTo(v.x(columns.from + k * columns.width), y)
    c.lineTo(v.x(Math.min(columns.from + (k + 1) * columns.width, v.all[1])), y)
  })
  c.lineTo(v.x(v.all[1]), bottom)
  c.globalAlpha = 0.22
  c.fillStyle = color('ready')
  c.fill()
  c.globalAlpha = 1
  c.strokeStyle = color('ready')
  c.lineWidth = 1
  c.stroke()
  c.restore()
  c.fillStyle = color('soft')
  c.font = '11px system-ui, sans-serif'
  c.textBaseline = 'middle'
  c.textAlign = 'right'
  c.fillText('ready tasks', v.left - 10, bottom - 10)
  c.fillText('max ' + digits(most), v.left - 10, bottom - 25)
}

const drawNames = (c, v, lines) => {
  c.fillStyle = color('soft')
  c.textBaseline = 'middle'
  c.textAlign = 'right'
  c.font = `${v.row < 12 ? 9 : 11}px system-ui, sans-serif`
  lines.forEach((l, i) => {
    if (v.row < 12 && i % 4) return
    c.fillText(l.name, v.left - 10, v.first + i * v.row + (v.row - 2) / 2, v.left - 12)
  })
}

const timelineTip = (ev) => {
  const v = timeline, box = v.box.getBoundingClientRect()
  const x = ev.clientX - box.left, y = ev.clientY - box.top, w = report.columns.width
  if (x < v.left || x > v.left + v.width) return null
  const k = Math.min(report.columns.count - 1, Math.floor((v.timeAt(ev.clientX) - report.columns.from) / w))
  const begin = report.columns.from + k * w
  const when = `${time(begin)} to ${time(Math.min(begin + w, v.all[1]))}`
  if (y < v.first) return ['ready tasks: ' + digits(report.ready[k]), when]
  const i = Math.floor((y - v.first) / v.row), l = report.lines[i]
  if (!l) return null
  const m = (l.columns || [])[k]
  if (!m) return [l.name, when, 'away']
  const site = report.sites[l.sites[k]]
  return [l.name + (site && m.work ? ' · ' + site.name : ''), when,
    ...modes.filter((x) => m[x.key]).map((x) => `${x.label} ${time(m[x.key])}`)]
}
