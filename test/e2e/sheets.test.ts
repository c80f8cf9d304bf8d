import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorkbook } from '../renderer/ui/sheets/make-workbook'
import { startApp } from '../support/app'
import type { RunningApp } from '../support/app'

let desk: RunningApp
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.stop())

const assets = readdirSync(resolve('out/renderer/assets'))
const workerFile = (name: string): string => {
  const file = assets.find((one) => one.startsWith(`${name}-`) && one.endsWith('.js'))
  if (file === undefined) throw new Error(`The build has no ${name}.`)
  return `app://lock-desk/assets/${file}`
}

/** Sends requests to a worker of the built app and collects its messages up to the last one. */
const ask = (file: string, requests: unknown[], isLast: string) =>
  desk.page.evaluate(
    ([url, given, last]) =>
      new Promise<unknown[]>((done, failed) => {
        const messages: unknown[] = []
        const worker = new Worker(url, { type: 'module' })
        worker.onerror = ({ message }) => failed(new Error(message))
        worker.onmessage = ({ data }: MessageEvent<{ kind?: string }>) => {
          messages.push(data instanceof Uint8Array ? Array.from(data) : data)
          if ((data.kind ?? 'bytes') === last || data.kind === 'failed') done(messages)
        }
        for (const request of given) worker.postMessage(request)
      }),
    [file, requests, isLast] as const,
  )

// Under the page's content security policy, which allows neither blob URLs nor evaluated code.
describe('spreadsheets in the app', () => {
  it('are read in a worker, also compressed ones', async () => {
    const rows = Array.from(
      { length: 30_000 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>${8_000_000_000 + index}</v></c></row>`,
    )
    const bytes = Array.from(makeWorkbook([{ name: 'Locks', data: rows.join('') }]))
    const messages = await desk.page.evaluate(
      ([url, content]) =>
        new Promise<{ read: number; last: string | undefined; error: unknown }>((done) => {
          const worker = new Worker(url, { type: 'module' })
          let read = 0
          let last: string | undefined
          worker.onmessage = ({
            data,
          }: MessageEvent<{ kind: string; rows?: string[][]; error?: unknown }>) => {
            read += data.rows?.length ?? 0
            last = data.rows?.at(-1)?.[0] ?? last
            if (data.kind === 'end' || data.kind === 'failed') done({ read, last, error: data.error })
          }
          worker.postMessage({ fileName: 'locks.xlsx', content: new Uint8Array(content), sheet: null })
        }),
      [workerFile('sheet-worker'), bytes] as const,
    )
    expect(messages).toEqual({ read: 30_000, last: '8000029999', error: undefined })
  })

  it('are written in a worker', async () => {
    const table = { sheetName: 'Locks', titles: ['Lock'], widths: [18] }
    const rows = Array.from({ length: 20_000 }, (_, index) => [String(8_000_000_000 + index)])
    const [bytes] = (await ask(
      workerFile('write-worker'),
      [
        { kind: 'rows', rows },
        { kind: 'end', as: 'xlsx', table },
      ],
      'bytes',
    )) as [number[]]
    expect(bytes.slice(0, 4)).toEqual([0x50, 0x4b, 3, 4])
    const read = await ask(
      workerFile('sheet-worker'),
      [{ fileName: '', content: `Lock\n${rows.join('\n')}`, sheet: null }],
      'end',
    )
    expect(read.at(-1)).toMatchObject({ kind: 'end', sheet: { width: 1, separator: null } })
  })
})
