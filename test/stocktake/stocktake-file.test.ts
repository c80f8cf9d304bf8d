import { appendFile, readFile, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStocktakeFolder, readStocktake } from '../../src-main/stocktake/stocktake-file'
import type { FileProblem, StocktakeFile } from '../../src-main/stocktake/stocktake-file'
import { stocktakeVersion } from '../../src-main/stocktake/stocktake-lines'
import type { StocktakeHeader, StocktakeLine } from '../../src-main/stocktake/stocktake-lines'
import { writeCheckedLine } from '../../src-main/util/files/checked-line'
import { temporaryFolder } from '../support/temporary-folder'
import { lockAt } from './support/lists'

const header: StocktakeHeader = {
  kind: 'stocktake',
  version: stocktakeVersion,
  id: '00000000-0000-4000-8000-000000000001',
  environment: 'p',
  scope: { kind: 'list', name: 'Safe 保险柜' },
  startedAt: 1,
  startedBy: 'Li Wei',
  expected: [{ number: lockAt(1), assetNum: null, enterpriseName: null, disabled: null }],
}
const counts = (...numbers: string[]): StocktakeLine => ({
  kind: 'count',
  at: 2,
  by: 'input',
  operator: 'Li Wei',
  numbers,
})
const undo = (...numbers: string[]): StocktakeLine => ({ kind: 'undo', at: 2, operator: 'Li Wei', numbers })
const end: StocktakeLine = { kind: 'end', at: 3, by: 'Li Wei', how: 'finish', rows: [] }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let problems: FileProblem[]
beforeEach(async () => {
  folder = await temporaryFolder()
  problems = []
})
afterEach(() => folder.remove())

const stocktakeFolder = () =>
  createStocktakeFolder({
    folder: folder.path,
    onProblem: (problem) => problems.push(problem),
    now: () => 0,
    openFile: undefined,
  })
const read = async (): Promise<StocktakeFile[]> => {
  const files: StocktakeFile[] = []
  await stocktakeFolder().readAll('p', (file) => files.push(file))
  return files
}
const pathOf = () => join(folder.path, `${header.id}.stocktake`)
/** A file with a batch, a repeated number, an undone count and its end. */
const written = async (): Promise<Buffer> => {
  const file = await stocktakeFolder().create(header)
  await file.append(counts(lockAt(1), lockAt(2)))
  await file.append(counts(lockAt(2), lockAt(3), lockAt(4)))
  await file.append(undo(lockAt(4)))
  await file.append(end)
  await file.close()
  return readFile(pathOf())
}
const numbersOf = ({ content }: StocktakeFile): string[] => [...content.counts.keys()]

describe('the file of a stocktake', () => {
  it('counts each number once, by its first line', async () => {
    await written()
    const [file] = await read()
    expect(file?.content.counts.get(lockAt(2))).toEqual({ at: 2, by: 'input', operator: 'Li Wei' })
    expect(file === undefined ? [] : numbersOf(file)).toEqual([lockAt(1), lockAt(2), lockAt(3)])
    expect(file?.content.end).toEqual(end)
  })

  it('opens and continues when it was torn at any byte after its header', async () => {
    const bytes = await written()
    const lines = bytes.toString('utf8').split('\n')
    const headerBytes = Buffer.byteLength(lines[0] ?? '')
    const ends = lines.slice(0, -1).map((_, at) => Buffer.byteLength(lines.slice(0, at + 1).join('\n')))
    for (let size = headerBytes; size <= bytes.length; size += 1) {
      await writeFile(pathOf(), bytes.subarray(0, size))
      const [file] = await read()
      if (file === undefined) throw new Error(`not read at ${size}`)
      // A line counts once it is complete, with or without its line feed.
      const whole = ends.filter((at) => at <= size).length - 1
      expect([size, numbersOf(file).length, file.content.end !== null]).toEqual([
        size,
        [0, 2, 4, 3, 3][whole],
        whole === 4,
      ])
      await file.append(counts(lockAt(9)))
      await file.close()
      const again = readStocktake(await readFile(pathOf()))
      expect(again).toMatchObject({ damagedLines: 0, isEnded: true })
      if (again === null || 'newer' in again) throw new Error('not read again')
      expect([...again.counts.keys()]).toEqual([...new Set([...numbersOf(file), lockAt(9)])])
    }
    expect(problems).toEqual([])
  })

  it('is set aside if its header is torn or damaged, and said', async () => {
    const bytes = await written()
    const headerBytes = bytes.indexOf('\n')
    for (const damaged of [
      Buffer.alloc(0),
      bytes.subarray(0, headerBytes - 1),
      Buffer.concat([Buffer.from('x'), bytes.subarray(1)]),
      Buffer.from('not a stocktake\n'),
    ]) {
      problems = []
      await writeFile(pathOf(), damaged)
      expect(await read()).toEqual([])
      const copy = `${header.id}.stocktake.unreadable-1970-01-01T000000.000Z`
      expect(problems).toEqual([{ kind: 'unreadable', copy }])
      expect(await readFile(join(folder.path, copy))).toEqual(damaged)
      expect(await readdir(folder.path)).toEqual([copy])
    }
  })

  it('keeps its intact lines around a damaged one, with a copy of the damaged file', async () => {
    const bytes = await written()
    const damaged = Buffer.from(bytes)
    damaged[bytes.indexOf('\n') + 20] = 0x7e
    await writeFile(pathOf(), damaged)
    const [file] = await read()
    expect(file === undefined ? [] : numbersOf(file)).toEqual([lockAt(2), lockAt(3)])
    expect(file?.content.end).toEqual(end)
    const [problem] = problems
    if (problem?.kind !== 'unreadable') throw new Error('not said')
    expect(await readFile(join(folder.path, problem.copy))).toEqual(damaged)
    problems = []
    expect(await read()).toHaveLength(1)
    expect(problems).toEqual([])
  })

  it('of a newer version stays as it is', async () => {
    await written()
    const newer = `${writeCheckedLine(JSON.stringify({ ...header, version: stocktakeVersion + 1, extra: 1 }))}\npartial`
    await writeFile(pathOf(), newer)
    expect(await read()).toEqual([])
    expect(problems).toEqual([
      { kind: 'newer', name: `${header.id}.stocktake`, version: stocktakeVersion + 1 },
    ])
    expect(await readFile(pathOf(), 'utf8')).toBe(newer)
  })

  it('is not appended to once another program wrote to it', async () => {
    const file = await stocktakeFolder().create(header)
    await file.append(counts(lockAt(1)))
    await appendFile(pathOf(), 'theirs\n')
    await expect(file.append(counts(lockAt(2)))).rejects.toThrow('another program')
    await file.close()
  })
})

describe('any interleaving of counts, undone counts and kills', () => {
  const batch = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('count' as const), batch }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), batch }) },
    // The process is killed while it writes: any part of the line is on the disk, and it is not acknowledged.
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('kill' as const),
        batch,
        part: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    },
  )

  it('gives each acknowledged number once, and none that was never counted or was undone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await folder.remove()
        folder = await temporaryFolder()
        problems = []
        let file = await stocktakeFolder().create(header)
        const acknowledged = new Set<string>()
        const tried = new Set<string>()
        for (const each of steps) {
          const numbers = each.batch.map(lockAt)
          if (each.kind === 'undo') {
            await file.append(undo(...numbers))
            for (const number of numbers) {
              acknowledged.delete(number)
              tried.delete(number)
            }
            continue
          }
          for (const number of numbers) tried.add(number)
          const { length: size } = await readFile(pathOf())
          await file.append(counts(...numbers))
          if (each.kind === 'count') {
            for (const number of numbers) acknowledged.add(number)
            continue
          }
          await file.close()
          const whole = (await readFile(pathOf())).length
          await truncate(pathOf(), size + Math.floor((whole - size) * each.part))
          const [next] = await read()
          if (next === undefined) throw new Error('the stocktake is lost')
          file = next
        }
        await file.close()
        const [last] = await read()
        const found = last === undefined ? [] : numbersOf(last)
        expect(found.length).toBe(new Set(found).size)
        for (const number of acknowledged) expect(found).toContain(number)
        for (const number of found) expect(tried).toContain(number)
        expect(problems).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})
