import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type FilePromises from 'node:fs/promises'
import { mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openJournal } from '../../src-main/journal/journal'
import { backUp } from '../../src-main/journal/back-up'
import { createSignatures } from '../../src-main/signatures/signatures'
import { createStocktakeFolder, newStocktakeId } from '../../src-main/stocktake/stocktake-file'
import { stocktakeVersion } from '../../src-main/stocktake/stocktake-lines'
import { createUsedOrders } from '../../src-main/work-orders/used-orders'
import { temporaryFolder } from '../support/temporary-folder'
import { durableFiles } from './support/durable-files'
import { intentOf } from './support/rows'
import { keepTally } from './support/tally'

/** What the disk does on the next file write, after `bytes` were written. */
type DiskFault =
  | { readonly at: 'write'; readonly bytes: number; readonly lies: boolean }
  | { readonly at: 'sync' | 'rename' | 'folder'; readonly nth: number }

const disk = vi.hoisted(() => ({ fault: null, renames: 0, syncs: 0 }))

vi.mock('node:fs/promises', async (importReal) => {
  const real = await importReal<typeof FilePromises>()
  const refuse = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
  const fault = () => disk.fault as DiskFault | null
  const open: typeof real.open = async (path, flags, mode) => {
    const file = await real.open(path, flags, mode)
    const isFolder = flags === 'r'
    return new Proxy(file, {
      get: (target, name) => {
        const now = fault()
        if (name === 'writeFile' && now?.at === 'write') {
          return async (content: Uint8Array) => {
            await target.writeFile(content.subarray(0, now.bytes))
            if (!now.lies) await refuse('ENOSPC')
          }
        }
        if (name === 'sync' && now !== null && now.at === (isFolder ? 'folder' : 'sync')) {
          return () => refuse('EIO')
        }
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  }
  const rename: typeof real.rename = (from, to) => {
    const now = fault()
    if (now?.at !== 'rename') return real.rename(from, to)
    disk.renames += 1
    return disk.renames === now.nth ? refuse('EIO') : real.rename(from, to)
  }
  return { ...real, open, rename }
})

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  disk.fault = null
  await folder.remove()
})

const read = (path: string) => readFile(path, 'utf8').catch(() => '')
const files = durableFiles(read)

const meeting = async <Value>(fault: DiskFault, work: () => Promise<Value>): Promise<boolean> => {
  Object.assign(disk, { fault, renames: 0 })
  try {
    await work()
    return true
  } catch {
    return false
  } finally {
    disk.fault = null
  }
}

let shortWrites = 0
afterAll(() =>
  keepTally({
    fault: `short writes, ${files.length} files`,
    runs: shortWrites,
    hits: null,
    lost: 0,
    twice: 0,
    unknown: 0,
  }),
)

describe('a file written atomically', () => {
  const length = 150

  it.each(files)(
    'keeps its old content where the disk writes less than it reports, at any byte: $name',
    async (file) => {
      const path = join(folder.path, 'file')
      await file.write(path, 'old', length)
      const size = (await readFile(path)).length
      let runs = 0
      for (const lies of [true, false]) {
        for (let bytes = 0; bytes < size; bytes += 7) {
          const wasTaken = await meeting({ at: 'write', bytes, lies }, () => file.write(path, 'new', length))
          expect({ bytes, lies, wasTaken, found: await file.open(path) }).toEqual({
            bytes,
            lies,
            wasTaken: false,
            found: 'old',
          })
          runs += 1
        }
      }
      expect(await readdir(folder.path)).toEqual(['file'])
      await file.write(path, 'new', length)
      expect(await file.open(path)).toBe('new')
      shortWrites += runs
    },
  )

  it.each(files)('keeps its old content where its sync or rename fails: $name', async (file) => {
    const path = join(folder.path, 'file')
    await file.write(path, 'older', length)
    await file.write(path, 'old', length)
    for (const fault of [
      { at: 'sync', nth: 1 },
      { at: 'rename', nth: 1 },
    ] as const) {
      expect(await meeting(fault, () => file.write(path, 'new', length))).toBe(false)
      expect({ fault, found: await file.open(path) }).toEqual({ fault, found: 'old' })
    }
    // A file with a backup is renamed twice; if the second rename fails, the backup replaces it.
    const went = await meeting({ at: 'rename', nth: 2 }, () => file.write(path, 'new', length))
    if (file.name !== 'a profile') expect(await file.open(path)).toBe(went ? 'new' : 'old')
    await file.write(path, 'newer', length)
    expect(await file.open(path)).toBe('newer')
  })
})

const whyNoTmpfs = ((): string | null => {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid?.() !== 0) return 'needs root, to mount a small file system'
  return null
})()

describe.skipIf(whyNoTmpfs !== null)(`a full disk${whyNoTmpfs === null ? '' : `: ${whyNoTmpfs}`}`, () => {
  const page = 4096
  const sizeInPages = 64
  let rowIndex: string
  beforeEach(async () => {
    rowIndex = join(folder.path, 'small')
    await mkdir(rowIndex)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeInPages * page}`, 'tmpfs', rowIndex])
  })
  afterEach(() => {
    execFileSync('umount', [rowIndex])
  })

  /** Leaves this many pages free. */
  const fill = (pages: number): string => {
    const filler = join(rowIndex, 'filler')
    const descriptor = openSync(filler, 'w')
    let written = 0
    try {
      for (;;) written += writeSync(descriptor, Buffer.alloc(page))
    } catch {
      ftruncateSync(descriptor, Math.max(0, written - pages * page))
    } finally {
      closeSync(descriptor)
    }
    return filler
  }

  it('leaves each file old or complete, and accepts the next write once space is free', async () => {
    let runs = 0
    let refused = 0
    for (const file of files) {
      for (let pages = 0; pages <= 7; pages += 1) {
        const path = join(rowIndex, 'file')
        await file.write(path, 'old', 2 * page)
        const filler = fill(pages)
        const wasTaken = await file.write(path, 'new', 3 * page).then(
          () => true,
          () => false,
        )
        const context = { name: file.name, pages }
        expect({ ...context, found: await file.open(path) }).toEqual({
          ...context,
          found: wasTaken ? 'new' : 'old',
        })
        expect((await readdir(rowIndex)).filter((name) => name.startsWith('.'))).toEqual([])
        await rm(filler)
        await file.write(path, 'newer', 2 * page)
        expect(await file.open(path)).toBe('newer')
        await rm(path)
        await rm(`${path}.last`, { force: true })
        runs += 1
        if (!wasTaken) refused += 1
      }
    }
    expect(refused).toBeGreaterThan(files.length)
    await keepTally({
      fault: `full disk, ${files.length} files (${refused} refused)`,
      runs,
      hits: null,
      lost: 0,
      twice: 0,
      unknown: 0,
    })
  })

  /** Writes before, on and after a full disk; returns which writes were acknowledged. */
  const writeAround = async (
    pages: number,
    write: (n: number) => Promise<boolean>,
  ): Promise<{ readonly taken: readonly number[]; readonly refused: number }> => {
    const taken: number[] = []
    let refused = 0
    const attempt = async (n: number): Promise<void> => {
      if (await write(n)) taken.push(n)
      else refused += 1
    }
    await attempt(0)
    const filler = fill(pages)
    for (let n = 1; n <= 12; n += 1) await attempt(n)
    await rm(filler)
    await attempt(13)
    expect([taken[0], taken.at(-1)]).toEqual([0, 13])
    return { taken, refused }
  }

  it('keeps each count of a stocktake that was acknowledged, and no other', async () => {
    let refusedInAll = 0
    for (let pages = 0; pages <= 4; pages += 1) {
      const own = join(rowIndex, `stocktakes-${pages}`)
      const problems: unknown[] = []
      const stocktakes = createStocktakeFolder({
        folder: own,
        onProblem: (problem) => problems.push(problem),
        now: () => 0,
        openFile: undefined,
      })
      const numbersOf = (n: number) => Array.from({ length: 200 }, (_, at) => `8${n * 1_000 + at}`)
      const file = await stocktakes.create({
        kind: 'stocktake',
        version: stocktakeVersion,
        id: newStocktakeId(),
        environment: 'p',
        scope: { kind: 'list', name: 'Safe' },
        startedAt: 1,
        startedBy: 'Li Wei',
        expected: [],
      })
      const { taken, refused } = await writeAround(pages, (n) =>
        file.append({ kind: 'count', at: n, by: 'input', operator: 'Li Wei', numbers: numbersOf(n) }).then(
          () => true,
          () => false,
        ),
      )
      await file.close()
      const found: string[] = []
      await stocktakes.readAll('p', ({ content }) => found.push(...content.counts.keys()))
      expect([problems, found]).toEqual([[], taken.flatMap(numbersOf)])
      await rm(own, { recursive: true })
      refusedInAll += refused
    }
    expect(refusedInAll).toBeGreaterThan(20)
  })

  it('marks an order as used only where that is on disk', async () => {
    let refusedInAll = 0
    for (let pages = 0; pages <= 4; pages += 1) {
      const path = join(rowIndex, 'used-orders.log')
      const open = () => createUsedOrders({ path, hasHistory: () => true, now: () => 0 })
      const used = open()
      const { taken, refused } = await writeAround(pages, async (n) => {
        const order = { id: `O${n}`, digest: 'x'.repeat(2_000), at: n, operator: 'Li Wei', unsent: [] }
        return (await used.markUsed(order)).ok
      })
      await used.stop()
      const again = open()
      const found: number[] = []
      for (let n = 0; n <= 13; n += 1) {
        const outcome = await again.find(`O${n}`)
        if (outcome.ok && outcome.value.order !== null) found.push(n)
      }
      expect(found).toEqual(taken)
      await again.stop()
      await rm(path)
      refusedInAll += refused
    }
    expect(refusedInAll).toBeGreaterThan(20)
  })

  it('keeps each signature that was acknowledged, and no file of another', async () => {
    let refusedInAll = 0
    for (let pages = 0; pages <= 4; pages += 1) {
      const own = join(rowIndex, `signed-${pages}`)
      const open = async () => {
        const opened = await openJournal({ folder: own })
        if (!opened.ok) throw new Error(opened.error.message)
        const { journal, quarantined } = opened.value
        expect(quarantined).toBeNull()
        return { journal, signatures: createSignatures({ journal, maxDays: () => 0, onError: () => null }) }
      }
      const first = await open()
      const stroke = Array.from({ length: 300 }, (_, at): [number, number] => [at, at % 200])
      const { taken, refused } = await writeAround(pages, async (n) => {
        const receipt = { jobs: [`J${n}`], loan: null }
        return (await first.signatures.save(receipt, { line: 'customer', strokes: [[...stroke]] })).ok
      })
      await first.journal.stop()
      const { journal, signatures } = await open()
      await signatures.cleanUp()
      const found: number[] = []
      for (let n = 0; n <= 13; n += 1) {
        const [signature] = await signatures.list({ jobs: [`J${n}`], loan: null })
        if (signature?.state === 'unchanged') found.push(n)
      }
      expect(found).toEqual(taken)
      expect(await readdir(join(own, 'signatures'))).toHaveLength(taken.length)
      await journal.stop()
      await rm(own, { recursive: true })
      refusedInAll += refused
    }
    expect(refusedInAll).toBeGreaterThan(20)
  })

  it('rejects new changes, keeps recorded ones, and continues once space is free', async () => {
    let refused = 0
    let runs = 0
    for (let pages = 0; pages <= 4; pages += 1) {
      const own = join(rowIndex, `journal-${pages}`)
      const opened = await openJournal({ folder: own })
      if (!opened.ok) throw new Error(opened.error.message)
      const { journal } = opened.value
      const collected: string[] = []
      const ask = async (key: string): Promise<void> => {
        runs += 1
        const intended = await journal.recordIntent(intentOf('order.lockAssets', key))
        if (intended.ok) collected.push(key)
        else refused += 1
      }
      await ask('before')
      const filler = fill(pages)
      for (let index = 0; index < 40; index += 1) await ask(`${pages}-${index}`)
      const copy = join(rowIndex, 'copy.log')
      const wasCopied = await backUp(journal.files(), copy).then(
        () => true,
        () => false,
      )
      if (!wasCopied) expect(await readdir(rowIndex)).not.toContain('copy.log')
      await rm(filler)
      await rm(copy, { force: true })
      await ask('after')
      await journal.stop()
      const again = await openJournal({ folder: own })
      if (!again.ok) throw new Error(again.error.message)
      expect(again.value.quarantined).toBeNull()
      const found = again.value.journal.recent(1_000).map(({ row }) => row.key)
      await again.value.journal.stop()
      expect(found.toReversed()).toEqual(collected)
      expect([collected[0], collected.at(-1)]).toEqual(['before', 'after'])
      await rm(own, { recursive: true })
    }
    expect(refused).toBeGreaterThan(10)
    await keepTally({
      fault: `full disk, journal (${refused} refused)`,
      runs,
      hits: null,
      lost: 0,
      twice: 0,
      unknown: 0,
    })
  })
})
