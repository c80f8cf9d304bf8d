import type { Name } from '#shared/model/name'
import { fullName, inFull } from '../../../names/shown-name'
import type { Table } from './encode-csv'
import type { SheetKind } from './sheet-kinds'
import type { WriteRequest } from './write-worker'

export interface OutColumn<Row> {
  readonly title: string
  /** Numbers are numeric cells; identifiers must be strings. */
  readonly value: (row: Row) => Name | number | null
  /** In characters, for XLSX. */
  readonly width?: number
}

const defaultWidth = 18
/** Up to this many rows are written in the page; more go to a worker in slices. */
const atOnce = 1000

const writeInWorker = async <Row>(
  kind: SheetKind,
  table: Omit<Table, 'rows'>,
  rows: readonly Row[],
  cellsOf: (row: Row) => (string | number | null)[],
): Promise<Uint8Array<ArrayBuffer>> => {
  const worker = new Worker(new URL('./write-worker.ts', import.meta.url), { type: 'module' })
  const post = (request: WriteRequest): void => worker.postMessage(request)
  try {
    const written = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.onmessageerror = () => reject(new Error('the file could not be handed over'))
    })
    // The rejection is handled below, after the last row.
    written.catch(() => undefined)
    for (let from = 0; from < rows.length; from += atOnce) {
      post({ kind: 'rows', rows: rows.slice(from, from + atOnce).map(cellsOf) })
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    post({ kind: 'end', as: kind, table })
    return await written
  } finally {
    worker.terminate()
  }
}

/**
 * The bytes of a CSV or XLSX file, for the command `files/save`. Many rows are written off the main thread.
 * `sheetName` is the sheet's name in a workbook.
 */
export const writeSheet = async <Row>(
  kind: SheetKind,
  columns: readonly OutColumn<Row>[],
  rows: readonly Row[],
  sheetName = 'Sheet1',
): Promise<Uint8Array<ArrayBuffer>> => {
  const table = {
    sheetName,
    titles: columns.map(({ title }) => title),
    widths: columns.map(({ width = defaultWidth }) => width),
  }
  const cellsOf = (row: Row): (string | number | null)[] =>
    columns.map(({ value }) => {
      const cell = inFull(() => value(row))
      return typeof cell === 'number' ? cell : fullName(cell)
    })
  if (rows.length > atOnce) return writeInWorker(kind, table, rows, cellsOf)
  const { encodeSheet } = await import('./encode-sheet')
  return encodeSheet(kind, { ...table, rows: rows.map(cellsOf) })
}
