// Tables that sort by a column: of call sites, and of workers.

// sortable fills a table. A column has a name, how to sort by it, and what its cell shows.
const sortable = (table, columns, rows, by, foot) => {
  const state = { by, down: true }
  const body = el('tbody')
  const heads = columns.map((c, i) => el('th', { scope: 'col', class: c.left ? 'left' : '' },
    el('button', { title: c.title || '', onclick: () => sort(i) }, c.name)))
  const sort = (i) => {
    state.down = state.by === i ? !state.down : !columns[i].left
    state.by = i
    fill()
  }
  const fill = () => {
    const { value } = columns[state.by], sign = state.down ? -1 : 1
    const order = rows.map((_, i) => i).sort((a, b) => {
      const x = value(rows[a], a), y = value(rows[b], b)
      return sign * (x < y ? -1 : x > y ? 1 : 0) || a - b
    })
    heads.forEach((h, i) => i === state.by ? h.setAttribute('aria-sort', state.down ? 'descending' : 'ascending') : h.removeAttribute('aria-sort'))
    body.replaceChildren(...order.map((r) => el('tr', {}, ...columns.map((c, i) =>
      el(i ? 'td' : 'th', i ? { class: c.left ? 'left' : '' } : { scope: 'row' }, ...[c.show(rows[r], r)].flat())))))
  }
  table.append(el('thead', {}, el('tr', {}, ...heads)), body)
  if (foot) table.append(el('tfoot', {}, el('tr', {}, ...foot.map((x, i) => el(i ? 'td' : 'th', i ? {} : { scope: 'row' }, x)))))
  fill()
}

const meter = (share, key) => el('i', { class: 'meter', 'aria-hidden': 'true', style: `width:${Math.max(0, Math.min(100, 100 * share))}%;background:var(--${key})` })
const faint = (x, text) => x ? text : el('span', { class: 'zero' }, '–')

const makeSites = () => {
  const capacity = report.account.capacity || 1, span = report.span.span
  const faster = new Map(halved.map((h) => [h.site, h]))
  const seconds = (name, title, get, key) => ({ name, title, value: get, show: (s) => get(s) ? [time(get(s)), meter(get(s) / capacity, key)] : faint(0) })
  const columns = [
    { name: 'call site', left: true, value: (s) => s.name, show: (s) => [el('span', { class: 'name', title: s.file }, s.name), el('span', { class: 'sub', title: s.function }, s.kind === 'outside' ? s.function : `${s.kind} in ${s.function}`)] },
    { name: 'count', value: (s) => s.count, show: (s) => faint(s.count, whole(s.count)) },
    { name: 'piece', title: 'The median piece of work, by time', value: (s) => s.unit, show: (s) => faint(s.unit, time(s.unit)) },
    { name: 'longest', title: 'The longest piece of work', value: (s) => s.longest, show: (s) => faint(s.longest, time(s.longest)) },
    seconds('work', 'On a processor', (s) => s.work, 'work'),
    seconds('overhead', 'In the scheduler for it', (s) => s.over, 'over'),
    seconds('idle', 'Of other workers, while this ran', (s) => s.no_work + s.had_work, 'dust'),
    { name: 'of span', title: 'Its share of the longest chain of work', value: (s) => s.span, show: (s) => faint(s.span && span, percent(s.span / (span || 1))) },
    { name: 'twice as fast', title: 'The speed-up if this took half the time, at least and at most', value: (s, i) => faster.has(i) ? faster.get(i).most : 0, show: (s, i) => faint(faster.has(i), faster.has(i) ? bounds(faster.get(i)) : '') },
  ]
  sortable($('sites'), columns, report.sites || [], 6)
}

const bounds = (b) => times(b.least) === times(b.most) ? times(b.least) : `${times(b.least)} to ${times(b.most)}`

const makeWorkers = () => {
  const lines = report.lines || []
  const used = modes.filter((m) => lines.some((l) => l.seconds[m.key]))
  const all = (l) => modes.reduce((x, m) => x + l.seconds[m.key], 0)
  const columns = [
    { name: 'worker', left: true, value: (l, i) => i, show: (l) => l.name },
    ...used.map((m) => ({ name: m.label, value: (l) => l.seconds[m.key], show: (l) => l.seconds[m.key] ? [time(l.seconds[m.key]), meter(l.seconds[m.key] / (all(l) || 1), m.key)] : faint(0) })),
    { name: 'steals', value: (l) => l.steals, show: (l) => faint(l.steals, whole(l.steals)) },
    { name: 'all', value: all, show: (l) => time(all(l)) },
  ]
  const sum = (get) => lines.reduce((x, l) => x + get(l), 0)
  sortable($('workers'), columns, lines, 0, ['all', ...used.map((m) => time(sum((l) => l.seconds[m.key]))), whole(sum((l) => l.steals)), time(sum(all))])
  $('workers').querySelector('th button').click() // in their order
  $('workers-box').classList.toggle('tall', lines.length > 16)
  const ran = sum((l) => l.seconds.work + l.seconds.over), capacity = report.account.capacity
  const outside = (report.sites || []).filter((s) => s.kind === 'outside').reduce((x, s) => x + s.work, 0)
  $('workers-lead').textContent = `Each row adds up to ${time(report.seconds)}. Of ${time(capacity)} in the account, workers ran for ${time(ran)}` +
    (outside ? `, the program outside any call for ${time(outside)}` : '') + `; in the other ${time(Math.max(0, capacity - ran - outside))} nothing ran.`
}

// makeLadder says what other numbers of workers could give, by the work and the span.
const makeLadder = () => {
  const s = report.span
  if (!ladder.length) {
    $('if').hidden = true
    return
  }
  $('if-lead').textContent = `${time(s.work)} of work, of which ${time(s.span)} must follow each other: parallelism ${s.at_least ? 'at least ' : ''}${digits(s.parallelism)}. ` +
    'The least and the most that a greedy scheduler reaches on processors of its own.'
  const row = (name, get) => el('tr', {}, el('th', { scope: 'row' }, name), ...ladder.map((b) => el('td', {}, get(b))))
  $('ladder').append(
    el('thead', {}, el('tr', {}, el('th', { scope: 'row' }, 'workers'), ...ladder.map((b) => el('th', { scope: 'col' }, String(b.workers))))),
    el('tbody', {}, row('at least', (b) => times(b.least)), row('at most', (b) => times(b.most))))
}

const makePanics = () => {
  const all = report.panics || []
  $('panics').hidden = !all.length
  for (const p of all) $('panic-list').append(el('li', {}, `${time(p.at)}, ${siteName(p.site) || 'unknown'}: ${p.text}`))
}
