// Moments: every change in a short time, as strips and as a table.

let moment, shown
const mostArrows = 60

const makeMoments = () => {
  const all = report.moments || []
  if (!all.length) {
    $('moment').replaceWith(el('p', { class: 'empty' }, 'None were kept.'))
    $('moment-tools').hidden = true
    return
  }
  moment = new View($('moment'), $('moment-tools'), $('moment-range'), [all[0].from, all[0].to], drawMoment)
  moment.gutter = 88
  moment.first = top0 + 4
  moment.row = rowHeight(report.lines.length)
  moment.height = moment.first + report.lines.length * moment.row
  hover($('moment'), momentTip)
  all.forEach((m, i) => $('moment-list').append(el('button', {
    'aria-pressed': 'false', onclick: () => showMoment(i),
  }, `${time(m.from)}: ${time(m.idle)} idle, ${whole((m.events || []).length)} changes`)))
  showMoment(all.reduce((best, m, i) => m.idle > all[best].idle ? i : best, 0))
}

const showMoment = (i) => {
  shown = report.moments[i]
  ;[...$('moment-list').children].forEach((b, k) => b.setAttribute('aria-pressed', String(k === i)))
  shown.rows = report.lines.map((_, k) => shown.events.filter((e) => e.line === k))
  moment.all = [shown.from, Math.max(shown.to, shown.from + 1e-6)]
  moment.reset()
  drawEvents()
}

const drawMoment = (c, scale) => {
  const v = moment
  v.axis(c, 0)
  c.save()
  c.beginPath()
  c.rect(v.left, 0, v.width, v.height)
  c.clip()
  shown.rows.forEach((events, i) => {
    const y = v.first + i * v.row, h = v.row - (v.row > 12 ? 3 : 1)
    events.forEach((e, k) => {
      const to = k + 1 < events.length ? events[k + 1].at : lastAt()
      if (to < v.from || e.at > v.to || e.mode === 'away') return
      c.fillStyle = brush(c, e.mode, scale)
      c.beginPath()
      c.rect(v.x(e.at), y, Math.max(0.6, v.x(to) - v.x(e.at)), h)
      c.save()
      c.scale(1 / scale, 1 / scale)
      c.fill()
      c.restore()
    })
  })
  drawSteals(c, v)
  c.restore()
  drawNames(c, v, report.lines)
}

// lastAt is how far the events go: there may have been too many for all of the moment.
const lastAt = () => shown.events.length ? shown.events[shown.events.length - 1].at : shown.to

// drawSteals draws an arrow from victim to thief, unless there are so many that they hide the rest.
const drawSteals = (c, v) => {
  const steals = shown.events.filter((e) => e.kind === 'stole' && e.at >= v.from && e.at <= v.to && (e.n || 0) >= 0 && (e.n || 0) !== e.line)
  $('moment-help').textContent = steals.length > mostArrows ? `${whole(steals.length)} steals: zoom in to see them.` : 'Arrows are steals, from victim to thief.'
  if (steals.length > mostArrows) return
  const middle = (i) => v.first + i * v.row + (v.row - 3) / 2
  c.strokeStyle = c.fillStyle = color('ink')
  c.globalAlpha = 0.55
  for (const e of steals) {
    const x = v.x(e.at), y = middle(e.line), d = Math.sign(y - middle(e.n || 0)) * 4
    c.beginPath()
    c.moveTo(x, middle(e.n || 0))
    c.lineTo(x, y)
    c.stroke()
    c.beginPath()
    c.moveTo(x, y)
    c.lineTo(x - 2.5, y - d)
    c.lineTo(x + 2.5, y - d)
    c.fill()
  }
  c.globalAlpha = 1
}

const siteName = (i) => report.sites[i] ? report.sites[i].name : ''

const momentTip = (ev) => {
  const v = moment, box = v.box.getBoundingClientRect(), t = v.timeAt(ev.clientX)
  const i = Math.floor((ev.clientY - box.top - v.first) / v.row)
  const events = shown.rows[i]
  if (!events || ev.clientX - box.left < v.left) return null
  const k = events.findLastIndex((e) => e.at <= t)
  if (k < 0) return [report.lines[i].name, 'nothing is known yet']
  const e = events[k], to = k + 1 < events.length ? events[k + 1].at : lastAt()
  return [`${report.lines[i].name} · ${(modeOf[e.mode] || { label: e.mode }).label}`, `since ${e.kind}, for ${time(to - e.at)}`, siteName(e.site)]
}

// what says from whom a steal was, and how many indices a chunk has; it has two numbers in one.
const what = (e) => {
  const n = e.n || 0
  if (e.kind === 'stole') return report.lines[n] ? 'from ' + report.lines[n].name : ''
  return e.kind === 'chunk' ? `${whole(Math.floor(n / 2 ** 32))} indices begin, ${whole(n % 2 ** 32)} ended` : ''
}

const drawEvents = () => {
  const row = (e) => el('tr', {}, el('td', {}, time(e.at - shown.from)), el('td', { class: 'left' }, (report.lines[e.line] || { name: '' }).name),
    el('td', { class: 'left' }, e.kind), el('td', { class: 'left' }, (modeOf[e.mode] || { label: e.mode }).label), el('td', { class: 'left name' }, siteName(e.site)),
    el('td', { class: 'left' }, what(e)))
  const head = ['after', 'worker', 'event', 'then', 'call site', 'what']
  $('events').replaceChildren(
    el('thead', {}, el('tr', {}, ...head.map((x, i) => el('th', { scope: 'col', class: i > 0 ? 'left' : '' }, x)))),
    el('tbody', {}, ...shown.events.slice(0, 2000).map(row)))
}
