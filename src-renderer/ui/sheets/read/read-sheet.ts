import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { sheetFailure, sheetLimits } from '../sheet'
import type { Sheet, SheetFailure, SheetProgress } from '../sheet'
import type { ParseRequest } from './parse-file'
import type { WorkerAnswer } from './sheet-worker'

/** Text this short is parsed in the page: starting a worker would take longer. */
const atOnce = 50_000

export interface ReadSheetOptions {
  readonly signal?: AbortSignal
  /** A sheet name in the workbook; defaults to the first non-empty sheet. */
  readonly sheet?: string
  readonly onProgress?: (progress: SheetProgress) => void
}

type Answer = Outcome<Sheet, SheetFailure>

const cancelled = (): Answer => fail(sheetFailure('cancelled', 'cancelled'))

const parseInWorker = (request: ParseRequest, { signal, onProgress }: ReadSheetOptions): Promise<Answer> => {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const answered = new Promise<Answer>((resolve) => {
    const rows: (readonly string[])[] = []
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === 'progress') onProgress?.(data.progress)
      if (data.kind === 'failed') resolve(fail(data.error))
      if (data.kind === 'end') resolve(succeed({ ...data.sheet, rows }))
      if (data.kind === 'rows') {
        for (const row of data.rows) rows.push(row)
        onProgress?.({ stage: 'rows', done: rows.length, of: data.of })
      }
    }
    worker.onerror = ({ message }) => resolve(fail(sheetFailure('internal', message)))
    signal?.addEventListener('abort', () => resolve(cancelled()), { once: true })
  })
  const transfer = typeof request.content === 'string' ? [] : [request.content.buffer]
  worker.postMessage(request, transfer)
  return answered.finally(() => worker.terminate())
}

const requestOf = async (
  input: File | string,
  sheet: string | null,
): Promise<Outcome<ParseRequest, SheetFailure>> => {
  if (typeof input === 'string') return succeed({ fileName: '', content: input, sheet })
  if (input.size > sheetLimits.bytes) return fail(sheetFailure('too-large', String(input.size)))
  try {
    return succeed({ fileName: input.name, content: new Uint8Array(await input.arrayBuffer()), sheet })
  } catch (error) {
    // The file was moved, its drive was removed, or access is denied. A dropped folder fails here too.
    return fail(sheetFailure('unreadable', String(error)))
  }
}

/**
 * Reads a file (CSV, TSV, TXT, XLSX) or pasted text as rows of text. Parsing runs off the main thread except
 * for short text. If canceled, it ends at once with `cancelled`.
 */
export const readSheet = async (input: File | string, options: ReadSheetOptions = {}): Promise<Answer> => {
  const request = await requestOf(input, options.sheet ?? null)
  if (options.signal?.aborted === true) return cancelled()
  if (!request.ok) return request
  const { content } = request.value
  if (typeof content === 'string' && content.length < atOnce) {
    const { parseFile } = await import('./parse-file')
    return parseFile(request.value)
  }
  return parseInWorker(request.value, options)
}
