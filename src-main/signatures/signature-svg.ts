import { padSize } from '#shared/model/changes/signature'
import type { Point } from '#shared/model/changes/signature'

// A signature is a file of this form only: main writes it from numbers, and reads nothing else from it.

const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${padSize.width} ${padSize.height}" fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">\n`
const end = '</svg>\n'

const pathOf = (stroke: readonly Point[]): string => {
  const [first = [0, 0], ...others] = stroke
  // A stroke of one point is a dot.
  const rest = others.length === 0 ? [first] : others
  return `M${first[0]} ${first[1]}${rest.map(([x, y]) => `L${x} ${y}`).join('')}`
}

export const toSvg = (strokes: readonly (readonly Point[])[]): string =>
  `${start}${strokes.map((stroke) => `<path d="${pathOf(stroke)}"/>\n`).join('')}${end}`

const pathLine = /^<path d="(M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)"\/>$/

/** The path data of a file; null if it has another form. */
export const pathsIn = (svg: string): readonly string[] | null => {
  if (!svg.startsWith(start) || !svg.endsWith(end)) return null
  const lines = svg.slice(start.length, -end.length).split('\n').slice(0, -1)
  const paths = lines.flatMap((line) => pathLine.exec(line)?.[1] ?? [])
  return paths.length === lines.length && paths.length > 0 ? paths : null
}
