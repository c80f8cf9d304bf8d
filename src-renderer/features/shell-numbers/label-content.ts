import type { LabelPaper, LabelSettings } from '#shared/model/label'
import { finestModule } from './symbols'

/** Where things stand inside a label, in millimetres. */
export interface LabelContent {
  readonly padding: number
  /** The side of the QR code; 0 for none. */
  readonly qr: number
  /** The room of the bars; 0 for none. */
  readonly bars: { readonly width: number; readonly height: number }
  /** Heights of the letters. */
  readonly number: number
  readonly title: number
}

const clamp = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))

export const labelContent = (
  { labelWidth, labelHeight }: Pick<LabelPaper, 'labelWidth' | 'labelHeight'>,
  { code, title }: Pick<LabelSettings, 'code' | 'title'>,
): LabelContent => {
  const padding = clamp(1, labelHeight * 0.07, 3)
  const width = labelWidth - 2 * padding
  const height = labelHeight - 2 * padding
  const hasQr = code !== 'code128'
  const qr = hasQr ? Math.min(height, width * (code === 'both' ? 0.32 : 0.45)) : 0
  const beside = width - (hasQr ? qr + padding : 0)
  const letters = title.trim() === '' ? 0 : clamp(1.8, height * 0.13, 3.4)
  // Ten digits with two spaces between are about seven times as wide as they are high.
  const number = clamp(1.8, Math.min(height * 0.22, beside / 7.6), 5)
  const bars =
    code === 'qr'
      ? { width: 0, height: 0 }
      : { width: beside, height: Math.max(0, height - number * 1.35 - letters * 1.35) }
  return { padding, qr, bars, number, title: letters }
}

/** Which symbol is so small here that a scanner may not read it; null where all are well. */
export const tooFine = (
  content: LabelContent,
  modules: { readonly code128: number; readonly qr: number },
): 'code128' | 'qr' | 'bars-too-low' | null => {
  const { bars, qr } = content
  if (bars.width > 0 && bars.width / modules.code128 < finestModule.code128) return 'code128'
  if (bars.width > 0 && bars.height < 4) return 'bars-too-low'
  if (qr > 0 && qr / modules.qr < finestModule.qr) return 'qr'
  return null
}

/** How wide a line is, in its letters' height: Chinese ones are as wide as they are high, the others about half. */
export const lettersIn = (line: string): number => {
  let sum = 0
  for (const letter of line) sum += /\p{Script=Han}/u.test(letter) ? 1 : 0.56
  return sum
}
