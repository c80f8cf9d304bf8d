import { open as openFile, readFile, truncate, writeFile } from 'node:fs/promises'

import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxBodyBytes, maxSharedAssets } from '#shared/model/branch/branch-event'
import type { BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { createOwnEventsFile, openOwnEvents } from '../../src-main/branch/own-events'
import { hashOf, isSignedBy } from '../../src-main/branch/signed-event'
import type { OpenFile } from '../../src-main/util/files/append-file'
import type { SigningKey } from '../../src-main/work-orders/signing-key'
import { temporaryFolder } from '../support/temporary-folder'
import { branchKey } from './support/branch-key'

const computer = 'aaaaaaaa-0000-4000-8000-000000000000'
const platform = 'https://licenses.example'
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let key: SigningKey
beforeEach(async () => {
  folder = await temporaryFolder()
  key = await branchKey()
  await createOwnEventsFile(path(), computer, key.publicKey)
})
afterEach(() => folder.remove())

const path = () => join(folder.path, 'own-events.log')
const open = (openIt?: OpenFile) =>
  openOwnEvents({
    path: path(),
    computer,
    key: () => Promise.resolve(key),
    now: () => 1_700_000_000_000.5,
    ...(openIt === undefined ? {} : { openFile: openIt }),
  })
const named = (name: string): BranchFact => ({
  kind: 'lock.name',
  body: { enterpriseGlobalId: 'e-1', assetNum: 'LD1', name },
})
const state = (...names: readonly string[]) => [{ platform, facts: names.map(named) }]
const namesOf = (events: readonly BranchEvent[]) => events.map(({ body }) => body['name'])

describe('the events of this computer', () => {
  it('are a signed chain, on disk before they count, and the same after a restart', async () => {
    const own = await open()
    let appended = 0
    own.onAppend(() => (appended += 1))
    await own.append(state('one', 'two'))
    await own.append(state('three'))
    expect(appended).toBe(2)
    await own.stop()
    const again = await open()
    const events = await again.from(1, 10)
    expect(namesOf(events)).toEqual(['one', 'two', 'three'])
    expect(events.map(({ n }) => n)).toEqual([1, 2, 3])
    expect(events.map(({ before }) => before)).toEqual(['', hashOf(events[0]!), hashOf(events[1]!)])
    expect(events.every((event) => isSignedBy(event, key.publicKey))).toBe(true)
    expect(isSignedBy({ ...events[0]!, at: 1 }, key.publicKey)).toBe(false)
    expect(again.head()).toEqual({ n: 3, hash: hashOf(events[2]!) })
    await again.append(state('four'))
    expect((await again.from(4, 1))[0]).toMatchObject({ n: 4, before: hashOf(events[2]!) })
    await again.stop()
  })

  it('are found by their number, however many there are', async () => {
    const own = await open()
    await own.append(state(...Array.from({ length: 1_100 }, (_, at) => `name ${at + 1}`)))
    for (const log of [own, await open()]) {
      expect(log.last()).toBe(1_100)
      for (const n of [1, 255, 256, 257, 258, 512, 513, 1_024, 1_025, 1_100])
        expect(namesOf(await log.from(n, 2))).toEqual(
          [n, n + 1].filter((one) => one <= 1_100).map((one) => `name ${one}`),
        )
      expect(await log.from(250, 300)).toHaveLength(300)
      expect(await log.from(1_101, 5)).toEqual([])
      await log.stop()
    }
  })

  it('are opened after years, in a file that is larger than the app reads at once', async () => {
    const own = await open()
    await own.append(state('one'))
    await own.stop()
    const file = await openFile(path(), 'r+')
    const { size } = await file.stat()
    const lineBytes = 1024 * 1024
    for (let line = 1; line <= 300; line += 1) await file.write('\n', size + line * lineBytes - 1)
    await file.close()
    const again = await open()
    expect([again.last(), again.damagedAt()]).toEqual([301, 2])
    expect(namesOf(await again.from(1, 1))).toEqual(['one'])
    await again.append(state('after'))
    expect(namesOf(await again.from(302, 1))).toEqual(['after'])
    await again.stop()
  })

  it('lose only the line that was not completed', async () => {
    const own = await open()
    await own.append(state('one', 'two'))
    await own.stop()
    const { length } = await readFile(path())
    await truncate(path(), length - 1)
    const again = await open()
    expect(again.last()).toBe(1)
    await again.append(state('two again'))
    expect(namesOf(await again.from(1, 10))).toEqual(['one', 'two again'])
    await again.stop()
  })

  it('name the first one that is damaged, and keep the file and the others', async () => {
    const own = await open()
    await own.append(state('one', 'two', 'three'))
    await own.stop()
    const damaged = (await readFile(path(), 'utf8')).replace('"two"', '"twx"')
    await writeFile(path(), damaged)
    const again = await open()
    expect(again.damagedAt()).toBe(2)
    expect(again.last()).toBe(3)
    expect(namesOf(await again.from(1, 10))).toEqual(['one'])
    expect(await again.from(2, 10)).toEqual([])
    expect(namesOf(await again.from(3, 10))).toEqual(['three'])
    await again.stop()
    expect(await readFile(path(), 'utf8')).toBe(damaged)
  })

  it('do not count where the disk is full, and the next ones follow the last that counts', async () => {
    let isFull = false
    const own = await open(async (to) => {
      const file = await openFile(to, 'a')
      return {
        write: ((...args: Parameters<typeof file.write>) =>
          isFull
            ? Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
            : file.write(...args)) as never,
        datasync: () => file.datasync(),
        close: () => file.close(),
      }
    })
    await own.append(state('one'))
    isFull = true
    await expect(own.append(state('lost'))).rejects.toThrow('ENOSPC')
    expect(own.last()).toBe(1)
    isFull = false
    await own.append(state('two'))
    await own.stop()
    const again = await open()
    expect(namesOf(await again.from(1, 10))).toEqual(['one', 'two'])
    await again.stop()
  })

  it('have bodies within the limit, without what the database would change', async () => {
    const own = await open()
    const loan = {
      borrowedUsbKey: '80',
      memberGlobalId: null,
      enterpriseGlobalId: 'e-1',
      enterpriseName: 'half \ud83d of one, and \u0000',
      memberName: null,
      assets: Array.from({ length: 1_000 }, (_, at) => ({ assetNum: `LD${at}`, assetId: 'a'.repeat(36) })),
      lentHere: null,
    }
    await own.append([{ platform, facts: [{ kind: 'loan.due', body: { loan, dueOn: null } }] }])
    const [event] = await own.from(1, 1)
    const { assets, enterpriseName } = (event?.body as { loan: typeof loan }).loan
    expect(assets).toHaveLength(maxSharedAssets)
    expect(enterpriseName).toBe('half \ufffd of one, and \ufffd')
    await expect(own.append(state('x'.repeat(maxBodyBytes)))).rejects.toThrow(String(maxBodyBytes))
    expect(own.last()).toBe(1)
    await own.stop()
  })

  it('are signed with the key that the branch knows, and with no later one', async () => {
    const own = await open()
    key = await branchKey()
    await expect(own.append(state('one'))).rejects.toThrow('another key')
    expect(own.last()).toBe(0)
    await own.stop()
  })

  it('are not those of another computer', async () => {
    await createOwnEventsFile(path(), 'bbbbbbbb-0000-4000-8000-000000000000', key.publicKey)
    await expect(open()).rejects.toThrow('not the events of this computer')
  })
})
