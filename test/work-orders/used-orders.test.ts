import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAccountRecord } from '../../src-main/policy/account-record'
import { writeCheckedLine } from '../../src-main/util/files/checked-line'
import { createUsedOrders } from '../../src-main/work-orders/used-orders'
import { temporaryFolder } from '../support/temporary-folder'

const start = 1_795_468_818_757
const hour = 3_600_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let time: number
const path = () => join(folder.path, 'used-orders.log')
const recordPath = () => join(folder.path, 'account/record.json')

beforeEach(async () => {
  folder = await temporaryFolder()
  time = start
  canWriteRecord = true
})
afterEach(() => folder.remove())

/** Whether the account can keep a record. */
let canWriteRecord = true
/** The list of the data folder as the app opens it at a start. */
const open = async ({ isStrict = true, hasHistory = false } = {}) => {
  const record = await openAccountRecord({ path: recordPath(), now: () => time })
  return createUsedOrders({
    path: path(),
    hasHistory: () => hasHistory,
    now: () => time,
    latest: () => Math.max(time, record.read()?.at ?? 0),
    isStrict,
    remembered: {
      read: () => record.read()?.used ?? null,
      write: (used) => record.update(() => ({ used })),
      canWrite: () => Promise.resolve(canWriteRecord),
    },
  })
}
const withList = async <Value>(
  work: (list: Awaited<ReturnType<typeof open>>) => Promise<Value>,
  over: Parameters<typeof open>[0] = {},
): Promise<Value> => {
  const list = await open(over)
  try {
    return await work(list)
  } finally {
    await list.stop()
  }
}
const use = (id: string) =>
  withList((list) => list.markUsed({ id, digest: 'd', at: time, operator: 'Li Wei', unsent: [] }))
const find = async (id: string, over: Parameters<typeof open>[0] = {}) => {
  const found = await withList((list) => list.find(id), over)
  if (!found.ok) throw new Error(found.error.message)
  return { since: found.value.since, isUsed: found.value.order !== null }
}
const linesNow = async () => (await readFile(path(), 'utf8')).split('\n').slice(0, -1)
const writeLines = (lines: readonly string[]) => writeFile(path(), lines.map((line) => `${line}\n`).join(''))

describe('the list of used orders', () => {
  it('is chained, and is opened again as it was', async () => {
    await use('A')
    await use('B')
    expect([await find('A'), await find('C')]).toEqual([
      { since: 0, isUsed: true },
      { since: 0, isUsed: false },
    ])
    expect(await readdir(folder.path)).toEqual(['account', 'used-orders.log'])
  })

  it.each([
    ['in the middle', (lines: string[]) => lines.toSpliced(1, 1)],
    ['at the end', (lines: string[]) => lines.slice(0, -1)],
    ['all of them', (lines: string[]) => lines.slice(0, 1)],
  ])('with lines cut out (%s) counts as lost', async (_where, cut) => {
    await use('A')
    await use('B')
    await writeLines(cut(await linesNow()))
    time += hour
    expect((await find('A')).since).toBe(time)
    // The loss stays known.
    time += hour
    expect((await find('A')).since).toBe(time - hour)
  })

  it('counts as lost by its chain alone, where the account remembers nothing', async () => {
    await use('A')
    await use('B')
    await use('C')
    const lines = await linesNow()
    canWriteRecord = false
    time += hour
    for (const changed of [
      lines.toSpliced(1, 1),
      lines.toSpliced(2, 1),
      lines.toSpliced(1, 2, lines[2] ?? '', lines[1] ?? ''),
    ]) {
      await rm(recordPath(), { force: true })
      await writeLines(changed)
      expect((await find('A', { isStrict: false })).since).toBe(time)
    }
    await rm(recordPath(), { force: true })
    await writeLines(lines)
    expect(await find('A', { isStrict: false })).toEqual({ since: 0, isUsed: true })
  })

  it('that was deleted while the clock stood two hours back counts as lost until the latest time', async () => {
    time += 2 * hour
    await use('A')
    time -= 2 * hour
    await rm(path())
    expect((await find('A')).since).toBe(start + 2 * hour)
  })

  it('of an earlier copy counts as lost, and what it names stays used', async () => {
    await use('A')
    const copy = await readFile(path())
    await use('B')
    await writeFile(path(), copy)
    time += hour
    expect([await find('A'), await find('B')]).toEqual([
      { since: time, isUsed: true },
      { since: time, isUsed: false },
    ])
  })

  it('whose record was deleted counts as lost', async () => {
    await use('A')
    await rm(recordPath())
    time += hour
    expect((await find('A', { isStrict: false })).since).toBe(time)
  })

  it('is believed where the account cannot keep a record, unless the keys are fixed', async () => {
    await use('A')
    await rm(recordPath())
    canWriteRecord = false
    time += hour
    expect(await find('A', { isStrict: false })).toEqual({ since: 0, isUsed: true })
    await rm(recordPath(), { force: true })
    expect((await find('A')).since).toBe(time)
  })

  it('that is missing was lost where the computer has a history', async () => {
    expect((await find('A', { hasHistory: true })).since).toBe(start)
  })

  describe('of version 1', () => {
    const version1 = [
      { kind: 'used-orders', version: 1, since: 0 },
      { kind: 'used', id: 'A', digest: 'd', at: 1, operator: 'Li Wei', unsent: [] },
    ].map((line) => writeCheckedLine(JSON.stringify(line)))

    it('is chained from now on', async () => {
      await writeLines(version1)
      expect(await find('A', { isStrict: false })).toEqual({ since: 0, isUsed: true })
      expect((await linesNow())[1]).toContain('"previous"')
      expect(await find('A')).toEqual({ since: 0, isUsed: true })
    })

    it('that stands in place of a later one counts as lost', async () => {
      await use('B')
      await writeLines(version1)
      time += hour
      expect(await find('A', { isStrict: false })).toEqual({ since: time, isUsed: true })
    })

    it('is not believed where a policy names the keys', async () => {
      await writeLines(version1)
      expect(await find('A')).toEqual({ since: start, isUsed: true })
    })
  })
})
