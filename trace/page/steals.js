// The second tab: who stole from whom, and histograms.

const makeMatrix = () => {
  const steals = report.steals || [], n = steals.length
  const most = Math.max(0, ...steals.flat()), sum = steals.flat().reduce((x, y) => x + y, 0)
  $('matrix-lead').textContent = n ? `${whole(sum)} steals. Rows are thieves, columns are victims.` : 'Nothing was recorded.'
  if (!n) return
  const many = n > 16
  $('matrix').classList.toggle('many', many)
  const short = (i) => many && i % 4 ? '' : String(i)
  const cell = (x, i, j) => {
    const share = most ? Math.sqrt(x / most) : 0
    const td = el('td', {
      style: x ? `background:color-mix(in srgb, var(--accent) ${Math.round(8 + 72 * share)}%, var(--card));${share > 0.62 ? 'color:var(--card)' : ''}` : 'background:var(--hover)',
    }, i === j ? '' : x ? whole(x) : '·')
    hover(td, () => i === j ? null : [`${report.lines[i].name} stole ${whole(x)}`, `from ${report.lines[j].name}`])
    return td
  }
  $('matrix').append(
    el('thead', {}, el('tr', {}, el('th', { 'aria-label': 'thief' }), ...steals.map((_, j) => el('th', { scope: 'col', title: report.lines[j].name }, short(j))))),
    el('tbody', {}, ...steals.map((row, i) => el('tr', {}, el('th', { scope: 'row' }, many ? short(i) : `${i} · ${report.lines[i].name}`), ...row.map((x, j) => cell(x, i, j))))))
}

const makeHistogram = (box, h) => {
  const count = (h && h.count) || []
  const sum = count.reduce((x, y) => x + y, 0), most = Math.max(1, ...count)
  if (!sum) {
    box.append(el('p', { class: 'empty' }, 'Nothing was recorded.'))
    return
  }
  const first = count.findIndex((n) => n), last = count.findLastIndex((n) => n)
  const list = el('div', { class: 'hist', role: 'img', 'aria-label': histogramText(h, count, sum) })
  for (let k = first; k <= last; k++) {
    list.append(el('span', {}, '< ' + time(h.least * 2 ** k)), el('i', { style: `width:${100 * count[k] / most}%` }), el('span', {}, whole(count[k])))
  }
  box.append(list)
}

// histogramText says below which bins half and nearly all are.
const histogramText = (h, count, sum) => {
  const below = (share) => {
    let seen = 0
    return time(h.least * 2 ** count.findIndex((n) => (seen += n) >= share * sum))
  }
  return `${whole(sum)} in all, half of them below ${below(0.5)}, 99 % below ${below(0.99)}`
}
