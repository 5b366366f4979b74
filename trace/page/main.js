// Puts everything together.

const tabs = [...document.querySelectorAll('[role=tab]')]

const select = (tab) => {
  for (const t of tabs) {
    const on = t === tab
    t.setAttribute('aria-selected', String(on))
    t.tabIndex = on ? 0 : -1
    $(t.getAttribute('aria-controls')).hidden = !on
  }
}
tabs.forEach((t, i) => {
  t.addEventListener('click', () => select(t))
  t.addEventListener('keydown', (ev) => {
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[ev.key]
    if (to === undefined) return
    ev.preventDefault()
    tabs[to % tabs.length].focus()
    select(tabs[to % tabs.length])
  })
})

const save = () => {
  const a = el('a', { download: 'skua-report.json', href: URL.createObjectURL(new Blob([$('report').textContent, '\n'], { type: 'application/json' })) })
  a.click()
  URL.revokeObjectURL(a.href)
}

// repaint draws again with the colours of now: the theme has changed, or paper has only one.
const repaint = (at_once) => {
  brushes = {}
  drawLegend()
  for (const v of [timeline, moment]) if (v) at_once ? v.now() : v.redraw()
}

drawFacts()
drawVerdict()
drawAccount()
drawLegend()
makeTimeline()
for (const e of document.querySelectorAll('.tabs, [role=tabpanel]')) e.classList.toggle('nothing', !(report.lines || []).length)
makeWorkers()
makeSites()
makeLadder()
makePanics()
makeMatrix()
makeHistogram($('latency'), report.latency)
makeHistogram($('size'), report.size)
makeMoments()
$('foot').append(el('span', {}, `${whole(report.events)} events`), el('button', { onclick: save }, 'Save as JSON'))
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => repaint())
matchMedia('print').addEventListener('change', () => repaint(true))
addEventListener('beforeprint', () => repaint(true))
addEventListener('afterprint', () => repaint())
document.documentElement.dataset.ready = 'true'
