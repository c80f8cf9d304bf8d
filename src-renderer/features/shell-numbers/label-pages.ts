import type { LabelPaper } from '#shared/model/locks/label'

/** The upper left corner of a label on its page, in millimeters. */
export interface PlacedLabel<Of> {
  readonly of: Of
  readonly x: number
  readonly y: number
}

/** Arranges labels on pages, row by row; the first `skip` places of the first page are already used. */
export const labelPages = <Of>(
  labels: readonly Of[],
  paper: LabelPaper,
  skip = 0,
): readonly (readonly PlacedLabel<Of>[])[] => {
  const { columns, rows, left, top, labelWidth, labelHeight, gapX, gapY } = paper
  const perPage = columns * rows
  const skipped = Math.max(0, Math.min(skip, perPage - 1))
  const pages: PlacedLabel<Of>[][] = []
  for (const [index, of] of labels.entries()) {
    const place = index + skipped
    const page = Math.floor(place / perPage)
    const column = place % columns
    const row = Math.floor((place % perPage) / columns)
    const places = pages[page] ?? []
    pages[page] = places
    places.push({ of, x: left + column * (labelWidth + gapX), y: top + row * (labelHeight + gapY) })
  }
  return pages
}
