import { open as openReal, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { StocktakeRow } from '#shared/model/stocktake'
import type { OpenFile } from '../../src-main/util/files/append-file'
import { createStocktakes } from '../../src-main/stocktake/stocktakes'
import type { Stocktakes } from '../../src-main/stocktake/stocktakes'
import type { FileProblem } from '../../src-main/stocktake/stocktake-file'
import { temporaryFolder } from '../support/temporary-folder'
import { listsOf, lockAt, ports, recordOf } from './support/lists'

const by = 'Li Wei'
const own = [1, 2, 3, 4].map((place) => recordOf(lockAt(place), { locked: place === 2 }))
const others = [recordOf(lockAt(9), { enterpriseGlobalId: 'E2', enterpriseName: 'South' })]
const softKey = recordOf('CERT-1', { licenseType: 'softkey' })

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let lists: ReturnType<typeof listsOf>
let usb: ReturnType<typeof ports>
let problems: FileProblem[]
let stocktakes: Stocktakes
let diskError: Error | null
let now: number

const openFile: OpenFile = async (path) => {
  const file = await openReal(path, 'a', 0o600)
  return {
    write: (async (bytes: Uint8Array, offset: number, length: number) => {
      if (diskError === null) return file.write(bytes, offset, length)
      // A full disk takes a part of the line.
      await file.write(bytes, offset, Math.ceil(length / 2))
      throw diskError
    }) as typeof file.write,
    datasync: () => file.datasync(),
    close: () => file.close(),
  }
}
const start = (environment = 'p'): Stocktakes =>
  createStocktakes({
    folder: folder.path,
    platformId: environment,
    directory: lists.directory,
    locks: usb.locks,
    onProblem: (problem) => problems.push(problem),
    openFile,
    now: () => (now += 1),
  })
const restart = async (): Promise<void> => {
  await stocktakes.stop()
  stocktakes = start()
}
const value = async <Value>(
  outcome: Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false }>,
): Promise<Value> => {
  const settled = await outcome
  if (!settled.ok) throw new Error(JSON.stringify(settled))
  return settled.value
}
const ofEnterprise = async (): Promise<string> =>
  (
    await value(
      stocktakes.start({
        scope: { kind: 'enterprise', enterpriseGlobalId: 'E1' },
        operatorIdentity: by,
      }),
    )
  ).id
const count = (id: string, ...numbers: string[]) =>
  value(stocktakes.count({ id, numbers, operatorIdentity: by }))
const rows = async (id: string): Promise<readonly StocktakeRow[]> =>
  (await value(stocktakes.read({ id, from: 0, limit: 5_000 }))).rows
const results = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries((await rows(id)).map(({ number, result }) => [number, result]))
const comparison = async (id: string): Promise<Record<string, string | null>> =>
  Object.fromEntries((await rows(id)).map((row) => [row.number, row.comparison]))
const finish = (id: string, how: 'finish' | 'cancel' = 'finish') =>
  value(stocktakes.end({ id, how, operatorIdentity: by }))

beforeEach(async () => {
  folder = await temporaryFolder()
  lists = listsOf([...own, ...others, softKey])
  usb = ports()
  problems = []
  diskError = null
  now = 1_000
  stocktakes = start()
})
afterEach(async () => {
  await stocktakes.stop()
  await folder.remove()
})

describe('a stocktake', () => {
  it('expects the physical locks of an enterprise and sorts what is counted', async () => {
    const id = await ofEnterprise()
    const counted = await count(id, lockAt(1), 'ld8000000002', lockAt(9), lockAt(77), 'hello', '')
    expect(counted.invalid).toEqual(['hello', ''])
    expect(await results(id)).toEqual({
      [lockAt(1)]: 'present',
      [lockAt(2)]: 'disabled',
      [lockAt(3)]: 'not-counted',
      [lockAt(4)]: 'not-counted',
      [lockAt(9)]: 'unexpected',
      [lockAt(77)]: 'not-found',
    })
    expect(await stocktakes.list()).toMatchObject([
      { id, state: 'counting', expected: 4, present: 2, others: 2, startedBy: by, comparedWith: null },
    ])
  })

  it('names a lent lock that was not counted, while it is counted and afterwards', async () => {
    const holder = { memberGlobalId: 'M1', name: 'Emma Clarke' }
    const lent = [
      recordOf(lockAt(5), { lent: true, locked: true, holder }),
      recordOf(lockAt(6), { lent: true, holder }),
    ]
    lists = listsOf([...own, ...lent])
    await restart()
    const id = await ofEnterprise()
    await count(id, lockAt(1), lockAt(6))
    const expected = { [lockAt(5)]: 'lent', [lockAt(6)]: 'present' }
    expect(await results(id)).toMatchObject({ ...expected, [lockAt(3)]: 'not-counted' })
    await finish(id)
    for (const read of ['kept', 'again'] as const) {
      if (read === 'again') await restart()
      expect(await results(id)).toMatchObject({ ...expected, [lockAt(3)]: 'missing' })
      const rowOf = async (at: number) => (await rows(id)).find(({ number }) => number === lockAt(at))
      expect(await rowOf(5)).toMatchObject({ status: 'lent', lentTo: 'Emma Clarke' })
      expect(await rowOf(6)).toMatchObject({ result: 'present', lentTo: null })
      expect(await stocktakes.list()).toMatchObject([{ id, expected: 6, present: 2, lent: 1 }])
    }
    // A lock that was lent then and is back on the lists, but not there now.
    lists = listsOf([...own, recordOf(lockAt(5)), recordOf(lockAt(6))])
    await restart()
    const next = await ofEnterprise()
    await finish(next)
    expect(await comparison(next)).toMatchObject({
      [lockAt(3)]: 'still-missing',
      [lockAt(5)]: 'newly-missing',
      [lockAt(6)]: 'newly-missing',
    })
  })

  it('expects the distinct numbers of a list, listed or not', async () => {
    const { id, expected } = await value(
      stocktakes.start({
        scope: {
          kind: 'list',
          name: 'Safe',
          numbers: [lockAt(1), 'LD8000000001', lockAt(50), 'nonsense', '８０００ ０００ ００９'],
        },
        operatorIdentity: by,
      }),
    )
    expect(expected).toBe(3)
    await count(id, lockAt(50), lockAt(9))
    expect(await results(id)).toEqual({
      [lockAt(1)]: 'not-counted',
      [lockAt(50)]: 'present',
      [lockAt(9)]: 'present',
    })
  })

  it('does not start without a list or a lock', async () => {
    const input = { operatorIdentity: by }
    const none = { kind: 'list' as const, name: 'x', numbers: ['nonsense'] }
    for (const scope of [
      { kind: 'enterprise' as const, enterpriseGlobalId: 'unread' },
      { kind: 'enterprise' as const, enterpriseGlobalId: 'other' },
      none,
    ])
      expect(await stocktakes.start({ ...input, scope })).toMatchObject({
        ok: false,
        error: { code: 'not-found' },
      })
    expect(await readdir(folder.path)).toEqual([])
  })

  it('counts a number once, in any spelling and however it is read', async () => {
    const id = await ofEnterprise()
    expect((await count(id, lockAt(1), 'LD8000000001')).counted).toHaveLength(1)
    const [first] = await rows(id)
    await restart()
    const again = await count(id, ' ld8000000001 ')
    expect([again.counted.length, again.repeated.length]).toEqual([0, 1])
    expect((await rows(id))[0]?.counted).toEqual(first?.counted)
  })

  it('undoes counts, over a restart too, and counts the lock again when it comes', async () => {
    const id = await ofEnterprise()
    await count(id, lockAt(1), lockAt(3), lockAt(9))
    const changes: unknown[] = []
    stocktakes.onChange(({ stocktake: { present, others: more }, rows: changed }) =>
      changes.push([present, more, changed.length]),
    )
    const undo = (...numbers: string[]) =>
      value(stocktakes.undo({ id, numbers, operatorIdentity: 'Wang Fang' }))
    await undo(lockAt(3), lockAt(9), lockAt(4))
    // Nothing of it is left: no line is written.
    const { length } = await readFile(join(folder.path, `${id}.stocktake`))
    await undo(lockAt(3))
    expect(await readFile(join(folder.path, `${id}.stocktake`))).toHaveLength(length)
    expect(changes).toEqual([[1, 0, 0]])
    const undone = { [lockAt(1)]: 'present', [lockAt(2)]: 'not-counted', [lockAt(3)]: 'not-counted' }
    expect(await results(id)).toMatchObject(undone)
    expect(Object.keys(await results(id))).not.toContain(lockAt(9))
    await restart()
    expect(await results(id)).toMatchObject(undone)
    expect((await count(id, lockAt(3))).counted).toHaveLength(1)
    await finish(id)
    expect(await stocktakes.undo({ id, numbers: [lockAt(1)], operatorIdentity: by })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    expect((await stocktakes.list())[0]).toMatchObject({ present: 2, others: 0 })
  })

  it('counts plugged-in locks for the named stocktake only, also those that are plugged in already', async () => {
    const id = await ofEnterprise()
    const changes: unknown[] = []
    stocktakes.onChange(({ rows: added, repeated, by: source }) =>
      changes.push([source, added.map(({ number }) => number), repeated.map(({ number }) => number)]),
    )
    usb.plugIn(lockAt(1))
    stocktakes.countPlugged({ id, operatorIdentity: by })
    usb.plugIn(lockAt(2))
    // The same queue, so that the plugged-in locks are counted before.
    await count(id, lockAt(3))
    usb.pullOut(lockAt(1))
    usb.plugIn(lockAt(1))
    await count(id, lockAt(3))
    stocktakes.countPlugged({ id: null, operatorIdentity: by })
    usb.plugIn(lockAt(4))
    await count(id, lockAt(3))
    expect(await results(id)).toMatchObject({ [lockAt(1)]: 'present', [lockAt(4)]: 'not-counted' })
    expect(changes.filter((change) => JSON.stringify(change).includes('plug'))).toEqual([
      ['plug', [lockAt(2)], []],
      ['plug', [lockAt(1)], []],
      ['plug', [], [lockAt(1)]],
    ])
    // Opened again, a lock that is still plugged in is no news.
    changes.length = 0
    stocktakes.countPlugged({ id, operatorIdentity: by })
    await count(id, lockAt(3))
    expect(changes.filter((change) => JSON.stringify(change).includes('plug'))).toEqual([
      ['plug', [lockAt(4)], []],
    ])
  })

  it('keeps that two devices gave a number, over a restart and in the report of its end', async () => {
    const id = await ofEnterprise()
    const doubles = async (): Promise<string[]> =>
      (await rows(id)).flatMap(({ number, isDouble }) => (isDouble ? [number] : []))
    stocktakes.countPlugged({ id, operatorIdentity: by })
    usb.plugIn(lockAt(1))
    usb.plugIn(lockAt(2))
    usb.plugIn(lockAt(1))
    await vi.waitFor(async () => expect(await doubles()).toEqual([lockAt(1)]), 3_000)
    usb.pullOut(lockAt(1))
    await restart()
    expect(await doubles()).toEqual([lockAt(1)])
    await finish(id)
    expect(await doubles()).toEqual([lockAt(1)])
  })

  it('forgets it with an undone count, and ignores a lock that moves to another port', async () => {
    const id = await ofEnterprise()
    stocktakes.countPlugged({ id, operatorIdentity: by })
    usb.plugIn(lockAt(1))
    usb.plugIn(lockAt(1))
    await vi.waitFor(async () => expect((await rows(id))[0]?.isDouble).toBe(true), 3_000)
    await value(stocktakes.undo({ id, numbers: [lockAt(1)], operatorIdentity: by }))
    usb.pullOut(lockAt(1))
    usb.plugIn(lockAt(2))
    usb.plugIn(lockAt(2))
    usb.pullOut(lockAt(2))
    usb.plugIn(lockAt(2))
    await new Promise((done) => setTimeout(done, 1_100))
    expect((await rows(id)).filter(({ isDouble }) => isDouble)).toEqual([])
  })

  it('counts an undone lock that is still plugged in only when it was away and is plugged in again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const [id, other] = [await ofEnterprise(), await ofEnterprise()]
    const open = async (opened: string | null) => {
      stocktakes.countPlugged({ id: opened, operatorIdentity: by })
      // The same queue, so that the plugged-in locks are counted before.
      await count(id, lockAt(3))
    }
    usb.plugIn(lockAt(1))
    await open(id)
    await value(stocktakes.undo({ id, numbers: [lockAt(1)], operatorIdentity: by }))
    await open(null)
    await open(id)
    expect(await results(id)).toMatchObject({ [lockAt(1)]: 'not-counted' })
    await open(other)
    expect(await results(other)).toMatchObject({ [lockAt(1)]: 'present' })
    await open(id)
    // A hub that restarts.
    usb.pullOut(lockAt(1))
    vi.advanceTimersByTime(4_000)
    usb.plugIn(lockAt(1))
    await count(id, lockAt(3))
    expect(await results(id)).toMatchObject({ [lockAt(1)]: 'not-counted' })
    usb.pullOut(lockAt(1))
    vi.advanceTimersByTime(6_000)
    usb.plugIn(lockAt(1))
    await count(id, lockAt(3))
    expect(await results(id)).toMatchObject({ [lockAt(1)]: 'present' })
  })

  it('follows the lists while it is counted, and keeps its results once it has ended', async () => {
    const id = await ofEnterprise()
    await count(id, lockAt(1), lockAt(77))
    const withoutOne = own.slice(1).map((record) => ({ ...record, locked: false }))
    lists.replace([...withoutOne, recordOf(lockAt(77), { enterpriseGlobalId: 'E2' })])
    const expected = { [lockAt(1)]: 'present', [lockAt(77)]: 'unexpected' }
    expect(await results(id)).toMatchObject({ ...expected, [lockAt(2)]: 'not-counted' })
    expect((await rows(id))[0]?.status).toBeNull()
    await finish(id)
    lists.replace([])
    await restart()
    expect(await results(id)).toMatchObject({ ...expected, [lockAt(2)]: 'missing' })
    expect(await stocktakes.count({ id, numbers: [lockAt(2)], operatorIdentity: by })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    expect(await stocktakes.list()).toMatchObject([{ state: 'finished', ended: { by } }])
  })

  it('has no missing locks if it was canceled, and is compared with none', async () => {
    await finish(await ofEnterprise())
    const id = await ofEnterprise()
    await count(id, lockAt(1))
    await finish(id, 'cancel')
    for (const read of ['kept', 'again'] as const) {
      if (read === 'again') await restart()
      expect(await results(id)).toEqual({
        [lockAt(1)]: 'present',
        [lockAt(2)]: 'not-counted',
        [lockAt(3)]: 'not-counted',
        [lockAt(4)]: 'not-counted',
      })
      expect(new Set(Object.values(await comparison(id)))).toEqual(new Set([null]))
      expect((await stocktakes.list())[0]).toMatchObject({ state: 'canceled', comparedWith: null })
    }
  })

  it('is compared with the finished one of the same scope before it', async () => {
    const first = await ofEnterprise()
    await count(first, lockAt(1), lockAt(2))
    await finish(first)
    const canceled = await ofEnterprise()
    await finish(canceled, 'cancel')
    const second = await ofEnterprise()
    await count(second, lockAt(2), lockAt(3))
    // What is missing may still be counted.
    expect(await comparison(second)).toEqual({
      [lockAt(1)]: null,
      [lockAt(2)]: null,
      [lockAt(3)]: 'found-again',
      [lockAt(4)]: null,
    })
    const { comparedWith } = await finish(second)
    expect(comparedWith).toBe((await stocktakes.list()).at(-1)?.ended?.at)
    await restart()
    expect(await comparison(second)).toEqual({
      [lockAt(1)]: 'newly-missing',
      [lockAt(2)]: null,
      [lockAt(3)]: 'found-again',
      [lockAt(4)]: 'still-missing',
    })
  })

  it('belongs to its platform', async () => {
    await ofEnterprise()
    await stocktakes.stop()
    stocktakes = start('another')
    expect(await stocktakes.list()).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('a count that cannot be saved', () => {
  it('is not counted and not on the disk, and is counted when it is tried again', async () => {
    const id = await ofEnterprise()
    await count(id, lockAt(1))
    const [name = ''] = await readdir(folder.path)
    const before = await readFile(join(folder.path, name))
    diskError = new Error('ENOSPC: no space left on device')
    expect(await stocktakes.count({ id, numbers: [lockAt(2)], operatorIdentity: by })).toMatchObject({
      ok: false,
      error: { code: 'not-saved' },
    })
    expect(await stocktakes.end({ id, how: 'finish', operatorIdentity: by })).toMatchObject({ ok: false })
    expect(await readFile(join(folder.path, name))).toEqual(before)
    expect((await stocktakes.list())[0]).toMatchObject({ state: 'counting', present: 1 })
    diskError = null
    await count(id, lockAt(2))
    await restart()
    expect((await stocktakes.list())[0]).toMatchObject({ present: 2 })
  })

  it('of a plugged-in lock is named, and tried again with the next one', async () => {
    const id = await ofEnterprise()
    const failed: unknown[] = []
    stocktakes.onNotCounted((one) => failed.push([one.id, one.failure.code]))
    stocktakes.countPlugged({ id, operatorIdentity: by })
    await count(id, lockAt(3))
    diskError = new Error('EIO')
    usb.plugIn(lockAt(1))
    await stocktakes.count({ id, numbers: [lockAt(3)], operatorIdentity: by })
    expect(failed).toEqual([[id, 'not-saved']])
    diskError = null
    usb.plugIn(lockAt(2))
    await count(id, lockAt(3))
    expect(await results(id)).toMatchObject({ [lockAt(1)]: 'present', [lockAt(2)]: 'disabled' })
  })
})

describe('ten thousand locks', () => {
  it('are expected, counted one by one and read again', async () => {
    const many = Array.from({ length: 10_000 }, (_, place) => recordOf(lockAt(place)))
    lists = listsOf(many)
    await restart()
    const id = await ofEnterprise()
    await count(id, ...many.slice(0, 9_000).map(({ assetNum }) => assetNum))
    for (let place = 9_000; place < 9_020; place += 1) await count(id, lockAt(place))
    await finish(id)
    await restart()
    const [summary] = await stocktakes.list()
    expect(summary).toMatchObject({ expected: 10_000, present: 9_020 })
    const slice = await value(stocktakes.read({ id, from: 9_018, limit: 3 }))
    expect(slice.total).toBe(10_000)
    expect(slice.rows.map(({ result }) => result)).toEqual(['present', 'present', 'missing'])
  })
})
