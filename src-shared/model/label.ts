/** Where labels stand on what is put into the printer. All lengths in millimetres. */
export interface LabelPaper {
  /** The sheet; of a roll, one label. */
  readonly pageWidth: number
  readonly pageHeight: number
  readonly columns: number
  readonly rows: number
  readonly labelWidth: number
  readonly labelHeight: number
  /** From the page's left and upper edge to the first label. */
  readonly left: number
  readonly top: number
  /** Between labels beside and above one another. */
  readonly gapX: number
  readonly gapY: number
}

export const labelCodes = ['code128', 'qr', 'both'] as const

export interface LabelSettings {
  /** Of the list of papers, or `own`. */
  readonly paperId: string
  /** What `own` stands for. */
  readonly own: LabelPaper
  readonly code: (typeof labelCodes)[number]
  /** Above the number; empty for none. */
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

/** Sizes that are sold in many countries, by the number and size of their labels; nobody's product names. */
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

export const usualLabels: LabelSettings = {
  paperId: 'a4-24',
  own: labelPapers['roll-50x30'],
  code: 'code128',
  title: '',
}

export const paperOf = ({ paperId, own }: LabelSettings): LabelPaper =>
  isLabelPaperId(paperId) ? labelPapers[paperId] : own

export type PaperProblem = 'not-a-size' | 'too-wide' | 'too-high' | 'label-too-small'

/** The longest side of a sheet or a roll's label; beyond it a comma was forgotten. */
const longest = 1_000
/** Less holds no symbol that a scanner reads. */
const smallest = { width: 20, height: 8 }
/** Sizes are typed with one or two decimals. */
const tolerance = 0.05

/** What is wrong with a paper that a person described, or null. */
export const paperProblem = (paper: LabelPaper): PaperProblem | null => {
  const { pageWidth, pageHeight, columns, rows, labelWidth, labelHeight, left, top, gapX, gapY } = paper
  const lengths = [pageWidth, pageHeight, labelWidth, labelHeight]
  const isSize =
    lengths.every((length) => length > 0 && length <= longest) &&
    [left, top, gapX, gapY].every((length) => length >= 0 && length <= longest) &&
    [columns, rows].every((count) => Number.isInteger(count) && count >= 1 && count <= 100)
  if (!isSize) return 'not-a-size'
  if (left + columns * labelWidth + (columns - 1) * gapX > pageWidth + tolerance) return 'too-wide'
  if (top + rows * labelHeight + (rows - 1) * gapY > pageHeight + tolerance) return 'too-high'
  if (labelWidth < smallest.width || labelHeight < smallest.height) return 'label-too-small'
  return null
}
