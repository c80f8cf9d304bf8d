import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArrivedEvent, BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { createBranchFiles } from '../../src-main/branch/branch-files'
import type { BranchStores } from '../../src-main/branch/branch-stores'
import { hashOf, emptyHead, signEvent } from '../../src-main/branch/signed-event'
import { loanFactsSchema, noLoanFacts } from '../../src-main/changes/loans/loan-facts'
import { createLockNames, lockNamesSchema, noLockNames } from '../../src-main/directory/lock-names'
import { withFileErrors } from '../../src-main/ipc/outcomes'
import { openJsonFile } from '../../src-main/util/files/json-file'
import type { SigningKey } from '../../src-main/work-orders/signing-key'
import { fail, succeed } from '#shared/outcome'
import { temporaryFolder } from '../support/temporary-folder'
import { branchKey } from './support/branch-key'

const own = 'aaaaaaaa-0000-4000-8000-000000000000'
const other = 'bbbbbbbb-0000-4000-8000-000000000000'
const address = 'https://licenses.example'
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let key: SigningKey
let otherKey: SigningKey
beforeEach(async () => {
  folder = await temporaryFolder()
  key = await branchKey()
  otherKey = await branchKey()
})
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await folder.remove()
})

const computers = () =>
  [
    { id: own, publicKey: key.publicKey },
    { id: other, publicKey: otherKey.publicKey },
  ].map(({ id, publicKey }) => ({
    id,
    name: id,
    key: publicKey,
    addedAt: 1,
    joinedAt: 1,
    lastSeenAt: 1,
    removedAt: null,
  }))
const lock = (name: string, assetNum = 'LD1') => ({ enterpriseGlobalId: 'e-1', assetNum, name, note: '' })
const named = (name: string): BranchFact => ({
  kind: 'lock.name',
  body: { enterpriseGlobalId: 'e-1', assetNum: 'LD1', name },
})
const loan = (part: object = {}) => ({
  borrowedUsbKey: '80',
  memberGlobalId: 'm-1',
  enterpriseGlobalId: 'e-1',
  enterpriseName: null,
  memberName: 'Chen Yu',
  assets: [],
  lentHere: null,
  dueOn: null,
  note: '',
  returned: null,
  closed: null,
  ...part,
})

const lockedVault = { code: 'key-not-readable', message: 'the vault is locked' } as const

/** A computer with one platform at two spellings of its address. */
const openComputer = async (isJoined = false) => {
  const { file: loans } = await openJsonFile(join(folder.path, 'loans.json'), loanFactsSchema, noLoanFacts)
  const { file: lockNames } = await openJsonFile(
    join(folder.path, 'lock-names.json'),
    lockNamesSchema,
    noLockNames,
  )
  let joined = isJoined ? own : null
  let isLocked = false
  const errors: unknown[] = []
  const branchFiles = createBranchFiles({
    folder: join(folder.path, 'branch'),
    joined: () => joined,
    keys: { open: () => Promise.resolve(isLocked ? fail(lockedVault) : succeed(key)) },
    files: { loans, lockNames },
    platforms: () => [
      { platformId: 'p', baseUrl: `${address}/` },
      { platformId: 'p', baseUrl: address },
    ],
    now: () => 1_000,
    onError: (error) => errors.push(error),
  })
  stops.push(branchFiles.stop)
  const names = createLockNames(lockNames, 'p', branchFiles.of(address))
  return {
    branchFiles,
    names,
    loans,
    lockNames,
    errors,
    shown: () => names.list(0, 10).rows.map(({ name }) => name),
    join: async (): Promise<BranchStores> => {
      await branchFiles.create(own)
      joined = own
      return branchFiles.open(own)
    },
    lock: () => (isLocked = true),
    leave: async () => {
      joined = null
      await branchFiles.close()
    },
  }
}
/** What the database answers. */
const arrive = (events: readonly BranchEvent[], from = 1): ArrivedEvent[] =>
  events.map((event, at) => ({ seq: from + at, arrivedAt: from + at, event }))
const stated = (fact: BranchFact, before = emptyHead): BranchEvent =>
  signEvent(fact, { computer: other, platform: address, at: 1 }, before, otherKey)

describe('a computer that joins', () => {
  it('states what it knows, and nothing where it knows nothing', async () => {
    const { loans, names, join } = await openComputer()
    await names.save(lock('Press'))
    await loans.update((content) => ({
      ...content,
      platforms: {
        p: [
          loan({ closed: { at: 5, operatorIdentity: 'Li Wei' } }),
          loan({ dueOn: '2026-11-30' }),
          loan({ borrowedUsbKey: '81', memberName: 'no date, no note' }),
        ],
        other: [loan({ note: 'of no saved platform' })],
      },
    }))
    const { own: log } = await join()
    const events = await log.from(1, 100)
    expect(events.map(({ kind }) => kind)).toEqual(['loan.closed', 'loan.due', 'lock.name'])
    expect(new Set(events.map(({ platform }) => platform))).toEqual(new Set([address]))
  })

  it('shows the same as before, and states each later change', async () => {
    const { names, join, shown, lockNames } = await openComputer()
    await names.save(lock('Press'))
    const { own: log } = await join()
    expect(shown()).toEqual(['Press'])
    await names.save(lock('Mill', 'LD2'))
    expect(shown()).toEqual(['Press', 'Mill'])
    expect((await log.from(1, 10)).map(({ body }) => body['name'])).toEqual(['Press', 'Mill'])
    await names.stop()
    expect(lockNames.read().platforms['p']).toHaveLength(1)
  })

  it('says why it cannot sign while the vault is locked, and changes nothing', async () => {
    const { names, join, shown, lock: lockVault } = await openComputer()
    await names.save(lock('Press'))
    await join()
    lockVault()
    const outcome = await withFileErrors('not-saved', () => names.save(lock('Mill')))
    expect(outcome).toEqual(fail(lockedVault))
    expect(shown()).toEqual(['Press'])
  })

  it('keeps a change that is made while it joins', async () => {
    const { names, join, shown } = await openComputer()
    const [, saved] = await Promise.all([join(), names.save(lock('Press'))])
    expect(saved).toMatchObject({ ok: true })
    expect(shown()).toEqual(['Press'])
  })
})

describe('what another desk states', () => {
  it('shows here, over restarts, and own events have their place among others once they arrive', async () => {
    const first = await openComputer()
    const { own: log, received } = await first.join()
    let changes = 0
    first.names.onChange(() => (changes += 1))
    const theirs = stated(named('theirs'))
    await received.receive(arrive([theirs]), computers())
    expect(first.shown()).toEqual(['theirs'])
    expect(changes).toBe(1)
    await first.names.save(lock('mine'))
    // It waits to be sent, and is later than what arrives before it.
    const [mine] = await log.from(1, 1)
    const later = stated(named('later'), { n: 1, hash: hashOf(theirs) })
    await received.receive(arrive([later], 2), computers())
    expect(first.shown()).toEqual(['mine'])
    await first.branchFiles.stop()

    const again = await openComputer(true)
    const stores = await again.branchFiles.open(own)
    expect(again.shown()).toEqual(['mine'])
    await stores.received.receive(arrive([mine!], 3), computers())
    expect(again.shown()).toEqual(['mine'])
    const last = stated(named('last'), { n: 2, hash: hashOf(later) })
    await stores.received.receive(arrive([last], 4), computers())
    expect(again.shown()).toEqual(['last'])
    await again.branchFiles.stop()
    expect(again.errors).toEqual([])
  })

  it('stays in the files when the computer leaves', async () => {
    const { branchFiles, names, shown, join: joinBranch, leave, lockNames } = await openComputer()
    const { received } = await joinBranch()
    await received.receive(arrive([stated(named('theirs'))]), computers())
    await leave()
    expect(shown()).toEqual(['theirs'])
    await names.save(lock('mine', 'LD2'))
    expect(lockNames.read().platforms['p']).toMatchObject([{ name: 'theirs' }, { name: 'mine' }])
    expect(await readFile(join(folder.path, 'lock-names.json'), 'utf8')).toContain('theirs')
    await expect(access(join(folder.path, 'branch'))).rejects.toMatchObject({ code: 'ENOENT' })
    await branchFiles.stop()
  })
})

it('a change is refused where the own events are missing, and what the file has is shown', async () => {
  const first = await openComputer()
  await first.names.save(lock('Press'))
  const { names, shown, branchFiles } = await openComputer(true)
  expect(shown()).toEqual(['Press'])
  await expect(names.save(lock('Mill'))).rejects.toThrow('ENOENT')
  expect(shown()).toEqual(['Press'])
  await branchFiles.stop()
})
