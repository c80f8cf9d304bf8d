import type { Table } from './encode-csv'
import { encodeSheet } from './encode-sheet'
import type { SheetKind } from './sheet-kinds'

/** What the worker is told, in this order: rows in slices, then what to make of them. */
export type WriteRequest =
  | { readonly kind: 'rows'; readonly rows: Table['rows'] }
  | { readonly kind: 'end'; readonly as: SheetKind; readonly table: Omit<Table, 'rows'> }

// The room's types are those of a page; these two are all that a worker has of its own here.
const worker = globalThis as unknown as {
  postMessage: (bytes: Uint8Array, transfer: Transferable[]) => void
  onmessage: ((event: MessageEvent<WriteRequest>) => void) | null
}

const rows: Table['rows'][number][] = []

const write = async (kind: SheetKind, table: Omit<Table, 'rows'>): Promise<void> => {
  const bytes = await encodeSheet(kind, { ...table, rows })
  worker.postMessage(bytes, [bytes.buffer])
}

worker.onmessage = ({ data }) => {
  if (data.kind === 'rows') for (const row of data.rows) rows.push(row)
  // What fails here ends up in the page's `onerror`.
  else
    void write(data.as, data.table).catch((error: unknown) =>
      setTimeout(() => {
        throw error
      }),
    )
}
