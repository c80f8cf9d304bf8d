import { open as openReal, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeState } from '#shared/model/changes/change'
import type { OpenFile } from '../../src-main/util/files/append-file'
import { journalFile, openJournal } from '../../src-main/journal/journal'
import type { Journal } from '../../src-main/journal/journal'
import { temporaryFolder } from '../support/temporary-folder'
import { intentOf } from './support/rows'
import { countOf, keepTally } from './support/tally'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await folder.remove()
})
const path = () => join(folder.path, journalFile)

const open = async (openFile?: OpenFile, maxFileBytes = Number.POSITIVE_INFINITY) => {
  const options = openFile === undefined ? {} : { openFile }
  const opened = await openJournal({ folder: folder.path, maxFileBytes, ...options })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

const changed = async (journal: Journal, key: string) => {
  const intended = await journal.recordIntent(intentOf('order.lockAssets', key))
  if (!intended.ok) throw new Error(intended.error.message)
  const { jobId } = intended.value
  await journal.recordSent(jobId, [0])
  await journal.recordResults(jobId, [{ row: 0, state: 'done', reason: null }])
}

const keyAt = (index: number) => `LD8${String(index).padStart(9, '0')}`

/** The files of a journal, oldest first. */
type Files = readonly { readonly name: string; readonly bytes: Buffer }[]

/** A journal of completed changes. */
const manyChanges = async (count: number, maxFileBytes: number): Promise<Files> => {
  const { journal } = await open(undefined, maxFileBytes)
  for (let index = 0; index < count; index += 1) await changed(journal, keyAt(index))
  const files = journal.files()
  await journal.stop()
  return Promise.all(files.map(async ({ name, path: at }) => ({ name, bytes: await readFile(at) })))
}

/** Replaces the content of the folder by these files. */
const lay = async (files: Files): Promise<void> => {
  for (const name of await readdir(folder.path)) await rm(join(folder.path, name), { recursive: true })
  for (const { name, bytes } of files) await writeFile(join(folder.path, name), bytes)
}

/** Cuts this many bytes off the end of the files. */
const cutBy = (files: Files, cut: number): Files => {
  const last = files.at(-1)
  if (last === undefined) return files
  if (cut > last.bytes.length) return cutBy(files.slice(0, -1), cut - last.bytes.length)
  const bytes = last.bytes.subarray(0, last.bytes.length - cut)
  return [...files.slice(0, -1), { ...last, bytes }]
}

const statesIn = (journal: Journal): [string, ChangeState][] =>
  journal.recent(10_000).map(({ row, state }) => [row.key, state])

/** The states that a change may have when later records are lost. */
const earlier: Readonly<Record<string, readonly ChangeState[]>> = { done: ['done', 'sent', 'intent'] }

/** Counts complete change records, with or without line feed; the first line of a further file is none. */
const wholeRecords = (kept: Files, all: Files): number =>
  kept.reduce((sum, { name, bytes }) => {
    const whole = all.find((file) => file.name === name)?.bytes
    const lines = bytes.toString('utf8').split('\n').slice(0, -1)
    const hasLastLine = bytes.length > 0 && whole?.[bytes.length] === 0x0a
    const lastLine = bytes.toString('utf8').split('\n').at(-1) ?? ''
    const counted = hasLastLine ? [...lines, lastLine] : lines
    return sum + counted.filter((line) => !line.includes('"kind":"begins"')).length
  }, 0)

describe.each([
  ['one file', Number.POSITIVE_INFINITY],
  ['several files', 1_500],
])('a journal of %s with damaged bytes', (of, maxFileBytes) => {
  it('opens when cut at any of its last 4,096 bytes, with all complete records', async () => {
    const files = await manyChanges(12, maxFileBytes)
    const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    expect(files.length > 3).toBe(of === 'several files')
    expect(size).toBeGreaterThan(4096)
    for (let cut = 1; cut <= 4096; cut += 1) {
      const kept = cutBy(files, cut)
      await lay(kept)
      const { journal, quarantined } = await open()
      // The last line counts as soon as it is complete, with or without its line feed.
      const whole = wholeRecords(kept, files)
      const states = statesIn(journal)
      await journal.stop()
      expect({ cut, quarantined }).toEqual({ cut, quarantined: null })
      expect(states).toHaveLength(Math.ceil(whole / 3))
      for (const [, state] of states.slice(1)) expect(state).toBe('done')
      const last: ChangeState[] = ['intent', 'sent', 'done']
      expect({ cut, state: states[0]?.[1] }).toEqual({
        cut,
        state: whole === 0 ? undefined : last[(whole - 1) % 3],
      })
    }
    await keepTally({
      fault: `journal of ${of} cut off`,
      runs: 4096,
      hits: null,
      lost: 0,
      twice: 0,
      unknown: 0,
    })
  })

  it('opens with any bit flipped: reports it, keeps a copy and invents nothing', async () => {
    const files = await manyChanges(12, maxFileBytes)
    const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const flips = countOf('FLIPS', 300)
    let silent = 0
    for (let flip = 0; flip < flips; flip += 1) {
      const bit = Math.floor(((flip + 0.5) / flips) * size * 8)
      let at = Math.floor(bit / 8)
      const hit = files.findIndex(({ bytes }) => {
        if (at < bytes.length) return true
        at -= bytes.length
        return false
      })
      const flipped = files.map(({ name, bytes }, index) => {
        if (index !== hit) return { name, bytes }
        const turned = Buffer.from(bytes)
        turned[at] = (turned[at] ?? 0) ^ (1 << (bit % 8))
        return { name, bytes: turned }
      })
      await lay(flipped)
      const { journal, quarantined } = await open()
      const states = statesIn(journal)
      await journal.stop()
      for (const [key, state] of states) {
        expect(Number(key.slice(3))).toBeLessThan(12)
        expect(earlier['done']).toContain(state)
      }
      const isWhole = states.length === 12 && states.every(([, state]) => state === 'done')
      // A damaged last line looks like a truncated one: it is quarantined without a warning.
      const { bytes } = files[hit]!
      const isLastLine = hit === files.length - 1 && at >= bytes.lastIndexOf(0x0a, bytes.length - 2)
      if (quarantined === null && !isLastLine && !isWhole) silent += 1
      if (quarantined !== null) {
        const copies = flipped.map((file) => file.bytes)
        expect(copies).toContainEqual(await readFile(join(folder.path, quarantined)))
      }
    }
    await keepTally({
      fault: `journal of ${of}, bit flipped`,
      runs: flips,
      hits: null,
      lost: silent,
      twice: 0,
      unknown: 0,
    })
    expect(silent).toBe(0)
  })
})

describe('a journal on a full disk', () => {
  it('rejects changes at whatever byte the disk fills up, and continues once space is free', async () => {
    const { journal: first } = await open()
    await changed(first, keyAt(0))
    await first.stop()
    const good = await readFile(path())
    let refused = 0
    for (let freeBytes = 0; ; freeBytes += 97) {
      await writeFile(path(), good)
      let left = freeBytes
      let isFull = true
      const { journal } = await open(async (name) => {
        const file = await openReal(name, 'a')
        const write = (bytes: Uint8Array, offset: number, length: number) => {
          const written = isFull ? Math.min(length, left) : length
          left -= written
          if (written === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
          return file.write(bytes, offset, written)
        }
        return {
          write: write as unknown as typeof file.write,
          datasync: () => file.datasync(),
          close: () => file.close(),
        }
      })
      const intended = await journal.recordIntent(intentOf('order.lockAssets', keyAt(1)))
      isFull = false
      await changed(journal, keyAt(2))
      await journal.stop()
      const { journal: again, quarantined } = await open()
      const keys = statesIn(again).map(([key]) => key)
      await again.stop()
      expect(quarantined).toBeNull()
      expect(keys).toEqual([keyAt(2), ...(intended.ok ? [keyAt(1)] : []), keyAt(0)])
      if (intended.ok) break
      refused += 1
    }
    expect(refused).toBeGreaterThan(3)
    await keepTally({ fault: 'disk full', runs: refused, hits: null, lost: 0, twice: 0, unknown: 0 })
  })
})
