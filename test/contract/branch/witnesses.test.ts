import { describe, expect, it } from 'vitest'
import { createJournalHeads } from '../../../src-main/branch/journal-heads'
import { createEmitter } from '../../../src-main/util/emitter'
import { isOnPostgres } from '../../service/postgres/cluster'
import { joinBranch, openBranchDesk, useBranches } from './branch-desk'
import { deskAddress } from './desk-parts'
import { newDesk } from './support'

describe.skipIf(!isOnPostgres)('the ends of journals in a branch', () => {
  const branches = useBranches('witnesses')

  /** A computer with a journal of lines that a test writes. */
  const startDesk = async (name: string) => {
    const folder = await branches.newFolder()
    const desk = await openBranchDesk(folder.path)
    const writes = createEmitter<null>()
    let lines = ['first']
    const head = () => ({ n: lines.length, hash: lines.at(-1) ?? '' })
    const heads = createJournalHeads({
      branch: desk.branch,
      files: desk.files,
      journal: { head, onWrite: writes.add },
      contains: (hash) => Promise.resolve(lines.includes(hash)),
      log: { warn: () => undefined },
      pauseMs: 20,
    })
    await desk.branch.start()
    branches.atEnd(async () => {
      await heads.stop()
      await desk.stop()
    })
    await joinBranch(desk, await newDesk(branches.admin(), name))
    return {
      ...desk,
      id: desk.branch.view()?.access.computer.id ?? '',
      stopHeads: heads.stop,
      write: (...next: string[]) => {
        lines = next
        writes.emit(null)
      },
      events: () => desk.files.heads().get(desk.branch.view()?.access.computer.id ?? '')?.n ?? 0,
    }
  }

  it('are stated when something changed, and name no computer whose journal grows', async () => {
    const [one, other] = [await startDesk('Counter 1'), await startDesk('Counter 2')]
    await expect.poll(() => other.files.heads().get(one.id)?.n).toBe(1)
    one.write('first', 'second')
    await expect.poll(() => other.files.heads().get(one.id)?.n).toBe(2)
    const { events } = other
    const before = events()
    // What the other computer states about ends is no reason to state ends.
    one.write('first', 'second', 'third')
    await expect.poll(() => other.files.heads().get(one.id)?.n).toBe(3)
    expect(events()).toBe(before)
    await one.files
      .of(deskAddress)
      .append([{ kind: 'lock.name', body: { enterpriseGlobalId: 'E1', assetNum: 'LD1', name: 'Shelf' } }])
    await expect.poll(events).toBe(before + 1)
    expect([one.files.findings(), other.files.findings()]).toEqual([[], []])
  })

  it('name a computer whose journal was replaced by a shorter one, on all others, with both ends', async () => {
    const [one, two, three] = [
      await startDesk('Counter 1'),
      await startDesk('Counter 2'),
      await startDesk('Counter 3'),
    ]
    one.write('first', 'second', 'third')
    for (const desk of [two, three]) await expect.poll(() => desk.files.heads().get(one.id)?.n).toBe(2)
    one.write('first', 'other')
    const found = {
      computer: one.id,
      what: 'journal',
      before: { n: 3, hash: 'third' },
      now: { n: 2, hash: 'other' },
    }
    for (const desk of [two, three]) await expect.poll(() => desk.files.findings()).toEqual([found])
    expect(two.files.nameOf(one.id)).toBe('Counter 1')
  })

  it('are stated once more when the app is closed', async () => {
    const [one, other] = [await startDesk('Counter 1'), await startDesk('Counter 2')]
    await expect.poll(() => other.files.heads().get(one.id)?.n).toBe(1)
    one.write('first', 'second')
    await one.stopHeads()
    await expect.poll(() => other.files.heads().get(one.id)?.n).toBe(2)
  })
})
