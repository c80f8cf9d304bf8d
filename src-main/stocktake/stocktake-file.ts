import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, rename, rm, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '#shared/error-message'
import { openAppendFile } from '../util/files/append-file'
import type { AppendFile, OpenFile } from '../util/files/append-file'
import { linesOf, parseCheckedLine, writeCheckedLine } from '../util/files/checked-line'
import { syncFolder, writeWithoutCopy } from '../util/files/durable-file'
import { readBytes } from '../util/files/regular-file'
import {
  createContent,
  stocktakeHeaderSchema,
  stocktakeLineSchema,
  stocktakeVersion,
} from './stocktake-lines'
import type { Content, StocktakeContent, StocktakeHeader, StocktakeLine } from './stocktake-lines'

// One file per stocktake: a header with the expected locks, then a line per count or undone count, then its end. Lines
// are only appended. What is acknowledged is on disk, so a partial last line was never acknowledged.

interface ReadContent extends StocktakeContent {
  readonly whole: Content
  /** Bytes up to the end of the last complete line; the rest is a partial write. */
  readonly wholeBytes: number
  /** Whether the last complete line ends with a line feed. */
  readonly isEnded: boolean
  readonly damagedLines: number
  readonly intactLines: readonly string[]
}

const numbered = z.object({ kind: z.literal('stocktake'), version: z.int() })

/** Reads a file's bytes: its content, the newer version that wrote it, or null if its header is damaged. */
export const readStocktake = (bytes: Buffer): ReadContent | { readonly newer: number } | null => {
  let whole: Content | null = null
  const intactLines: string[] = []
  let damagedLines = 0
  let start = 0
  let isEnded = true
  for (const { line, next, isEnded: hasLineFeed } of linesOf(bytes)) {
    const parsed = parseCheckedLine(line)
    if (whole === null) {
      const form = numbered.safeParse(parsed)
      if (form.success && form.data.version > stocktakeVersion) return { newer: form.data.version }
      const read = stocktakeHeaderSchema.safeParse(parsed)
      if (!read.success) return null
      whole = createContent(read.data)
      intactLines.push(line.toString('utf8'))
    } else {
      const read = stocktakeLineSchema.safeParse(parsed)
      // A partial write.
      if (!hasLineFeed && !read.success) break
      if (read.success) {
        whole.add(read.data)
        intactLines.push(line.toString('utf8'))
      } else damagedLines += 1
    }
    isEnded = hasLineFeed
    start = next
  }
  return whole === null
    ? null
    : { ...whole.content, whole, wholeBytes: start, isEnded, damagedLines, intactLines }
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
  { content, add }: Content,
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
      add(line)
    },
    close: async () => {
      await file?.close()
    },
  }
}

export interface StocktakeFolder {
  /** Hands over each stocktake of the platform. Files that cannot be used are named to `onProblem`. */
  readAll(platformId: string, take: (file: StocktakeFile) => void): Promise<void>
  /** Reads one again. Throws the file system's error, or an error if it is damaged. */
  readContent(id: string): Promise<StocktakeContent>
  /** Throws the file system's error; then there is no file. */
  create(header: StocktakeHeader): Promise<StocktakeFile>
  /** Writes a whole stocktake, unless its file is the same. Throws the file system's error. */
  replace(header: StocktakeHeader, lines: readonly StocktakeLine[]): Promise<void>
}

export type FileProblem =
  /** Renamed or copied to `copy`. */
  | { readonly kind: 'unreadable'; readonly copy: string }
  | { readonly kind: 'newer'; readonly name: string; readonly version: number }
  | { readonly kind: 'unreachable'; readonly name: string; readonly message: string }

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })

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

  const openOne = async (name: string, platformId: string): Promise<StocktakeFile | null> => {
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
    const { header: found, whole, wholeBytes, isEnded, damagedLines, intactLines } = read
    if (found.environment !== platformId) return null
    if (damagedLines > 0) {
      await setAside(name, copyFile)
      const text = Buffer.from(`${intactLines.join('\n')}\n`, 'utf8')
      await writeWithoutCopy(path, text)
      return openContent(path, whole, { size: text.length, isEnded: true, openFile, now })
    }
    await cutPartialLine(path, wholeBytes)
    return openContent(path, whole, { size: wholeBytes, isEnded, openFile, now })
  }

  return {
    readAll: async (platformId, take) => {
      for (const name of (await namesIn(folder)).filter((one) => one.endsWith(extension))) {
        try {
          const file = await openOne(name, platformId)
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
      return read.whole.content
    },
    create: async (first) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${first.id}${extension}`)
      const text = Buffer.from(lineOf(first), 'utf8')
      // In place only when it is complete, so that a file without a header is damage.
      await writeWithoutCopy(path, text)
      return openContent(path, createContent(first), { size: text.length, isEnded: true, openFile, now })
    },
    replace: async (first, lines) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const text = Buffer.from([first, ...lines].map(lineOf).join(''), 'utf8')
      await replaceFile(join(folder, `${first.id}${extension}`), text, now())
    },
  }
}

/** Deletes a platform's stocktakes, with the copies of older versions. What cannot be read stays. */
export const deleteStocktakes = async (folder: string, platformId: string): Promise<void> => {
  const names = await namesIn(folder)
  for (const name of names.filter((one) => one.endsWith(extension))) {
    const bytes = await readBytes(join(folder, name)).catch(() => null)
    const read = bytes === null ? null : readStocktake(bytes)
    if (read === null || 'newer' in read || read.header.environment !== platformId) continue
    for (const own of names.filter((one) => one.startsWith(name))) await rm(join(folder, own))
  }
}

/** Writes the file unless it is the same. A copy of an older version, and of what cannot be read, stays. */
const replaceFile = async (path: string, text: Buffer, now: number): Promise<void> => {
  const before = await readBytes(path).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (before?.equals(text) === true) return
  const read = before === null ? null : readStocktake(before)
  if (read !== null && 'newer' in read) return
  if (before !== null && read?.header.version !== stocktakeVersion) {
    const what = read === null ? 'unreadable' : `version-${read.header.version}`
    await copyFile(path, `${path}.${what}-${timeInName(now)}`)
  }
  await writeWithoutCopy(path, text)
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
