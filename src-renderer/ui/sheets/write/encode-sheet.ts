import { encodeCsv } from './encode-csv'
import type { Table } from './encode-csv'
import { encodeXlsx } from './encode-xlsx'
import type { SheetKind } from './sheet-kinds'

export const encodeSheet = (kind: SheetKind, table: Table): Uint8Array<ArrayBuffer> =>
  kind === 'csv' ? encodeCsv(table) : encodeXlsx(table)
