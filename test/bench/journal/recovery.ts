import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findJournalFiles, journalFileAt } from '../../../src-main/journal/journal-files'
import { openJournal } from '../../../src-main/journal/journal'
import { hashOf, noHead, writeLine } from '../../../src-main/journal/line'
import type { Intent } from '../../../src-main/journal/record'

// The program that `npm run bench -- journal` measures: opening a journal of the given size, and plain reading
// and JSON.parse of the same bytes, alternating. Prints one JSON line.

const operators = ['Li Wei', 'Wang Siyuan', '陈宇']

const intentOf = (first: number, rows: number): Intent => ({
  operation: 'order.lockAssets',
  operatorIdentity: operators[first % operators.length] ?? '',
  environment: 'https://platform.example',
  training: false,
  chunkSize: 100,
  retryOf: null,
  rows: Array.from({ length: rows }, (_one, place) => ({
    key: `LD${8_000_000_000 + first + place}`,
    shellNumber: String(8_000_000_000 + first + place),
    enterpriseGlobalId: '5317046820917364501',
    enterpriseName: 'North Bridge Engineering 北桥工程',
    lockedBefore: false,
    memberGlobalId: null,
    memberName: null,
    request: null,
  })),
})

/** Single locks, with a list of 300 at times, as in daily use. */
const write = async (folder: string, records: number, maxFileBytes: number): Promise<number> => {
  let head = noHead
  let file = 1
  let bytes = 0
  let all = 0
  let lines: string[] = []
  const add = (record: Readonly<Record<string, unknown>>) => {
    const line = writeLine({
      v: 3,
      n: head.n + 1,
      at: 1_790_000_000_000 + head.n,
      previous: head.hash,
      ...record,
    } as never)
    head = { n: head.n + 1, hash: hashOf(line) }
    lines.push(`${line}\n`)
    bytes += line.length + 1
  }
  const end = async () => {
    const text = lines.join('')
    all += Buffer.byteLength(text)
    await writeFile(journalFileAt(folder, file).path, text)
    lines = []
    bytes = 0
  }
  for (let first = 0; head.n < records; first += 1) {
    if (bytes > maxFileBytes) {
      await end()
      file += 1
      add({ kind: 'begins', file })
    }
    const job = randomUUID()
    const rows = first % 1_000 === 999 ? 300 : 1
    add({ kind: 'job', job, intent: intentOf(first, rows) })
    for (let from = 0; from < rows; from += 100) {
      const places = Array.from({ length: Math.min(100, rows - from) }, (_one, index) => from + index)
      add({ kind: 'sent', job, rows: places })
      add({ kind: 'ended', job, ends: places.map((row) => ({ row, state: 'done', reason: null })) })
    }
  }
  await end()
  return all
}

const measured = async (work: () => Promise<unknown>): Promise<number> => {
  globalThis.gc?.()
  const began = performance.now()
  await work()
  return performance.now() - began
}

const [records = 0, rounds = 0, maxFileBytes = 0] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(tmpdir(), 'lock-desk-bench-'))
try {
  const bytes = await write(folder, records, maxFileBytes)
  const files = await findJournalFiles(folder)
  const plain = async () => {
    for (const { path } of files) {
      for (const line of (await readFile(path, 'utf8')).split('\n'))
        if (line !== '') JSON.parse(line.slice(9))
    }
  }
  const open = async () => {
    const opened = await openJournal({ folder })
    if (!opened.ok) throw new Error(opened.error.message)
    if (opened.value.quarantined !== null) throw new Error('the journal is damaged')
    if (opened.value.journal.head().n < records) throw new Error('records are missing')
    await opened.value.journal.stop()
  }
  // The first run of each warms up.
  await plain()
  await open()
  const found: { plain: number; open: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    found.push({ plain: await measured(plain), open: await measured(open) })
  }
  process.stdout.write(`${JSON.stringify({ records, bytes, files: files.length, rounds: found })}\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
