/** The positions of labels on the paper. All lengths in millimeters. */
export interface LabelPaper {
  /** The sheet; for a roll, one label. */
  readonly pageWidth: number
  readonly pageHeight: number
  readonly columns: number
  readonly rows: number
  readonly labelWidth: number
  readonly labelHeight: number
  /** From the page's left and top edge to the first label. */
  readonly left: number
  readonly top: number
  /** The gaps between labels, horizontally and vertically. */
  readonly gapX: number
  readonly gapY: number
}

/** `both`: bars and a QR code. */
export const labelCodes = ['code128', 'qr', 'datamatrix', 'both'] as const

export interface LabelSettings {
  /** An ID of the list of papers, or `own`. */
  readonly paperId: string
  /** The dimensions of `own`. */
  readonly own: LabelPaper
  readonly code: (typeof labelCodes)[number]
  /** The text above the number; empty for none. */
  readonly title: string
}

const sheet = (
  pageWidth: number,
  pageHeight: number,
  [columns, rows]: readonly [number, number],
  [labelWidth, labelHeight]: readonly [number, number],
  [left, top]: readonly [number, number],
  [gapX, gapY]: readonly [number, number] = [0, 0],
): LabelPaper => ({
  pageWidth,
  pageHeight,
  columns,
  rows,
  labelWidth,
  labelHeight,
  left,
  top,
  gapX,
  gapY,
})

const roll = (width: number, height: number): LabelPaper =>
  sheet(width, height, [1, 1], [width, height], [0, 0])

/** Common sizes by the number and size of their labels, without product names. */
export const labelPapers = {
  'a4-24': sheet(210, 297, [3, 8], [70, 37.125], [0, 0]),
  'a4-40': sheet(210, 297, [4, 10], [48.5, 25.4], [8, 21.5]),
  'a4-65': sheet(210, 297, [5, 13], [38.1, 21.2], [4.75, 10.7], [2.5, 0]),
  'letter-30': sheet(215.9, 279.4, [3, 10], [66.675, 25.4], [4.7625, 12.7], [3.175, 0]),
  'roll-62x29': roll(62, 29),
  'roll-50x30': roll(50, 30),
  'roll-40x20': roll(40, 20),
} as const satisfies Record<string, LabelPaper>

export type LabelPaperId = keyof typeof labelPapers
export const labelPaperIds = Object.keys(labelPapers) as LabelPaperId[]
export const isLabelPaperId = (id: string): id is LabelPaperId => Object.hasOwn(labelPapers, id)

export const defaultLabels: LabelSettings = {
  paperId: 'a4-24',
  own: labelPapers['roll-50x30'],
  code: 'code128',
  title: '',
}

export const paperOf = ({ paperId, own }: LabelSettings): LabelPaper =>
  isLabelPaperId(paperId) ? labelPapers[paperId] : own

export type PaperProblem = 'not-a-size' | 'too-wide' | 'too-high' | 'label-too-small'

/** A longer side is probably a missing decimal separator. */
const maxLength = 1_000
/** A smaller label cannot hold a scannable code. */
const minSize = { width: 20, height: 8 }
/** Sizes are entered with one or two decimals. */
const tolerance = 0.05

/** The problem with a custom paper, or null. */
export const paperProblem = (paper: LabelPaper): PaperProblem | null => {
  const { pageWidth, pageHeight, columns, rows, labelWidth, labelHeight, left, top, gapX, gapY } = paper
  const lengths = [pageWidth, pageHeight, labelWidth, labelHeight]
  const isSize =
    lengths.every((length) => length > 0 && length <= maxLength) &&
    [left, top, gapX, gapY].every((length) => length >= 0 && length <= maxLength) &&
    [columns, rows].every((count) => Number.isInteger(count) && count >= 1 && count <= 100)
  if (!isSize) return 'not-a-size'
  if (left + columns * labelWidth + (columns - 1) * gapX > pageWidth + tolerance) return 'too-wide'
  if (top + rows * labelHeight + (rows - 1) * gapY > pageHeight + tolerance) return 'too-high'
  if (labelWidth < minSize.width || labelHeight < minSize.height) return 'label-too-small'
  return null
}
