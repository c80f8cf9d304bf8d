import type { Table } from './encode-csv'
import { encodeSheet } from './encode-sheet'
import type { SheetKind } from './sheet-kinds'

/** The messages to the worker, in this order: rows in slices, then the format to write. */
export type WriteRequest =
  | { readonly kind: 'rows'; readonly rows: Table['rows'] }
  | { readonly kind: 'end'; readonly as: SheetKind; readonly table: Omit<Table, 'rows'> }

// The page's type library applies here; these are the only two worker members used.
const worker = globalThis as unknown as {
  postMessage: (bytes: Uint8Array, transfer: Transferable[]) => void
  onmessage: ((event: MessageEvent<WriteRequest>) => void) | null
}

const rows: Table['rows'][number][] = []

worker.onmessage = ({ data }) => {
  if (data.kind === 'rows') for (const row of data.rows) rows.push(row)
  else {
    // Errors here reach the page's `onerror`.
    const bytes = encodeSheet(data.as, { ...data.table, rows })
    worker.postMessage(bytes, [bytes.buffer])
  }
}
