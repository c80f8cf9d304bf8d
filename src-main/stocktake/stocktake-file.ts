import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, rename, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '#shared/error-message'
import { lockStates } from '#shared/model/locks/lock-record'
import { countSources, stocktakeResults } from '#shared/model/stocktake'
import { openAppendFile } from '../util/files/append-file'
import type { AppendFile, OpenFile } from '../util/files/append-file'
import { linesOf, parseCheckedLine, writeCheckedLine } from '../util/files/checked-line'
import { syncFolder, writeWithoutCopy } from '../util/files/durable-file'
import { readBytes } from '../util/files/regular-file'

// One file per stocktake: a header with the expected locks, then a line per count or undone count, then its end. Lines
// are only appended. What is acknowledged is on disk, so a partial last line was never acknowledged.

/** Version 1 has no undone counts, version 2 no numbers of two devices. */
export const stocktakeVersion = 3

const expected = z.object({
  number: z.string(),
  assetNum: z.string().nullable(),
  enterpriseName: z.string().nullable(),
  /** When the stocktake started; null if the lock was on none of the lists. */
  disabled: z.boolean().nullable(),
})
export type ExpectedLock = z.infer<typeof expected>

const header = z.object({
  kind: z.literal('stocktake'),
  version: z.literal([1, 2, stocktakeVersion]),
  id: z.string(),
  environment: z.string(),
  scope: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('enterprise'),
      enterpriseGlobalId: z.string(),
      enterpriseName: z.string().nullable(),
    }),
    z.object({ kind: z.literal('list'), name: z.string() }),
  ]),
  startedAt: z.number(),
  startedBy: z.string(),
  expected: z.array(expected),
})
export type StocktakeHeader = z.infer<typeof header>

const count = z.object({
  kind: z.literal('count'),
  at: z.number(),
  by: z.enum(countSources),
  operator: z.string(),
  numbers: z.array(z.string()),
})
export type Count = Omit<z.infer<typeof count>, 'kind' | 'numbers'>

/** Counts that are undone; a number that is counted afterwards counts again. */
const undo = z.object({
  kind: z.literal('undo'),
  at: z.number(),
  operator: z.string(),
  numbers: z.array(z.string()),
})

/** Counted numbers that two plugged-in devices gave at the same time. */
const double = z.object({
  kind: z.literal('double'),
  at: z.number(),
  numbers: z.array(z.string()),
})

const end = z.object({
  kind: z.literal('end'),
  at: z.number(),
  by: z.string(),
  how: z.enum(['finish', 'cancel']),
  /** As the lists were at the end, in the order of the stocktake's rows. */
  rows: z.array(
    z.object({
      number: z.string(),
      assetNum: z.string().nullable(),
      enterpriseName: z.string().nullable(),
      result: z.enum(stocktakeResults),
      status: z.enum(lockStates).nullable(),
    }),
  ),
})
export type StocktakeEnd = z.infer<typeof end>

/** A line after the header. */
export const stocktakeLineSchema = z.discriminatedUnion('kind', [count, undo, double, end])
export type StocktakeLine = z.infer<typeof stocktakeLineSchema>
export const stocktakeHeaderSchema = header

export interface StocktakeContent {
  readonly header: StocktakeHeader
  /** The first count of each number that was not undone, in the order they were counted. */
  readonly counts: Map<string, Count>
  /** The counted numbers that two plugged-in devices gave at the same time. */
  readonly doubles: Set<string>
  end: StocktakeEnd | null
}

interface ReadContent extends StocktakeContent {
  /** Bytes up to the end of the last complete line; the rest is a partial write. */
  readonly wholeBytes: number
  /** Whether the last complete line ends with a line feed. */
  readonly isEnded: boolean
  readonly damagedLines: number
  readonly intactLines: readonly string[]
}

/** Adds a line to the content. A number that is counted again keeps its first count. */
export const applyLine = (content: StocktakeContent, line: StocktakeLine): void => {
  if (line.kind === 'end') content.end ??= line
  else if (line.kind === 'double') for (const number of line.numbers) content.doubles.add(number)
  else if (line.kind === 'undo')
    for (const number of line.numbers) {
      content.counts.delete(number)
      content.doubles.delete(number)
    }
  else {
    const { at, by, operator } = line
    for (const number of line.numbers)
      if (!content.counts.has(number)) content.counts.set(number, { at, by, operator })
  }
}

const numbered = z.object({ kind: z.literal('stocktake'), version: z.int() })

/** Reads a file's bytes: its content, the newer version that wrote it, or null if its header is damaged. */
export const readStocktake = (bytes: Buffer): ReadContent | { readonly newer: number } | null => {
  let content: StocktakeContent | null = null
  const intactLines: string[] = []
  let damagedLines = 0
  let start = 0
  let isEnded = true
  for (const { line, next, isEnded: hasLineFeed } of linesOf(bytes)) {
    const parsed = parseCheckedLine(line)
    if (content === null) {
      const form = numbered.safeParse(parsed)
      if (form.success && form.data.version > stocktakeVersion) return { newer: form.data.version }
      const read = header.safeParse(parsed)
      if (!read.success) return null
      content = { header: read.data, counts: new Map(), doubles: new Set(), end: null }
      intactLines.push(line.toString('utf8'))
    } else {
      const read = stocktakeLineSchema.safeParse(parsed)
      // A partial write.
      if (!hasLineFeed && !read.success) break
      if (read.success) {
        applyLine(content, read.data)
        intactLines.push(line.toString('utf8'))
      } else damagedLines += 1
    }
    isEnded = hasLineFeed
    start = next
  }
  return content === null ? null : { ...content, wholeBytes: start, isEnded, damagedLines, intactLines }
}

const lineOf = (value: StocktakeHeader | StocktakeLine): string =>
  `${writeCheckedLine(JSON.stringify(value))}\n`

/** An open stocktake. Its content is what is on disk. */
export interface StocktakeFile {
  readonly content: StocktakeContent
  /** Resolves when the line is on disk. Throws the file system's error; then nothing of it remains. */
  append(line: StocktakeLine): Promise<void>
  close(): Promise<void>
}

const openContent = (
  path: string,
  content: StocktakeContent,
  { size, isEnded, openFile, now }: { size: number; isEnded: boolean } & Pick<FolderDeps, 'openFile' | 'now'>,
): StocktakeFile => {
  let file: AppendFile | null = null
  let hasEnd = isEnded
  let bytes = size
  let { version } = content.header
  const openToAppend = async (): Promise<AppendFile> => {
    if (version !== stocktakeVersion) bytes = await migrate(path, content.header, now())
    version = stocktakeVersion
    return openAppendFile(path, bytes, openFile)
  }
  return {
    content,
    append: async (line) => {
      file ??= await openToAppend()
      await file.append(hasEnd ? lineOf(line) : `\n${lineOf(line)}`)
      hasEnd = true
      applyLine(content, line)
    },
    close: async () => {
      await file?.close()
    },
  }
}

export interface StocktakeFolder {
  /** Hands over each stocktake of the platform. Files that cannot be used are named to `onProblem`. */
  readAll(environment: string, take: (file: StocktakeFile) => void): Promise<void>
  /** Reads one again. Throws the file system's error, or an error if it is damaged. */
  readContent(id: string): Promise<StocktakeContent>
  /** Throws the file system's error; then there is no file. */
  create(header: StocktakeHeader): Promise<StocktakeFile>
}

export type FileProblem =
  /** Renamed or copied to `copy`. */
  | { readonly kind: 'unreadable'; readonly copy: string }
  | { readonly kind: 'newer'; readonly name: string; readonly version: number }
  | { readonly kind: 'unreachable'; readonly name: string; readonly message: string }

const extension = '.stocktake'
const timeInName = (at: number): string => new Date(at).toISOString().replaceAll(':', '')

/** Gives an older file this version's header; a copy of it stays. Returns its new size. */
const migrate = async (path: string, old: StocktakeHeader, now: number): Promise<number> => {
  const bytes = await readBytes(path)
  await copyFile(path, `${path}.version-${old.version}-${timeInName(now)}`)
  await syncFolder(dirname(path))
  const first = lineOf({ ...old, version: stocktakeVersion })
  const next = Buffer.concat([Buffer.from(first, 'utf8'), bytes.subarray(bytes.indexOf(0x0a) + 1)])
  await writeWithoutCopy(path, next)
  return next.length
}

interface FolderDeps {
  folder: string
  onProblem: (problem: FileProblem) => void
  now: () => number
  openFile: OpenFile | undefined
}

/** The folder of the stocktakes of all platforms. */
export const createStocktakeFolder = (deps: FolderDeps): StocktakeFolder => {
  const { folder, onProblem, now, openFile } = deps

  const setAside = async (
    name: string,
    move: (from: string, to: string) => Promise<unknown>,
  ): Promise<void> => {
    const copy = `${name}.unreadable-${timeInName(now())}`
    await move(join(folder, name), join(folder, copy))
    await syncFolder(folder)
    onProblem({ kind: 'unreadable', copy })
  }

  const openOne = async (name: string, environment: string): Promise<StocktakeFile | null> => {
    const path = join(folder, name)
    const read = readStocktake(await readBytes(path))
    if (read === null) {
      await setAside(name, rename)
      return null
    }
    if ('newer' in read) {
      onProblem({ kind: 'newer', name, version: read.newer })
      return null
    }
    const { header: found, counts, doubles, wholeBytes, isEnded, damagedLines, intactLines } = read
    if (found.environment !== environment) return null
    const content: StocktakeContent = { header: found, counts, doubles, end: read.end }
    if (damagedLines > 0) {
      await setAside(name, copyFile)
      const text = Buffer.from(`${intactLines.join('\n')}\n`, 'utf8')
      await writeWithoutCopy(path, text)
      return openContent(path, content, { size: text.length, isEnded: true, openFile, now })
    }
    await cutPartialLine(path, wholeBytes)
    return openContent(path, content, { size: wholeBytes, isEnded, openFile, now })
  }

  return {
    readAll: async (environment, take) => {
      const names = await readdir(folder).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
        throw error
      })
      for (const name of names.filter((one) => one.endsWith(extension))) {
        try {
          const file = await openOne(name, environment)
          if (file !== null) take(file)
        } catch (error) {
          const message = messageOf(error)
          onProblem({ kind: 'unreachable', name, message })
        }
      }
    },
    readContent: async (id) => {
      const read = readStocktake(await readBytes(join(folder, `${id}${extension}`)))
      if (read === null || 'newer' in read) throw new Error(`the file of stocktake ${id} is damaged`)
      const { header: found, counts, doubles, end: last } = read
      return { header: found, counts, doubles, end: last }
    },
    create: async (first) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${first.id}${extension}`)
      const text = Buffer.from(lineOf(first), 'utf8')
      // In place only when it is complete, so that a file without a header is damage.
      await writeWithoutCopy(path, text)
      const content: StocktakeContent = { header: first, counts: new Map(), doubles: new Set(), end: null }
      return openContent(path, content, { size: text.length, isEnded: true, openFile, now })
    },
  }
}

const cutPartialLine = async (path: string, wholeBytes: number): Promise<void> => {
  const file = await open(path, 'r')
  try {
    if ((await file.stat()).size === wholeBytes) return
  } finally {
    await file.close()
  }
  await truncate(path, wholeBytes)
}

export const newStocktakeId = (): string => randomUUID()
