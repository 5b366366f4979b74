// What a worker can do: name, colour and pattern of each, from the bottom of a row to its top.

const modes = [
  { key: 'work', label: 'work', pattern: 'solid' },
  { key: 'over', label: 'overhead', pattern: 'diagonal' },
  { key: 'off', label: 'ready, no processor', pattern: 'grid' },
  { key: 'wait', label: 'waits for a join', pattern: 'upright' },
  { key: 'block', label: 'blocked', pattern: 'level' },
  { key: 'search', label: 'searches', pattern: 'dots' },
  { key: 'pause', label: 'paused to measure', pattern: 'cross' },
  { key: 'sleep', label: 'asleep', pattern: 'sparse' },
  { key: 'away', label: 'away', pattern: 'none' },
]
const modeOf = Object.fromEntries(modes.map((m) => [m.key, m]))
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()

// tiles draw the patterns on a square of 6.
const tiles = {
  solid: () => {},
  none: () => {},
  diagonal: (c) => { for (const d of [-6, 0, 6]) { c.moveTo(d, 6); c.lineTo(d + 6, 0) } },
  upright: (c) => { c.moveTo(3, 0); c.lineTo(3, 6) },
  level: (c) => { c.moveTo(0, 3); c.lineTo(6, 3) },
  grid: (c) => { c.moveTo(3, 0); c.lineTo(3, 6); c.moveTo(0, 3); c.lineTo(6, 3) },
  cross: (c) => { c.moveTo(0, 0); c.lineTo(6, 6); c.moveTo(0, 6); c.lineTo(6, 0) },
  dots: (c) => { c.moveTo(1, 2); c.lineTo(2.6, 2); c.moveTo(4, 5); c.lineTo(5.6, 5) },
  sparse: (c) => { c.moveTo(2.5, 3); c.lineTo(3.5, 3) },
}

let brushes = {}

// brush returns what a mode is filled with on a canvas of that scale.
const brush = (context, key, scale) => {
  const known = brushes[key + scale]
  if (known) return known
  const m = modeOf[key]
  if (!m || key === 'away') return 'transparent'
  const tile = document.createElement('canvas')
  tile.width = tile.height = Math.round(6 * scale)
  const c = tile.getContext('2d')
  c.scale(tile.width / 6, tile.width / 6)
  c.fillStyle = color(key)
  c.fillRect(0, 0, 6, 6)
  c.strokeStyle = color(m.pattern === 'sparse' ? 'dust' : 'grain')
  c.lineWidth = m.pattern === 'dots' ? 1.6 : 1.1
  c.beginPath()
  tiles[m.pattern](c)
  c.stroke()
  return brushes[key + scale] = context.createPattern(tile, 'repeat')
}

// hatch is the same for CSS.
const hatch = (key, pattern) => {
  const c = `var(--${key})`, g = 'var(--grain)'
  switch (pattern) {
    case 'diagonal': return `repeating-linear-gradient(135deg, ${c} 0 4px, ${g} 4px 5px), ${c}`
    case 'upright': return `repeating-linear-gradient(90deg, ${c} 0 5px, ${g} 5px 6px), ${c}`
    case 'level': return `repeating-linear-gradient(0deg, ${c} 0 5px, ${g} 5px 6px), ${c}`
    case 'grid': return `repeating-linear-gradient(0deg, transparent 0 5px, ${g} 5px 6px), repeating-linear-gradient(90deg, transparent 0 5px, ${g} 5px 6px), ${c}`
    case 'cross': return `repeating-linear-gradient(45deg, transparent 0 4px, ${g} 4px 5px), repeating-linear-gradient(135deg, transparent 0 4px, ${g} 4px 5px), ${c}`
    case 'dots': return `radial-gradient(${g} 1px, transparent 1.2px) 0 0/6px 6px, ${c}`
    case 'sparse': return `radial-gradient(var(--dust) .8px, transparent 1px) 0 0/6px 6px, ${c}`
  }
  return c
}

const drawLegend = () => {
  const list = $('legend')
  list.replaceChildren()
  const scale = devicePixelRatio || 1
  for (const m of modes.filter((m) => m.key !== 'away')) {
    const k = el('canvas', { 'aria-hidden': 'true' })
    k.width = 22 * scale
    k.height = 12 * scale
    const c = k.getContext('2d')
    c.fillStyle = brush(c, m.key, scale)
    c.fillRect(0, 0, k.width, k.height)
    list.append(el('li', {}, k, m.label))
  }
}
