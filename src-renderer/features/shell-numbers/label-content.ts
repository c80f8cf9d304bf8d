import type { LabelPaper, LabelSettings } from '#shared/model/locks/label'
import { minModuleSize } from '../../print/symbols'

/** The layout inside a label, in millimeters. */
export interface LabelContent {
  readonly padding: number
  /** The side of the QR code or DataMatrix; 0 for none. */
  readonly square: number
  readonly squareCode: 'qr' | 'datamatrix'
  /** The size of the bars; 0 for none. */
  readonly bars: { readonly width: number; readonly height: number }
  /** Text heights. */
  readonly number: number
  readonly title: number
}

const clamp = (min: number, value: number, max: number): number => Math.max(min, Math.min(value, max))

export const labelContent = (
  { labelWidth, labelHeight }: Pick<LabelPaper, 'labelWidth' | 'labelHeight'>,
  { code, title }: Pick<LabelSettings, 'code' | 'title'>,
): LabelContent => {
  const padding = clamp(1, labelHeight * 0.07, 3)
  const width = labelWidth - 2 * padding
  const height = labelHeight - 2 * padding
  const hasSquare = code !== 'code128'
  const hasBars = code === 'code128' || code === 'both'
  const square = hasSquare ? Math.min(height, width * (hasBars ? 0.32 : 0.45)) : 0
  const textWidthLeft = width - (hasSquare ? square + padding : 0)
  const letters = title.trim() === '' ? 0 : clamp(1.8, height * 0.13, 3.4)
  // Ten digits with two spaces are about seven times as wide as high.
  const number = clamp(1.8, Math.min(height * 0.22, textWidthLeft / 7.6), 5)
  const bars = hasBars
    ? { width: textWidthLeft, height: Math.max(0, height - number * 1.35 - letters * 1.35) }
    : { width: 0, height: 0 }
  const squareCode = code === 'datamatrix' ? 'datamatrix' : 'qr'
  return { padding, square, squareCode, bars, number, title: letters }
}

/** The symbol that may be too small for a scanner; null if all are large enough. */
export const sizeProblem = (
  content: LabelContent,
  modules: Readonly<Record<keyof typeof minModuleSize, number>>,
): keyof typeof minModuleSize | 'bars-too-low' | null => {
  const { bars, square, squareCode } = content
  if (bars.width > 0 && bars.width / modules.code128 < minModuleSize.code128) return 'code128'
  if (bars.width > 0 && bars.height < 4) return 'bars-too-low'
  if (square > 0 && square / modules[squareCode] < minModuleSize[squareCode]) return squareCode
  return null
}

/** The width of a line in units of its text height: a Chinese character is as wide as high, others about half. */
export const textWidth = (line: string): number => {
  let sum = 0
  for (const letter of line) sum += /\p{Script=Han}/u.test(letter) ? 1 : 0.56
  return sum
}
