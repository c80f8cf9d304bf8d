import { parseFile } from './parse-file'
import type { ParseRequest } from './parse-file'
import { sheetFailure } from '../sheet'
import type { Sheet, SheetFailure, SheetProgress } from '../sheet'

/** The worker's messages, in this order: progress, the rows in slices, the end; or a failure. */
export type WorkerAnswer =
  | { readonly kind: 'progress'; readonly progress: SheetProgress }
  | { readonly kind: 'rows'; readonly rows: Sheet['rows']; readonly of: number }
  | { readonly kind: 'end'; readonly sheet: Omit<Sheet, 'rows'> }
  | { readonly kind: 'failed'; readonly error: SheetFailure }

/** Receiving rows blocks the page; this many take a few milliseconds. */
const sliceRows = 2000

// The page's type library applies here; these are the only two worker members used.
const worker = globalThis as unknown as {
  postMessage: (answer: WorkerAnswer) => void
  onmessage: ((event: MessageEvent<ParseRequest>) => void) | null
}

const answer = async (request: ParseRequest): Promise<void> => {
  const parsed = await parseFile(request, (progress) => worker.postMessage({ kind: 'progress', progress }))
  if (!parsed.ok) {
    worker.postMessage({ kind: 'failed', error: parsed.error })
    return
  }
  const { rows, ...sheet } = parsed.value
  for (let from = 0; from < rows.length; from += sliceRows) {
    worker.postMessage({ kind: 'rows', rows: rows.slice(from, from + sliceRows), of: rows.length })
  }
  worker.postMessage({ kind: 'end', sheet })
}

worker.onmessage = ({ data }) =>
  void answer(data).catch((error: unknown) =>
    worker.postMessage({ kind: 'failed', error: sheetFailure('internal', String(error)) }),
  )
