import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addFact } from '#shared/model/branch/registers'
import type { Register } from '#shared/model/branch/registers'
import { createStocktakeCopies } from '../../src-main/stocktake/stocktake-copies'
import { createStocktakeFolder, readStocktake } from '../../src-main/stocktake/stocktake-file'
import { stocktakeVersion } from '../../src-main/stocktake/stocktake-lines'
import { createSequencer } from '../../src-main/util/async'
import { writeCheckedLine } from '../../src-main/util/files/checked-line'
import { temporaryFolder } from '../support/temporary-folder'
import { lockAt } from './support/lists'

const id = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const header = (at: number, name: string, version: number = stocktakeVersion) => ({
  kind: 'stocktake',
  version,
  id: id(at),
  environment: 'p',
  scope: { kind: 'list', name },
  startedAt: at,
  startedBy: 'Li Wei',
  expected: [1, 2, 3].map((place) => ({
    number: lockAt(place),
    assetNum: null,
    enterpriseName: null,
    disabled: null,
  })),
})
const counted = (...places: number[]) => ({
  kind: 'count',
  at: 5,
  by: 'plug',
  operator: 'Li Wei',
  numbers: places.map(lockAt),
})
const undone = (place: number) => ({ kind: 'undo', at: 6, operator: 'Li Wei', numbers: [lockAt(place)] })
const doubled = (place: number) => ({ kind: 'double', at: 7, numbers: [lockAt(place)] })
const end = (how: 'finish' | 'cancel') => ({ kind: 'end', at: 8, by: 'Li Wei', how, rows: [] })

const pathOf = (at: number) => join(folder.path, `${id(at)}.stocktake`)
const write = (at: number, ...lines: readonly object[]) =>
  writeFile(pathOf(at), lines.map((line) => `${writeCheckedLine(JSON.stringify(line))}\n`).join(''))
const read = async (at: number) => {
  const found = readStocktake(await readFile(pathOf(at)))
  if (found === null || 'newer' in found) throw new Error('not read')
  return found
}
const copies = () =>
  createStocktakeCopies({
    folder: createStocktakeFolder({
      folder: folder.path,
      onProblem: () => undefined,
      now: () => 0,
      openFile: undefined,
    }),
    writes: createSequencer(),
  })
/** The fields of a branch that got all that the files say. */
const joined = async (of: ReturnType<typeof copies>) => {
  const registers = new Map<string, Register>()
  for (const [at, fact] of (await of.factsOf('p')).entries())
    addFact(registers, fact, { era: 0, arrivedAt: at, seq: at + 1, computer: 'a', n: at + 1 })
  return registers
}

describe('the files of stocktakes in a branch', () => {
  it('are stated as far as the next counts need them, and come back as they were', async () => {
    await mkdir(folder.path, { recursive: true })
    await write(1, header(1, 'Safe'), counted(1), end('finish'))
    await write(2, header(2, 'Safe'), counted(1, 2), end('finish'))
    await write(3, header(3, 'Safe'), end('cancel'))
    await write(4, header(4, 'Safe'), counted(1, 2, 9), undone(2), doubled(1))
    const of = copies()
    const registers = await joined(of)
    const stated = new Set([...registers.values()].map((register) => register.of[0]))
    expect([...stated]).toEqual([id(2), id(4)])
    const before = await read(4)
    await of.copy('p', registers)
    const after = await read(4)
    expect([...after.counts]).toEqual([...before.counts])
    expect(after.doubles).toEqual(before.doubles)
    expect(after.header).toEqual(before.header)
    expect(await readdir(folder.path)).toHaveLength(4)
  })

  it('are written only where something has changed', async () => {
    await write(4, header(4, 'Safe'), counted(1))
    const registers = await joined(copies())
    const of = copies()
    await of.copy('p', registers)
    const { mtimeMs } = await stat(pathOf(4))
    await copies().copy('p', registers)
    expect((await stat(pathOf(4))).mtimeMs).toBe(mtimeMs)
  })

  it('of an earlier version keep a copy; one of a later version stays', async () => {
    await write(4, header(4, 'Safe', 2), counted(1))
    const of = copies()
    const registers = await joined(of)
    await of.copy('p', registers)
    expect((await read(4)).header.version).toBe(stocktakeVersion)
    expect(await readdir(folder.path)).toContain(`${id(4)}.stocktake.version-2-1970-01-01T000000.000Z`)
    const later = `${writeCheckedLine(JSON.stringify(header(4, 'Safe', stocktakeVersion + 1)))}\n`
    await writeFile(pathOf(4), later)
    await copies().copy('p', registers)
    expect(await readFile(pathOf(4), 'utf8')).toBe(later)
  })
})
