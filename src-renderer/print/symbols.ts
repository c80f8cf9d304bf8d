import { code128, datamatrix, qrcode } from 'bwip-js/generic'
import type { DrawingContext } from 'bwip-js/generic'

/** A symbol as a path in modules: 1 is the width of the narrowest bar or square; quiet zones are included. */
export interface CodeSymbol {
  readonly width: number
  readonly height: number
  readonly path: string
}

/**
 * Modules on each side: ISO/IEC 15417 requires ten beside a Code 128, ISO/IEC 18004 four around a QR code, ISO/IEC 16022
 * one around a DataMatrix.
 */
const quiet = { code128: 10, qr: 4, datamatrix: 1 }

/** Records bwip-js drawing calls as a path; text and colors are not used. */
const recordDrawing = (quietX: number, quietY: number) => {
  const result = { width: 0, height: 0, path: '' }
  const none = () => undefined
  const drawing: DrawingContext<undefined> = {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width, height) => void Object.assign(result, { width, height }),
    // A bar's coordinate is its center, rounded up.
    line: (x, _y, _x1, _y1, width) => {
      const left = x - Math.ceil(width / 2) + quietX
      result.path += `M${String(left)} 0h${String(width)}v1h-${String(width)}z`
    },
    polygon: (points) => {
      const steps = points.map(([x, y]) => `${String(x + quietX)} ${String(y + quietY)}`)
      result.path += `M${steps.join('L')}z`
    },
    hexagon: none,
    ellipse: none,
    fill: none,
    text: none,
    end: none,
  }
  return { drawing, result }
}

/** One module high: it is stretched to the height of its place. */
export const code128Symbol = (digits: string): CodeSymbol => {
  const { drawing, result } = recordDrawing(quiet.code128, 0)
  code128({ bcid: 'code128', text: digits, scale: 1 }, drawing)
  return { width: result.width + 2 * quiet.code128, height: 1, path: result.path }
}

/** @param level the error correction; M is the default of bwip-js, L has more room */
export const qrSymbol = (text: string, level: 'L' | 'M' = 'M'): CodeSymbol => {
  const { drawing, result } = recordDrawing(quiet.qr, quiet.qr)
  // The types of bwip-js name only options that all symbols have.
  const options = { bcid: 'qrcode' as const, text, scale: 1, eclevel: level }
  qrcode(options, drawing)
  const width = result.width + 2 * quiet.qr
  return { width, height: width, path: result.path }
}

/** ECC 200. Digits are encoded in pairs, so that ten of them fit into the second smallest square. */
export const dataMatrixSymbol = (digits: string): CodeSymbol => {
  const { drawing, result } = recordDrawing(quiet.datamatrix, quiet.datamatrix)
  datamatrix({ bcid: 'datamatrix', text: digits, scale: 1 }, drawing)
  const width = result.width + 2 * quiet.datamatrix
  return { width, height: width, path: result.path }
}

/**
 * Hand-held scanners have difficulty below this size (7.5 mil for bars; 10 mil for squares), in millimeters per
 * module.
 */
export const minModuleSize = { code128: 0.19, qr: 0.25, datamatrix: 0.25 }
