import { describe, expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { createLoans } from '../../../src-main/changes/loans/loans'
import { joinFileText } from '../../../src-main/branch/database/join-file'
import { createLockNames } from '../../../src-main/directory/lock-names'
import { record } from '../../renderer/support/samples'
import { isOnPostgres } from '../../service/postgres/cluster'
import type { temporaryFolder } from '../../support/temporary-folder'
import { openBranchDesk, useBranches } from './branch-desk'
import { deskAddress, deskPlatform } from './desk-parts'
import { memoryVault, newDesk } from './support'

const lock = (assetNum: string) => ({ enterpriseGlobalId: 'E1', assetNum })

const borrowed = { borrowedUsbKey: '8000000021', memberGlobalId: 'm-1' }
/** Both desks read that the lock is lent; neither lent it. */
const lent: readonly LockRecord[] = [
  record('8000000021', 0, {
    borrowedUsbKey: true,
    lent: true,
    holder: { memberGlobalId: 'm-1', name: 'Chen Yu' },
    readAt: 1_000,
  }),
]

describe.skipIf(!isOnPostgres)('names of locks and loans at the desks of a branch', () => {
  const branches = useBranches('facts')

  /** A desk as `start-branch.ts` puts it together, with its folder. */
  const startDesk = async (
    folder: Awaited<ReturnType<typeof temporaryFolder>> | null = null,
    vault = memoryVault('keyring'),
  ) => {
    const own = folder ?? (await branches.newFolder())
    const parts = await openBranchDesk(own.path, { vault })
    const { branch: service, files } = parts
    const lockNames = createLockNames(parts.lockNames, deskPlatform, files.of(deskAddress))
    const lentLocks = createLoans({
      directory: {
        list: (_enterprise, from, limit) => ({
          rows: lent.slice(from, from + limit),
          ...{ total: lent.length, version: 1, readAt: 1_000, failure: null },
        }),
        enterprises: () => [],
        onRefreshed: () => () => undefined,
      },
      journal: { jobs: () => [], job: () => null, onChange: () => () => undefined },
      file: parts.loans,
      platformId: deskPlatform,
      branch: files.of(deskAddress),
      onError: (error) => {
        throw error
      },
    })
    await service.start()
    const stop = async () => {
      await lentLocks.stop()
      await lockNames.stop()
      await parts.stop()
    }
    branches.atEnd(stop)
    const shown = () => lockNames.list(0, 100).rows.map(({ assetNum, name, note }) => [assetNum, name, note])
    const loan = async () => (await lentLocks.list(0, 10)).rows[0]
    return { own, vault, service, lockNames, loans: lentLocks, loan, shown, stop, names: parts.lockNames }
  }
  const join = async (desk: Awaited<ReturnType<typeof startDesk>>, name: string) => {
    const file = await newDesk(branches.admin(), name)
    expect(await desk.service.join(Buffer.from(joinFileText(file), 'utf8'))).toMatchObject({ ok: true })
    await expect.poll(() => desk.service.view()?.state).toMatchObject({ connected: true, notShared: 0 })
  }

  it('are those that all have stated: known before, stated later, while the database was away, and after a start', async () => {
    const [one, other] = [await startDesk(), await startDesk()]
    await one.lockNames.save({ ...lock('LD1'), name: 'Shelf 1', note: 'known before' })
    await other.lockNames.save({ ...lock('LD2'), name: 'Shelf 2', note: '' })
    await join(one, 'One')
    await join(other, 'Other')
    const both = [
      ['LD1', 'Shelf 1', 'known before'],
      ['LD2', 'Shelf 2', ''],
    ]
    for (const desk of [one, other]) await expect.poll(() => desk.shown().toSorted()).toEqual(both)

    await other.lockNames.save({ ...lock('LD1'), name: 'Shelf 9', note: 'known before' })
    await expect.poll(() => one.shown().toSorted()[0]).toEqual(['LD1', 'Shelf 9', 'known before'])

    await branches.cluster().stop('immediate')
    await one.lockNames.save({ ...lock('LD3'), name: 'Away', note: '' })
    expect(one.shown()).toContainEqual(['LD3', 'Away', ''])
    await one.stop()
    const again = await startDesk(one.own, one.vault)
    expect(again.shown()).toContainEqual(['LD3', 'Away', ''])
    expect(again.service.view()?.state).toMatchObject({ connected: false, notShared: 1 })
    await branches.cluster().start()
    await expect.poll(() => other.shown(), { timeout: 60_000 }).toContainEqual(['LD3', 'Away', ''])
  })

  it('are beside the due date, the note and the return of a loan, whichever desk states them', async () => {
    const [one, other] = [await startDesk(), await startDesk()]
    await one.loans.setDue({ ...borrowed, dueOn: '2026-12-04', note: 'for the fair' })
    await join(one, 'One')
    await join(other, 'Other')
    const known = { state: 'active', dueOn: '2026-12-04', note: 'for the fair' }
    await expect.poll(other.loan).toMatchObject(known)

    await branches.cluster().stop('immediate')
    await other.loans.setDue({ ...borrowed, dueOn: '2026-12-11', note: 'for the fair' })
    expect(await other.loan()).toMatchObject({ dueOn: '2026-12-11' })
    expect(await one.loan()).toMatchObject(known)
    await branches.cluster().start()
    await expect.poll(one.loan, { timeout: 60_000 }).toMatchObject({ dueOn: '2026-12-11' })

    await one.loans.setReturned({ ...borrowed, operatorIdentity: 'Li Wei' })
    await expect
      .poll(other.loan)
      .toMatchObject({ state: 'returned', returned: { operatorIdentity: 'Li Wei' }, note: 'for the fair' })
    expect(await other.loans.setReturned({ ...borrowed, operatorIdentity: null })).toMatchObject({ ok: true })
    await expect.poll(one.loan).toMatchObject({ state: 'active', dueOn: '2026-12-11' })
  })

  it('stay when the computer leaves, and later changes are its own', async () => {
    const [one, other] = [await startDesk(), await startDesk()]
    await join(one, 'One')
    await join(other, 'Other')
    await other.lockNames.save({ ...lock('LD1'), name: 'Of the other', note: '' })
    await expect.poll(() => one.shown()).toEqual([['LD1', 'Of the other', '']])
    await expect.poll(() => one.names.read().platforms[deskPlatform]).toHaveLength(1)
    expect(await one.service.leave()).toMatchObject({ ok: true })
    expect(one.shown()).toEqual([['LD1', 'Of the other', '']])
    await one.lockNames.save({ ...lock('LD2'), name: 'Own', note: '' })
    await other.lockNames.save({ ...lock('LD3'), name: 'Later', note: '' })
    expect(one.shown().toSorted()).toEqual([
      ['LD1', 'Of the other', ''],
      ['LD2', 'Own', ''],
    ])
    await join(one, 'One again')
    for (const desk of [one, other])
      await expect
        .poll(() =>
          desk
            .shown()
            .map(([assetNum]) => assetNum)
            .toSorted(),
        )
        .toEqual(['LD1', 'LD2', 'LD3'])
  })
})
