// The head, the verdict, and the account.

const causes = {
  parallelism: ['too little to do at once', 'sleep', 'sparse'],
  waiting: ['tasks waited', 'block', 'level'],
  fine: ['work cut too fine', 'over', 'diagonal'],
  memory: ['slower memory or clock', 'wait', 'upright'],
  collector: ['garbage collector', 'block', 'cross'],
  others: ['other programs', 'off', 'grid'],
  limit: ['the container’s limit', 'off', 'upright'],
  scheduler: ['work waited for a worker', 'search', 'dots'],
  measuring: ['measuring', 'pause', 'cross'],
}

const drawFacts = () => {
  const m = report.machine
  const facts = {
    Workers: report.workers + (report.workers === 1 ? ' worker' : ' workers'),
    Time: time(report.seconds) + (report.live ? ' so far' : ''),
    Calls: whole(report.calls) + (report.calls === 1 ? ' call' : ' calls'),
    Machine: [m.cpu, m.processors && m.processors + ' processors', m.limit && 'limit ' + m.limit].filter(Boolean).join(', '),
    Go: [m.go, m.os && m.os + '/' + m.arch].filter(Boolean).join(' '),
    Started: report.started.startsWith('0001') ? '' : report.started.replace('T', ' ').replace(/\.\d+/, '').replace('Z', ' UTC'),
  }
  for (const [k, v] of Object.entries(facts)) if (v) $('facts').append(el('div', {}, el('dt', {}, k), el('dd', {}, v)))
}

// markNames sets the call sites of the sentence apart.
const markNames = () => {
  const names = [...new Set((verdict.causes || []).map((c) => c.at).filter(Boolean))]
  if (!names.length) return
  const any = new RegExp('(' + names.map((n) => n.replace(/[^\w ]/g, '\\$&')).join('|') + ')')
  $('sentence').replaceChildren(...verdict.sentence.split(any).map((text, i) => i % 2 ? el('code', {}, text) : text))
}

const drawVerdict = () => {
  markNames()
  if (verdict.refusal || report.workers < 2) {
    $('speedup').hidden = true
    return
  }
  $('speedup').append(digits(verdict.speed_up) + '×', el('small', {}, `of ${report.workers}` + (verdict.at_most ? ', at most' : '')))
}

const place = (l) => (l.sites || []).filter((s) => report.sites[s.site]).slice(0, 2)
  .map((s) => `${report.sites[s.site].name} ${time(s.seconds)}`).join(', ')

// drawAccount shows work and losses; the bar has those that are above zero, the table all, and
// their sum.
const drawAccount = () => {
  const a = report.account, seconds = report.seconds || 1
  const rows = [{ cause: 'work', label: 'work', seconds: a.work, fill: hatch('work', 'solid'), at: '' }]
  for (const l of a.losses || []) {
    const [label, key, pattern] = causes[l.cause] || [l.cause, 'pause', 'solid']
    rows.push({ cause: l.cause, label, seconds: l.seconds, fill: hatch(key, pattern), at: place(l) })
  }
  if (!a.capacity) {
    $('account-card').hidden = true
    return
  }
  $('account-lead').textContent = `${report.workers} workers × ${time(report.seconds)} = ${time(report.workers * report.seconds)}. Each row is also shown in ×: its time divided by ${time(report.seconds)}.` +
    (a.capacity - report.workers * report.seconds > 1e-6 ? ` Callers from outside ran beside them for ${time(a.capacity - report.workers * report.seconds)} more.` : '')
  roundRows(rows, seconds)
  const bar = $('bar')
  for (const r of rows) {
    if (r.seconds <= 0) continue
    const text = `${r.label}: ${time(r.seconds)}, ${percent(r.seconds / a.capacity)}`
    const i = el('i', { style: `flex:${1000 * r.seconds / a.capacity} 1 0;background:${r.fill}` })
    hover(i, () => [r.label, text.slice(r.label.length + 2), r.at])
    bar.append(i)
  }
  bar.setAttribute('aria-label', rows.filter((r) => r.seconds > 0).map((r) => `${r.label} ${percent(r.seconds / a.capacity)}`).join(', '))
  const row = (r) => el('tr', r.seconds === 0 ? { class: 'zero' } : {},
    el('th', { scope: 'row' }, el('span', { class: 'key', style: 'background:' + r.fill }), r.label),
    el('td', {}, r.times.toFixed(2) + '×'), el('td', {}, time(r.seconds)),
    el('td', {}, percent(a.capacity ? r.seconds / a.capacity : 0)), el('td', { class: 'left' }, r.at))
  const sum = rows.reduce((x, r) => x + r.seconds, 0)
  $('account').append(
    el('thead', {}, el('tr', {}, ...['', '×', 'time', 'share'].map((x) => el('th', { scope: 'col' }, x)), el('th', { scope: 'col', class: 'left' }, 'most of it at'))),
    el('tbody', {}, ...rows.map(row)),
    el('tfoot', {}, el('tr', {}, el('th', { scope: 'row' }, 'all'), el('td', {}, rows.reduce((x, r) => x + r.times, 0).toFixed(2) + '×'), el('td', {}, time(sum)), el('td', {}, percent(a.capacity ? sum / a.capacity : 0)), el('td', {}))))
}

// roundRows gives each row its × in hundredths: those of the verdict where it has them, the others
// so that they add up to its rest.
const roundRows = (rows, seconds) => {
  const said = new Map((verdict.causes || []).map((c) => [c.cause, c.lost]))
  said.set('work', verdict.speed_up)
  const plain = verdict.refusal || report.workers < 2
  let left = plain ? Math.round(100 * rows.reduce((x, r) => x + r.seconds, 0) / seconds) : Math.round(100 * verdict.rest)
  const rest = rows.filter((r) => plain || !said.has(r.cause))
  for (const r of rows) r.times = plain ? 0 : said.get(r.cause) || 0
  for (const r of rest) {
    r.exact = 100 * r.seconds / seconds
    r.times = Math.floor(r.exact)
    left -= r.times
  }
  rest.sort((x, y) => (y.exact - Math.floor(y.exact)) - (x.exact - Math.floor(x.exact)))
  for (const r of rest) r.times = (r.times + (left-- > 0 ? 1 : 0)) / 100
}

// hover shows lines of text beside the pointer: the first is bold.
const hover = (e, lines) => {
  e.addEventListener('pointermove', (ev) => showTip(ev, lines(ev)))
  e.addEventListener('pointerleave', hideTip)
}
const hideTip = () => { $('tip').hidden = true }
const showTip = (ev, lines) => {
  const tip = $('tip')
  if (!lines || !lines.length) return hideTip()
  tip.replaceChildren(el('b', {}, lines[0]), ...lines.slice(1).filter(Boolean).map((l) => el('span', {}, l)))
  tip.hidden = false
  const r = tip.getBoundingClientRect()
  tip.style.left = Math.max(4, Math.min(ev.clientX + 14, innerWidth - r.width - 8)) + 'px'
  tip.style.top = Math.max(4, ev.clientY + 18 + r.height > innerHeight ? ev.clientY - r.height - 10 : ev.clientY + 18) + 'px'
}
