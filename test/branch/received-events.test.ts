import { open as openFile, readFile, readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArrivedEvent, BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { branchEventFormat, maxBodyBytes } from '#shared/model/branch/branch-event'
import { namesIn } from '#shared/model/branch/fold'
import type { BranchComputer } from '../../src-main/branch/database/branch-connection'
import { openReceivedEvents } from '../../src-main/branch/received-events'
import type { ReceivedStore } from '../../src-main/branch/received-events'
import { hashOf, emptyHead, signEvent } from '../../src-main/branch/signed-event'
import type { Head } from '../../src-main/branch/signed-event'
import type { OpenFile } from '../../src-main/util/files/append-file'
import { writeCheckedLine } from '../../src-main/util/files/checked-line'
import { bytesToSign } from '../../src-main/work-orders/signed-file'
import type { SigningKey } from '../../src-main/work-orders/signing-key'
import { temporaryFolder } from '../support/temporary-folder'
import { branchKey } from './support/branch-key'

const own = 'aaaaaaaa-0000-4000-8000-000000000000'
const other = 'bbbbbbbb-0000-4000-8000-000000000000'
const platform = 'https://licenses.example'
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let keys: Record<string, SigningKey>
beforeEach(async () => {
  folder = await temporaryFolder()
  keys = { [own]: await branchKey(), [other]: await branchKey() }
})
afterEach(() => folder.remove())

const path = () => join(folder.path, 'received.log')
const open = (openIt?: OpenFile) =>
  openReceivedEvents({
    path: path(),
    computer: own,
    now: () => 1_700_000_000_000,
    ...(openIt === undefined ? {} : { openFile: openIt }),
  })
const computers = (): BranchComputer[] =>
  [own, other].map((id) => ({
    id,
    name: id,
    key: keys[id]?.publicKey ?? null,
    addedAt: 1,
    joinedAt: 1,
    lastSeenAt: 1,
    removedAt: null,
  }))
const named = (name: string, assetNum = 'LD1'): BranchFact => ({
  kind: 'lock.name',
  body: { enterpriseGlobalId: 'e-1', assetNum, name },
})

/** A computer's chain. */
const chain = (computer: string, facts: readonly BranchFact[], from: Head = emptyHead): BranchEvent[] => {
  const events: BranchEvent[] = []
  let head = from
  for (const fact of facts) {
    const event = signEvent(fact, { computer, platform, at: 1 }, head, keys[computer]!)
    head = { n: event.n, hash: hashOf(event) }
    events.push(event)
  }
  return events
}
const arrive = (events: readonly unknown[], from = 1): ArrivedEvent[] =>
  events.map((event, at) => ({ seq: from + at, arrivedAt: 1_000 + from + at, event }))
/** With another content and the signature of the computer. */
const resigned = (event: BranchEvent, changed: Partial<BranchEvent>): BranchEvent => {
  const { signature: _signature, ...content } = { ...event, ...changed }
  return { ...content, signature: keys[event.computer]!.sign(bytesToSign(content, branchEventFormat)) }
}
const namesOf = (store: ReceivedStore) => namesIn(store.registers(platform)).map(({ name }) => name)
const reasonsOf = (store: ReceivedStore) => store.apart().map(({ seq, reason }) => [seq, reason])

describe('what was read from the database', () => {
  it('is kept across starts, with the place where reading goes on', async () => {
    const store = await open()
    const changed: unknown[] = []
    store.onChange((fields) => changed.push(fields))
    const events = chain(other, [named('one'), named('two'), named('three', 'LD2')])
    await store.receive(arrive(events), computers())
    expect(changed).toEqual([[{ platform, fields: new Set(['lock.name']) }]])
    await store.stop()
    const again = await open()
    expect(namesOf(again)).toEqual(['two', 'three'])
    expect(again.cursor()).toEqual({ seq: 3, id: events[2]!.id })
    expect(again.heads().get(other)).toEqual({ n: 3, hash: hashOf(events[2]!) })
    // What was read already changes nothing.
    await again.receive(arrive(events), computers())
    expect(reasonsOf(again)).toEqual([])
    await again.stop()
  })

  it('says which own events have arrived', async () => {
    const store = await open()
    await store.receive(arrive(chain(own, [named('one'), named('two')])), computers())
    expect(store.ownArrived()).toBe(2)
    await store.clear()
    expect(store.ownArrived()).toBe(2)
    expect(store.cursor()).toBeNull()
    await store.stop()
    const again = await open()
    expect(again.ownArrived()).toBe(2)
    await again.stop()
  })

  it('gives way to the database as it is now, after it was restored and is read again', async () => {
    const store = await open()
    const [first, second] = chain(other, [named('first'), named('second')])
    const [mine] = chain(own, [named('mine')])
    await store.receive(arrive([first, mine, second]), computers())
    expect(namesOf(store)).toEqual(['second'])
    await store.clear()
    // The other desk has not added its events again yet: what is known stays.
    expect(namesOf(store)).toEqual(['second'])
    await store.receive(arrive([first, second, mine]), computers())
    expect(namesOf(store)).toEqual(['mine'])
    expect(reasonsOf(store)).toEqual([])
    await store.stop()
  })

  it('is read again where the file is damaged, and keeps what is intact', async () => {
    const store = await open()
    const events = chain(other, [named('one'), named('two', 'LD2'), named('three', 'LD3')])
    for (const [at, event] of events.entries()) await store.receive(arrive([event], at + 1), computers())
    await store.stop()
    await writeFile(path(), (await readFile(path(), 'utf8')).replace('"two"', '"twx"'))
    const again = await open()
    expect(again.cursor()).toBeNull()
    expect(namesOf(again)).toEqual(['one', 'three'])
    await again.receive(arrive(events), computers())
    expect(namesOf(again)).toEqual(['one', 'two', 'three'])
    await again.stop()
  })

  it('is read again where an earlier version kept no stocktakes, and keeps what it has', async () => {
    const store = await open()
    await store.receive(arrive(chain(other, [named('one')])), computers())
    await store.stop()
    const [, ...steps] = (await readFile(path(), 'utf8')).split('\n')
    const header = writeCheckedLine(JSON.stringify({ kind: 'received', version: 1, computer: own }))
    await writeFile(path(), [header, ...steps].join('\n'))
    const again = await open()
    expect([again.cursor(), namesOf(again)]).toEqual([null, ['one']])
    expect(again.names().get(other)).toBe(other)
    await again.stop()
    expect(await readdir(folder.path)).toEqual(['received.log'])
  })

  it('is read again where the file is no such file, which is set aside', async () => {
    await writeFile(path(), 'nonsense')
    const store = await open()
    expect(store.cursor()).toBeNull()
    await store.stop()
    expect((await readdir(folder.path)).some((name) => name.startsWith('received.log.unreadable-'))).toBe(
      true,
    )
  })

  it('loses only the step that was not completed', async () => {
    const store = await open()
    const events = chain(other, [named('one'), named('two')])
    await store.receive(arrive(events.slice(0, 1)), computers())
    await store.receive(arrive(events.slice(1), 2), computers())
    await store.stop()
    await truncate(path(), (await stat(path())).size - 3)
    const again = await open()
    expect(again.cursor()?.seq).toBe(1)
    await again.receive(arrive(events.slice(1), 2), computers())
    expect(namesOf(again)).toEqual(['two'])
    await again.stop()
  })

  it('does not count where the disk is full', async () => {
    let isFull = false
    const store = await open(async (to) => {
      const file = await openFile(to, 'a')
      return {
        write: ((...args: Parameters<typeof file.write>) =>
          isFull ? Promise.reject(new Error('ENOSPC')) : file.write(...args)) as never,
        datasync: () => file.datasync(),
        close: () => file.close(),
      }
    })
    const events = chain(other, [named('one')])
    isFull = true
    await expect(store.receive(arrive(events), computers())).rejects.toThrow('ENOSPC')
    expect(store.cursor()).toBeNull()
    expect(namesOf(store)).toEqual([])
    isFull = false
    await store.receive(arrive(events), computers())
    expect(namesOf(store)).toEqual(['one'])
    await store.stop()
  })

  it('does not grow with the number of events, but with what they are about', async () => {
    const store = await open()
    const facts = Array.from({ length: 3_200 }, (_, at): BranchFact => {
      const memberName = `name ${at} ${'x'.repeat(1_800)}`
      const loan = {
        ...{ borrowedUsbKey: `800000000${at % 10}`, memberGlobalId: 'm-1', memberName },
        ...{ enterpriseGlobalId: 'e-1', enterpriseName: null, assets: [], lentHere: null },
      }
      return { kind: 'loan.note', body: { loan, note: `note ${at}` } }
    })
    const events = chain(other, facts)
    for (let at = 0; at < events.length; at += 10)
      await store.receive(arrive(events.slice(at, at + 10), at + 1), computers())
    // What the loan is, and its note.
    expect(store.registers(platform).size).toBe(20)
    expect((await stat(path())).size).toBeLessThan(5 * 1024 * 1024)
    await store.stop()
    const again = await open()
    expect(again.cursor()?.seq).toBe(3_200)
    expect(again.registers(platform).size).toBe(20)
    await again.stop()
  }, 60_000)
})

describe('an event that does not verify is kept apart with its reason', () => {
  const takeAll = async (events: readonly unknown[]): Promise<ReceivedStore> => {
    const store = await open()
    await store.receive(arrive(events), computers())
    return store
  }

  it('and once, also when the database is read again', async () => {
    const [first, second] = chain(other, [named('one'), named('two')])
    const forged = { ...second!, body: { ...second!.body, name: 'forged' } }
    const store = await takeAll([first, forged])
    await store.clear()
    await store.receive(arrive([first, forged]), computers())
    expect(reasonsOf(store)).toEqual([[2, 'bad-signature']])
    await store.clear()
    await store.receive(arrive([first, second]), computers())
    expect(reasonsOf(store)).toEqual([])
    await store.stop()
    const again = await open()
    expect(reasonsOf(again)).toEqual([])
    await again.stop()
  })

  it('a forged one, and those that would follow it', async () => {
    const [first, second, third] = chain(other, [named('one'), named('two'), named('three')])
    const forged = { ...second!, body: { ...second!.body, name: 'forged' } }
    const store = await takeAll([first, forged, third])
    expect(namesOf(store)).toEqual(['one'])
    expect(reasonsOf(store)).toEqual([
      [2, 'bad-signature'],
      [3, 'broken-chain'],
    ])
    await store.stop()
    // It stays named, and nothing of it is applied, after a restart.
    const again = await open()
    expect(reasonsOf(again)).toHaveLength(2)
    expect(again.cursor()?.seq).toBe(3)
    await again.stop()
  })

  it('one that another computer signed', async () => {
    const [event] = chain(own, [named('one')])
    const store = await takeAll([{ ...event!, computer: other }])
    expect(reasonsOf(store)).toEqual([[1, 'bad-signature']])
    await store.stop()
  })

  it('one with another key of its computer than the first that was read, also after a start', async () => {
    const [first] = chain(other, [named('one')])
    const store = await takeAll([first])
    // As an administrator could replace it, and go on with the chain.
    keys[other] = await branchKey()
    const [second] = chain(other, [named('two')], { n: 1, hash: hashOf(first!) })
    await store.receive(arrive([second], 2), computers())
    expect(reasonsOf(store)).toEqual([[2, 'bad-signature']])
    await store.stop()
    const again = await open()
    const [third] = chain(other, [named('three')], { n: 1, hash: hashOf(first!) })
    await again.receive(arrive([third], 3), computers())
    expect(reasonsOf(again)).toEqual([
      [2, 'bad-signature'],
      [3, 'bad-signature'],
    ])
    expect(namesOf(again)).toEqual(['one'])
    await again.stop()
  })

  it('one of a computer that the branch does not know', async () => {
    const unknown = 'cccccccc-0000-4000-8000-000000000000'
    keys[unknown] = await branchKey()
    const store = await takeAll(chain(unknown, [named('one')]))
    expect(reasonsOf(store)).toEqual([[1, 'unknown-computer']])
    await store.stop()
  })

  it('a chain from which one was cut, or in another order', async () => {
    const [first, second, third] = chain(other, [named('one'), named('two'), named('three')])
    const cut = await takeAll([first, third])
    expect(reasonsOf(cut)).toEqual([[2, 'broken-chain']])
    expect(namesOf(cut)).toEqual(['one'])
    await cut.stop()
    expect(second!.n).toBe(2)
  })

  it('the second of two chains that begin as one, as of a copied computer', async () => {
    const [first] = chain(other, [named('one')])
    const head = { n: 1, hash: hashOf(first!) }
    const [mine] = chain(other, [named('mine')], head)
    const copies = chain(other, [named('copy'), named('copy 2')], head)
    const store = await takeAll([first, mine, ...copies])
    expect(reasonsOf(store)).toEqual([
      [3, 'repeated-number'],
      [4, 'broken-chain'],
    ])
    expect(namesOf(store)).toEqual(['mine'])
    await store.stop()
  })

  it('one with a body that its kind does not have; what follows is applied', async () => {
    const [first] = chain(other, [named('one')])
    const bad = resigned(first!, { body: { enterpriseGlobalId: 'e-1', assetNum: 'LD1', name: 7 } })
    const next = chain(other, [named('two', 'LD2')], { n: 1, hash: hashOf(bad) })
    const store = await takeAll([bad, ...next])
    expect(reasonsOf(store)).toEqual([[1, 'bad-body']])
    expect(namesOf(store)).toEqual(['two'])
    await store.stop()
  })

  it('one that is too large, and what is no event at all', async () => {
    const [first] = chain(other, [named('one')])
    const large = resigned(first!, { body: { ...first!.body, name: 'x'.repeat(maxBodyBytes) } })
    const store = await takeAll([large, null, { id: 1 }, 'text'])
    expect(reasonsOf(store)).toEqual([
      [1, 'too-large'],
      [2, 'bad-body'],
      [3, 'bad-body'],
      [4, 'bad-body'],
    ])
    await store.stop()
  })

  it('a stocktake that names no file of a stocktake', async () => {
    const store = await open()
    const opened: BranchFact = {
      kind: 'stocktake.opened',
      body: {
        stocktake: '../../settings',
        scope: { kind: 'list', name: 'x' },
        startedAt: 1,
        startedBy: 'x',
        part: 0,
        parts: 1,
        expected: [],
      },
    }
    await store.receive(arrive(chain(other, [opened])), computers())
    expect(reasonsOf(store)).toEqual([[1, 'bad-body']])
    expect(store.registers(platform).size).toBe(0)
    await store.stop()
  })

  it('but not one of a kind that a later version has added', async () => {
    const [first] = chain(other, [named('one')])
    const later = resigned(first!, { kind: 'lock.photo', body: { any: ['thing'] } })
    const next = chain(other, [named('two')], { n: 1, hash: hashOf(later) })
    const store = await takeAll([later, ...next])
    expect(reasonsOf(store)).toEqual([])
    expect(namesOf(store)).toEqual(['two'])
    await store.stop()
  })
})
