import { zh } from '../../../i18n/chinese'
import { en } from '../../../i18n/messages'
import { changeFiles } from '../change-columns'

interface OwnExport {
  /** Titles that every export of this kind has. */
  readonly titles: readonly string[]
  /** Titles of the lock columns; the first non-empty one is used for each row. */
  readonly numbers: readonly string[]
}

/** The app's exports that contain lock numbers, with titles in one language. */
const exportsIn = ({ common: { column }, assets, lending }: typeof en): readonly OwnExport[] => {
  const { extensions: _extensions, ...ofAssets } = assets.export.column
  const titlesOf = (keys: readonly (keyof typeof column)[]) => keys.map((key) => column[key])
  // Exports of earlier versions do not have this column.
  const ofList = changeFiles.list.filter((key) => key !== 'holder')
  return [
    { titles: titlesOf(ofList), numbers: [column.assetNum, column.number] },
    { titles: Object.values(ofAssets), numbers: [ofAssets.assetNum, ofAssets.number] },
    { titles: titlesOf(changeFiles.continuous), numbers: [column.assetNum, column.shellNumber] },
    { titles: Object.values(lending.column), numbers: [lending.column.lock] },
    { titles: titlesOf(changeFiles.log), numbers: [column.number] },
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
