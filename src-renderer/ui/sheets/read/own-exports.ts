import { zh } from '../../../i18n/chinese'
import { en } from '../../../i18n/messages'

interface OwnExport {
  /** Titles that every export of this kind has. */
  readonly titles: readonly string[]
  /** Titles of the lock columns; the first non-empty one is used for each row. */
  readonly numbers: readonly string[]
}

/** The app's exports that contain lock numbers, with titles in one language. */
const exportsIn = ({ list, assets, continuous, lending, journal }: typeof en): readonly OwnExport[] => {
  const { extensions: _extensions, ...ofAssets } = assets.export.column
  // Exports of earlier versions do not have this column.
  const { holder: _holder, ...ofList } = list.export.column
  return [
    { titles: Object.values(ofList), numbers: [ofList.assetNum, ofList.number] },
    { titles: Object.values(ofAssets), numbers: [ofAssets.assetNum, ofAssets.number] },
    { titles: Object.values(continuous.csv), numbers: [continuous.csv.assetNum, continuous.csv.number] },
    { titles: Object.values(lending.column), numbers: [lending.column.lock] },
    { titles: Object.values(journal.export.column), numbers: [journal.export.column.number] },
  ]
}
const ownExports = [...exportsIn(en), ...exportsIn(zh)]

/**
 * The lock numbers of a sheet that the app exported itself, so that the user need not choose a column. Null for
 * other sheets, and for an export with columns removed.
 */
export const ownNumbers = (rows: readonly (readonly string[])[]): readonly string[] | null => {
  const [titles = [], ...below] = rows
  const own = ownExports.find((known) => known.titles.every((title) => titles.includes(title)))
  if (own === undefined) return null
  const columns = own.numbers.map((title) => titles.indexOf(title))
  return below.flatMap((row) => columns.map((column) => row[column] ?? '').find((cell) => cell !== '') ?? [])
}
