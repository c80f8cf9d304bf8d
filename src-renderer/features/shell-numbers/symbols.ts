import { code128, qrcode } from 'bwip-js/generic'
import type { DrawingContext } from 'bwip-js/generic'

/** A symbol as a path in modules: one wide is the narrowest bar or square, quiet zones included. */
export interface CodeSymbol {
  readonly width: number
  readonly height: number
  readonly path: string
}

/** On each side, in modules: ISO/IEC 15417 asks for ten beside a Code 128, ISO/IEC 18004 for four around a QR code. */
const quiet = { code128: 10, qr: 4 }

/** What bwip-js draws, taken down as a path; text and colours are not asked for. */
const takeDown = (quietX: number, quietY: number) => {
  const drawn = { width: 0, height: 0, path: '' }
  const none = () => undefined
  const drawing: DrawingContext<undefined> = {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width, height) => void Object.assign(drawn, { width, height }),
    // A bar: its coordinate is its middle, rounded up.
    line: (x, _y, _x1, _y1, width) => {
      const left = x - Math.ceil(width / 2) + quietX
      drawn.path += `M${String(left)} 0h${String(width)}v1h-${String(width)}z`
    },
    polygon: (points) => {
      const steps = points.map(([x, y]) => `${String(x + quietX)} ${String(y + quietY)}`)
      drawn.path += `M${steps.join('L')}z`
    },
    hexagon: none,
    ellipse: none,
    fill: none,
    text: none,
    end: none,
  }
  return { drawing, drawn }
}

/** One module high: it is stretched to the height of its place. */
export const code128Symbol = (digits: string): CodeSymbol => {
  const { drawing, drawn } = takeDown(quiet.code128, 0)
  code128({ bcid: 'code128', text: digits, scale: 1 }, drawing)
  return { width: drawn.width + 2 * quiet.code128, height: 1, path: drawn.path }
}

export const qrSymbol = (digits: string): CodeSymbol => {
  const { drawing, drawn } = takeDown(quiet.qr, quiet.qr)
  // Error correction M, bwip-js's own choice.
  qrcode({ bcid: 'qrcode', text: digits, scale: 1 }, drawing)
  const width = drawn.width + 2 * quiet.qr
  return { width, height: width, path: drawn.path }
}

/** Below this a hand-held scanner has trouble (7.5 mil for bars; 10 mil for squares), in millimetres a module. */
export const finestModule = { code128: 0.19, qr: 0.25 }
