import { fail, succeed } from '#shared/outcome'
import type { Encoding } from '#shared/sheets/decode-text'
import type { Outcome } from '#shared/outcome'
import { sheetFailure } from '../sheet'
import type { Sheet, SheetFailure, SheetProgress } from '../sheet'
import type { ParseRequest } from './parse-file'
import { bytesOf } from './file-bytes'
import type { WorkerAnswer } from './sheet-worker'

/** Text this short is parsed in the page: starting a worker would take longer. */
const atOnce = 50_000

export interface ReadSheetOptions {
  readonly signal?: AbortSignal
  /** A sheet name in the workbook; defaults to the first non-empty sheet. */
  readonly sheet?: string
  /** Of a text file; detected by default. */
  readonly encoding?: Encoding
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
  { sheet = null, encoding = null }: { sheet?: string | null; encoding?: Encoding | null },
): Promise<Outcome<ParseRequest, SheetFailure>> => {
  if (typeof input === 'string') return succeed({ fileName: '', content: input, sheet, encoding })
  const bytes = await bytesOf(input)
  return bytes.ok ? succeed({ fileName: input.name, content: bytes.value, sheet, encoding }) : bytes
}

/**
 * Reads a file (CSV, TSV, TXT, XLSX) or pasted text as rows of text. Parsing runs off the main thread except
 * for short text. If canceled, it ends at once with `cancelled`.
 */
export const readSheet = async (input: File | string, options: ReadSheetOptions = {}): Promise<Answer> => {
  const request = await requestOf(input, options)
  if (options.signal?.aborted === true) return cancelled()
  if (!request.ok) return request
  const { content } = request.value
  if (typeof content === 'string' && content.length < atOnce) {
    const { parseFile } = await import('./parse-file')
    return parseFile(request.value)
  }
  return parseInWorker(request.value, options)
}
