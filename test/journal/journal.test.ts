import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenFile } from '../../src-main/journal/append-file'
import { journalFile, openJournal } from '../../src-main/journal/journal'
import type { Journal } from '../../src-main/journal/journal'
import { readLine } from '../../src-main/journal/record'
import type { Intent } from '../../src-main/journal/record'

let folder: string
let opened: Journal | null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'))
  opened = null
})
afterEach(async () => {
  await opened?.stop()
  await rm(folder, { recursive: true, force: true })
})

const intent = (assetNum = 'LD8000000017'): Intent => ({
  operation: 'order.lockAssets',
  assetNum,
  shellNumber: assetNum.slice(2),
  enterpriseGlobalId: 'E1',
  enterpriseName: '北桥',
  operatorIdentity: 'Li Wei',
  environment: 'training',
  training: true,
})

const open = async (openFile?: OpenFile) => {
  await opened?.stop()
  const outcome = await openJournal({ folder, ...(openFile === undefined ? {} : { openFile }) })
  if (!outcome.ok) throw new Error(outcome.error.message)
  opened = outcome.value.journal
  return { journal: opened, quarantined: outcome.value.quarantined }
}

const change = async (journal: Journal, assetNum?: string) => {
  const intended = await journal.intend(intent(assetNum))
  if (!intended.ok) throw new Error(intended.error.message)
  await journal.sending(intended.value.entryId)
  await journal.end(intended.value.entryId, 'done', null)
  return intended.value.entryId
}

const path = () => join(folder, journalFile)

describe('journal', () => {
  it('has the intent on the disk when it says so', async () => {
    const { journal } = await open()
    await journal.intend(intent())
    const [line] = (await readFile(path(), 'utf8')).split('\n')
    expect(readLine(line ?? '')).toMatchObject({ kind: 'intent', n: 1, intent: intent() })
  })

  it('tells after a restart exactly what it told before', async () => {
    const { journal } = await open()
    await change(journal)
    const second = await journal.intend(intent('LD8000000018'))
    if (second.ok) await journal.end(second.value.entryId, 'unknown', { kind: 'missing-in-answer' })
    const before = journal.recent(10)
    const { journal: again } = await open()
    expect(again.recent(10)).toEqual(before)
    expect(before.map(({ state }) => state)).toEqual(['unknown', 'done'])
  })

  it('links each record to the line before', async () => {
    const { journal } = await open()
    await change(journal)
    await change(journal)
    const lines = (await readFile(path(), 'utf8')).trimEnd().split('\n')
    // A line taken out, or two changed places, is damage though each line is whole.
    await opened?.stop()
    await writeFile(path(), `${lines.toSpliced(3, 1).join('\n')}\n`)
    const { quarantined } = await open()
    expect(quarantined).toMatch(/^journal\.damaged-/)
  })

  it('forgets a write that was cut off, at every length, and nothing before it', async () => {
    const { journal } = await open()
    const kept = await change(journal)
    const whole = (await readFile(path())).length
    await journal.intend(intent('LD8000000018'))
    const bytes = await readFile(path())
    await opened?.stop()
    for (let length = whole + 1; length < bytes.length; length += 7) {
      await writeFile(path(), bytes)
      await truncate(path(), length)
      const { journal: again, quarantined } = await open()
      expect(quarantined).toBeNull()
      expect(again.change(kept)?.state).toBe('done')
      const isWhole = length === bytes.length - 1
      expect(again.recent(10)).toHaveLength(isWhole ? 2 : 1)
      await again.stop()
      opened = null
    }
  })

  it('finds a flipped bit, copies the file aside, keeps the rest and says it once', async () => {
    const { journal } = await open()
    await change(journal)
    await change(journal, 'LD8000000018')
    await opened?.stop()
    const bytes = await readFile(path())
    bytes[40] = bytes[40]! ^ 1
    await writeFile(path(), bytes)
    const first = await open()
    expect(first.quarantined).not.toBeNull()
    expect(await readFile(join(folder, first.quarantined ?? ''))).toEqual(bytes)
    expect(first.journal.recent(10).map(({ intent: { assetNum } }) => assetNum)).toEqual(['LD8000000018'])
    expect((await open()).quarantined).toBeNull()
  })

  it('writes nothing half when the disk is full, and goes on when there is room', async () => {
    let room = Infinity
    const { open: openReal } = await import('node:fs/promises')
    const full: OpenFile = async (name) => {
      const file = await openReal(name, 'a')
      const write = async (bytes: Uint8Array, offset: number, length: number) => {
        const taken = Math.min(length, room)
        room -= taken
        if (taken === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        return file.write(bytes, offset, taken)
      }
      return {
        write: write as typeof file.write,
        datasync: () => file.datasync(),
        close: () => file.close(),
      }
    }
    const { journal } = await open(full)
    await change(journal)
    room = 50
    expect(await journal.intend(intent('LD8000000018'))).toMatchObject({
      ok: false,
      error: { code: 'not-writable' },
    })
    room = Infinity
    await change(journal, 'LD8000000019')
    const { journal: again, quarantined } = await open()
    expect(quarantined).toBeNull()
    expect(again.recent(10).map(({ intent: { assetNum } }) => assetNum)).toEqual([
      'LD8000000019',
      'LD8000000017',
    ])
  })

  it('has one writer', async () => {
    await open()
    expect(await openJournal({ folder })).toMatchObject({ ok: false, error: { code: 'locked' } })
    await opened?.stop()
    opened = null
    await open()
  })

  it('knows whether a later change of the same lock was asked for', async () => {
    const { journal } = await open()
    const first = journal.change(await change(journal))!
    expect(journal.hasLater(first)).toBe(false)
    await change(journal, 'LD8000000018')
    expect(journal.hasLater(first)).toBe(false)
    await change(journal)
    expect(journal.hasLater(first)).toBe(true)
  })

  it('leaves the folder to its owner alone', async () => {
    await open()
    expect(await readdir(folder)).toEqual([journalFile])
    const { stat } = await import('node:fs/promises')
    if (process.platform !== 'win32') expect((await stat(path())).mode & 0o077).toBe(0)
  })
})
