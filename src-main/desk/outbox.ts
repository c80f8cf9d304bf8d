import { randomUUID } from 'node:crypto'
import type { CommandFailure, CommandInput, CommandValue } from '#shared/commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { mostQueued } from '#shared/outbox-commands'
import type { PlatformFailure } from '#shared/platform-failure'
import type { HeldReason, Outbox as OutboxView } from '#shared/outbox-commands'
import type { JsonFile } from '../files/json-file'
import type { Journal } from '../journal/journal'
import { createListeners } from '../listeners'
import type { Records } from '../register/records'
import type { ForQueue } from './desk'
import { checkQueued, factsOfRecord } from './outbox-check'
import type { Verdict } from './outbox-check'
import { backInQueue, createLeft } from './outbox-left'
import type { OutboxContent, OutboxEnd, OutboxItem } from './outbox-file'

export interface Outbox {
  view(): OutboxView
  queue(asked: CommandInput<'outbox/queue'>): Promise<Outcome<CommandValue<'outbox/queue'>, CommandFailure>>
  withdraw(ids: readonly string[]): Promise<Outcome<{ readonly withdrawn: number }, CommandFailure>>
  release(ids: readonly string[]): Promise<Outcome<null, CommandFailure>>
  putAway(): Promise<Outcome<null, CommandFailure>>
  /** The platform was reached just now. */
  onReachable(): void
  onChange(listener: () => void): () => void
  stop(): Promise<void>
}

/** What ended is told until it is put away, but not without end. */
const mostEnded = 500
/** How often it is looked whether something has expired, and whether the platform is back. */
const lookEveryMs = 10_000
/** After an attempt that did not get through: every answered read says that the platform is there. */
const betweenAttemptsMs = 15_000
/** The end of the app does not wait longer for lists that are being read. */
const stopPatienceMs = 2_000

/** Another try would be answered alike; everything else may pass. */
const isFinal = ({ code, businessCode }: PlatformFailure): boolean =>
  code === 'refused' && businessCode !== '500'

const endOf = (
  item: OutboxItem,
  how: OutboxEnd['how'],
  at: number,
  { state = null, reason = null }: Partial<Pick<OutboxEnd, 'state' | 'reason'>> = {},
): OutboxEnd => {
  const { id, environment, action, assetNum, shellNumber } = item
  return { id, environment, action, assetNum, shellNumber, how, at, state, reason }
}

/**
 * Disables and enables that a person put by for when the platform can be reached. They lie in a file of their own,
 * and leave it only when the journal has the last word on them: the row of the job carries the queue's id, so that
 * a crash anywhere between the two neither loses nor doubles one (outbox-left.ts). Before anything leaves, the lists
 * are read anew and each change is held against its record.
 */
export const createOutbox = (deps: {
  file: JsonFile<OutboxContent>
  environment: string
  journal: Journal
  records: Pick<Records, 'known' | 'reread' | 'enterprises'>
  forQueue: ForQueue
  isReachable: () => boolean
  /** One cheap read that tells whether the platform is back. */
  probe: () => Promise<unknown>
  expiresAfterMs: () => number
  onFault: (error: unknown) => void
  now?: () => number
}): Outbox => {
  const { file, environment, journal, records, forQueue } = deps
  const now = deps.now ?? Date.now
  const listeners = createListeners<undefined>()
  const isMine = (one: { readonly environment: string }) => one.environment === environment
  const mine = () => file.read().items.filter(isMine)
  let isChecking = false
  let isStopped = false
  let triedAt = Number.NEGATIVE_INFINITY
  let turns: Promise<unknown> = Promise.resolve()

  const tell = () => listeners.tell(undefined)

  const change = async (to: (content: OutboxContent) => Partial<OutboxContent>) => {
    await file.update((content) => {
      const next = { ...content, ...to(content) }
      return { ...next, ended: next.ended.slice(0, mostEnded) }
    })
    tell()
  }

  const saving = async <Value>(work: () => Promise<Value>): Promise<Outcome<Value, CommandFailure>> => {
    try {
      return succeed(await work())
    } catch (error) {
      return fail({ code: 'not-saved', message: error instanceof Error ? error.message : 'unknown' })
    }
  }

  /** One after the other: what one step saw must still be so when it acts. */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = turns.then(work)
    turns = result.catch((error: unknown) => deps.onFault(error))
    return result
  }

  const left = createLeft(journal, environment)

  /** Takes out of the file what the journal has the last word on, and back into the queue what was not sent after all. */
  const takeBack = async (): Promise<void> => {
    const words = new Map(
      mine().flatMap((item) => {
        const word = left.wordOn(item.id)
        return word === null ? [] : [[item.id, word] as const]
      }),
    )
    if (words.size === 0) return
    const at = now()
    await change(({ items, ended }) => {
      const ends: OutboxEnd[] = []
      const kept = items.flatMap((item) => {
        const word = words.get(item.id)
        if (word === undefined) return [item]
        const back = backInQueue(word)
        if (back === null) {
          ends.push(endOf(item, 'sent', at, word))
          return []
        }
        // A name of its own: the journal has the old one for a row that was not sent.
        const id = randomUUID()
        return [{ ...item, id, held: back === 'wait' ? null : { because: back, at } }]
      })
      return { items: kept, ended: [...ends.reverse(), ...ended] }
    })
    for (const id of words.keys()) left.forget(id)
  }

  const isDue = ({ id, expiresAt }: OutboxItem) => expiresAt <= now() && !left.has(id)
  const dropExpired = async (): Promise<void> => {
    if (!mine().some(isDue)) return
    await change(({ items, ended }) => {
      const due = items.filter((item) => isMine(item) && isDue(item))
      const ends = due.map((item) => endOf(item, 'expired', now()))
      return { items: items.filter((item) => !due.includes(item)), ended: [...ends.reverse(), ...ended] }
    })
  }

  const waiting = () => mine().filter(({ id, held }) => held === null && !left.has(id))

  /** Reads the lists that the changes stand on; answers the enterprises whose list could not be had, and why. */
  const readLists = async (ids: readonly string[]) => {
    const read = await Promise.all(ids.map(async (id) => [id, await records.reread(id)] as const))
    return new Map(read.flatMap(([id, failure]) => (failure === null ? [] : [[id, failure] as const])))
  }

  const verdictsOn = async (items: readonly OutboxItem[]): Promise<ReadonlyMap<string, Verdict | 'wait'>> => {
    const all = records.enterprises().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
    const named = new Set(items.flatMap(({ enterpriseGlobalId }) => enterpriseGlobalId ?? []))
    const began = now()
    const failures = await readLists([...named])
    const own = ({ assetNum, enterpriseGlobalId }: OutboxItem) =>
      enterpriseGlobalId === null ? null : records.known(assetNum, enterpriseGlobalId)
    // Whose own list does not have it any more may be on another one.
    const isLost = items.some((item) => own(item) === null)
    const others = isLost ? [...(await readLists(all.filter((id) => !named.has(id)))).values()] : []
    const overtaken = left.overtaken(items)
    return new Map(
      items.map((item) => {
        const failure = failures.get(item.enterpriseGlobalId ?? '')
        const record = own(item)
        const anywhere = record ?? records.known(item.assetNum, null)
        const isOld = anywhere !== null && anywhere.readAt < began
        if (failure !== undefined) return [item.id, isFinal(failure) ? 'list-not-read' : 'wait'] as const
        if (isOld || (record === null && others.some((one) => !isFinal(one))))
          return [item.id, 'wait'] as const
        const isElsewhere = item.enterpriseGlobalId !== null && record === null
        return [
          item.id,
          checkQueued(item, {
            record: isElsewhere ? null : anywhere,
            elsewhere: isElsewhere ? anywhere : null,
            changedHere: overtaken.has(item.id),
          }),
        ] as const
      }),
    )
  }

  const send = async (items: readonly OutboxItem[]): Promise<void> => {
    const jobs = new Map<string, OutboxItem[]>()
    for (const item of items) {
      const key = JSON.stringify([item.action, item.operatorIdentity])
      jobs.set(key, [...(jobs.get(key) ?? []), item])
    }
    for (const rows of jobs.values()) {
      const [first] = rows
      if (first === undefined || isStopped) continue
      const ids = rows.map(({ id }) => id)
      left.leaving(ids)
      const { action, operatorIdentity } = first
      const started = await forQueue.send(
        { action, operatorIdentity },
        rows.map(({ id, assetNum, shellNumber, enterpriseGlobalId, queuedAt }) => ({
          assetNum,
          shellNumber,
          enterpriseGlobalId,
          outboxId: id,
          queuedAt,
        })),
      )
      // Where the journal did not take the intent, nothing has left and they wait as they are.
      if (!started.ok) for (const id of ids) left.forget(id)
      tell()
    }
  }

  const attempt = async (): Promise<void> => {
    await takeBack()
    await dropExpired()
    const asked = waiting()
    if (asked.length === 0 || isStopped || !deps.isReachable()) return
    triedAt = now()
    isChecking = true
    tell()
    try {
      const verdicts = await verdictsOn(asked)
      const at = now()
      await change(({ items, ended }) => {
        const ends: OutboxEnd[] = []
        const kept = items.flatMap((item): OutboxItem[] => {
          const verdict = verdicts.get(item.id)
          if (verdict === undefined || verdict === 'send' || verdict === 'wait') return [item]
          if (verdict !== 'already') return [{ ...item, held: { because: verdict satisfies HeldReason, at } }]
          ends.push(endOf(item, 'already', at))
          return []
        })
        return { items: kept, ended: [...ends.reverse(), ...ended] }
      })
      // Somebody may have withdrawn one while the lists were read, or the end of the app have come.
      await send(waiting().filter((item) => verdicts.get(item.id) === 'send' && !isDue(item)))
    } finally {
      isChecking = false
      tell()
    }
  }

  const attemptSoon = (): void => {
    if (isStopped || isChecking || waiting().length === 0) return
    // Either way: a clock that was set back must not hold everything up.
    if (Math.abs(now() - triedAt) < betweenAttemptsMs) return
    void inTurn(attempt).catch(() => undefined)
  }

  const unsubscribe = journal.onChange(({ jobId, places }) => {
    if (!left.note(jobId, places)) return
    void inTurn(takeBack).catch(() => undefined)
  })
  left.takeUp(mine().map(({ id }) => id))
  void inTurn(async () => {
    await takeBack()
    await dropExpired()
  }).catch(() => undefined)
  const timer = setInterval(() => {
    if (mine().length === 0) return
    void inTurn(async () => {
      await takeBack()
      await dropExpired()
    }).catch(() => undefined)
    if (deps.isReachable()) attemptSoon()
    else if (waiting().length > 0) void deps.probe().catch(() => undefined)
  }, lookEveryMs)
  timer.unref()

  return {
    view: () => {
      const { ended } = file.read()
      return {
        isChecking,
        changes: mine().map(({ id, held, ...item }) => {
          const { action, assetNum, shellNumber, enterpriseName, operatorIdentity, queuedAt, expiresAt } =
            item
          const state = left.has(id) ? 'leaving' : held === null ? 'waiting' : 'held'
          const about = {
            action,
            assetNum,
            shellNumber,
            enterpriseName,
            operatorIdentity,
            queuedAt,
            expiresAt,
          }
          return { id, ...about, state, held }
        }),
        ended: ended.filter(isMine).map(({ environment: _mine, ...one }) => one),
      }
    },
    queue: ({ action, operatorIdentity, rows }) =>
      inTurn(async () => {
        const same = new Map(mine().map((item) => [item.assetNum, item]))
        const isThere = (assetNum: string) => {
          const item = same.get(assetNum)
          return item !== undefined && (item.action === action || left.has(item.id))
        }
        const fresh = rows.filter(({ assetNum }) => !isThere(assetNum))
        const already = rows.length - fresh.length
        if (fresh.length === 0) return succeed({ queued: 0, already })
        if (mine().length + fresh.length > mostQueued) {
          return fail({ code: 'not-saved', message: `no more than ${mostQueued} changes can wait` })
        }
        const found = fresh.map((row) => ({
          ...row,
          record: records.known(row.assetNum, row.enterpriseGlobalId),
        }))
        const enterprises = new Set(found.flatMap((row) => row.enterpriseGlobalId ?? [])).size
        const asked = { action, operatorIdentity, rows: fresh.length, enterprises }
        if (!(await forQueue.passes(asked))) {
          return fail({ code: 'not-confirmed', message: 'the person said no' })
        }
        const at = now()
        const items = found.map(({ record, ...row }): OutboxItem => ({
          id: randomUUID(),
          environment,
          action,
          operatorIdentity,
          assetNum: row.assetNum,
          shellNumber: row.shellNumber,
          enterpriseGlobalId: record?.enterpriseGlobalId ?? row.enterpriseGlobalId,
          enterpriseName: record?.enterpriseName ?? null,
          facts: record === null ? null : factsOfRecord(record),
          queuedAt: at,
          wantedAt: at,
          wantedAfter: left.lastJob(),
          expiresAt: at + deps.expiresAfterMs(),
          held: null,
          released: false,
        }))
        const saved = await saving(() =>
          change((content) => {
            // The later one of a lock is what is wanted.
            const nums = new Set(items.map(({ assetNum }) => assetNum))
            const isReplaced = (item: OutboxItem) =>
              isMine(item) && nums.has(item.assetNum) && !left.has(item.id)
            const ends = content.items.filter(isReplaced).map((item) => endOf(item, 'replaced', at))
            return {
              items: [...content.items.filter((item) => !isReplaced(item)), ...items],
              ended: [...ends, ...content.ended],
            }
          }),
        )
        if (!saved.ok) return saved
        triedAt = Number.NEGATIVE_INFINITY
        if (deps.isReachable()) void Promise.resolve().then(attemptSoon)
        return succeed({ queued: items.length, already })
      }),
    // Not in turn: it must not wait for a platform that is slow to answer, and it counts at once.
    withdraw: (ids) => {
      const wanted = new Set(ids)
      // It does not leave while the disk is asked, and not afterwards.
      const gone = mine()
        .map(({ id }) => id)
        .filter((id) => wanted.has(id) && !left.has(id))
      if (gone.length === 0) return Promise.resolve(succeed({ withdrawn: 0 }))
      left.bar(gone)
      return saving(async () => {
        try {
          await change(({ items }) => ({ items: items.filter(({ id }) => !gone.includes(id)) }))
        } finally {
          left.unbar(gone)
        }
        return { withdrawn: gone.length }
      })
    },
    release: (ids) =>
      inTurn(async () => {
        const wanted = new Set(ids)
        const at = now()
        const saved = await saving(() =>
          change(({ items }) => ({
            items: items.map((item) => {
              if (!isMine(item) || !wanted.has(item.id) || item.held === null || left.has(item.id))
                return item
              const record = records.known(item.assetNum, null)
              return {
                ...item,
                held: null,
                released: true,
                wantedAt: at,
                wantedAfter: left.lastJob(),
                facts: record === null ? null : factsOfRecord(record),
                enterpriseGlobalId: record?.enterpriseGlobalId ?? item.enterpriseGlobalId,
                enterpriseName: record?.enterpriseName ?? item.enterpriseName,
              }
            }),
          })),
        )
        if (!saved.ok) return saved
        triedAt = Number.NEGATIVE_INFINITY
        if (deps.isReachable()) void Promise.resolve().then(attemptSoon)
        return succeed(null)
      }),
    putAway: async () => {
      const saved = await saving(() =>
        change(({ ended }) => ({ ended: ended.filter((one) => !isMine(one)) })),
      )
      return saved.ok ? succeed(null) : saved
    },
    onReachable: attemptSoon,
    onChange: (listener) => listeners.add(listener),
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      unsubscribe()
      const over = new Promise((done) => setTimeout(done, stopPatienceMs).unref())
      await Promise.race([turns, over])
    },
  }
}
