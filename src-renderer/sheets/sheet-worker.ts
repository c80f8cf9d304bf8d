import { parseFile } from './parse-file'
import type { ParseRequest } from './parse-file'
import { sheetFailure } from './sheet'
import type { Sheet, SheetFailure, SheetProgress } from './sheet'

/** What the worker says, in this order: progress, then the rows in slices, then the end; or a failure. */
export type WorkerAnswer =
  | { readonly kind: 'progress'; readonly progress: SheetProgress }
  | { readonly kind: 'rows'; readonly rows: Sheet['rows']; readonly of: number }
  | { readonly kind: 'end'; readonly sheet: Omit<Sheet, 'rows'> }
  | { readonly kind: 'failed'; readonly error: SheetFailure }

/** Taking rows over costs the page time; so many are a few milliseconds. */
const sliceRows = 2000

// The room's types are those of a page; these two are all that a worker has of its own here.
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
