import type { ChangeReason, ChangeRequest, JournalEntry } from '#shared/model/change'
import { isShellNumber } from '#shared/model/shell-number'
import type { PlatformFailure } from '#shared/platform-failure'
import type { Journal, JournaledChange } from '../journal/journal'
import type { Intent } from '../journal/record'
import type { LockSource } from '../locks/lock-source'
import type { PlatformClient } from '../platform/client'
import type { Records } from '../register/records'
import { createImpactGate } from './high-impact'
import type { ConfirmHighImpact } from './high-impact'
import { verdictFor } from './read-result'
import type { Verdict } from './read-result'
import { settle, settleAfterMs } from './settle'

export interface Desk {
  /** One disable or enable, from the frozen request to the journal's last word on it. Never throws. */
  change(request: ChangeRequest): Promise<JournalEntry>
  settle(entryId: string): Promise<JournalEntry | null>
  recent(limit: number): readonly JournalEntry[]
  /** Nothing more goes out; what is under way may still come back, for a while. */
  stop(): Promise<void>
}

/** Reading the number again right before a change must not hold the queue up. */
const identifyDeadlineMs = 5_000

/** How long a change under way holds up the end of the app; its answer is otherwise read back next time. */
const stopPatienceMs = 5_000

const entryOf = (change: JournaledChange): JournalEntry => {
  const { intent, sentAt: _sentAt, ...facts } = change
  const { shellNumber } = intent
  return {
    ...facts,
    action: intent.operation === 'order.lockAssets' ? 'disable' : 'enable',
    shellNumber: shellNumber !== null && isShellNumber(shellNumber) ? shellNumber : null,
    assetNum: intent.assetNum,
    enterpriseGlobalId: intent.enterpriseGlobalId,
    enterpriseName: intent.enterpriseName,
    operatorIdentity: intent.operatorIdentity,
    training: intent.training,
  }
}

const notSent = (reason: ChangeReason): Verdict => ({ state: 'not-sent', reason })

/** trust.md's classes: a refusal is an end, a call of which no byte left was not sent, the rest nobody knows. */
const verdictOfFailure = ({ data: _data, ...failure }: PlatformFailure, wasSending: boolean): Verdict => {
  // What else the platform said beside the refusal is not the journal's to keep.
  const reason: ChangeReason = { kind: 'platform', failure }
  if (!wasSending) return notSent(reason)
  if (failure.changed !== 'no') return { state: 'unknown', reason }
  const neverLeft = failure.code === 'unreachable' || failure.code === 'timeout'
  return neverLeft ? notSent(reason) : { state: 'failed', reason }
}

/** Thrown through the client to stop a call whose “sent” could not be written: nothing has left then. */
class JournalNotWritable extends Error {}

/** Disabling and enabling: journal before network, one change of a lock at a time, the record read back after. */
export const createDesk = (deps: {
  client: PlatformClient
  records: Records
  journal: Journal
  locks: LockSource
  confirmHighImpact: ConfirmHighImpact
  /** `id` names the platform in the journal: its base URL, or `training`. */
  environment: { readonly id: string; readonly training: boolean }
  now?: () => number
  pause?: (ms: number) => Promise<void>
}): Desk => {
  const { client, records, journal, locks, environment } = deps
  const now = deps.now ?? Date.now
  const pause = deps.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()))
  const passesGate = createImpactGate(deps.confirmHighImpact, now)
  const queues = new Map<string, Promise<unknown>>()
  let stopped = false

  /** The order in which changes of one lock were asked for is the order in which they go out. */
  const inOrder = <Value>(assetNum: string, work: () => Promise<Value>): Promise<Value> => {
    const result = (queues.get(assetNum) ?? Promise.resolve()).then(work)
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (queues.get(assetNum) === tail) queues.delete(assetNum)
      })
    queues.set(assetNum, tail)
    return result
  }

  /** The lock that was pointed at must still be the one in the port. */
  const isStillThere = async (request: ChangeRequest): Promise<ChangeReason | null> => {
    if (request.plugId === null) return null
    const read = await locks.identify(request.plugId, AbortSignal.timeout(identifyDeadlineMs))
    if (!read.ok) return { kind: read.error.code === 'gone' ? 'lock-pulled-out' : 'lock-unreadable' }
    return read.value === request.shellNumber ? null : { kind: 'lock-swapped' }
  }

  const send = async (
    entryId: string,
    { operation, assetNum, operatorIdentity }: Intent,
  ): Promise<Verdict> => {
    let isSending = false
    try {
      const answer = await client.call(
        operation === 'order.lockAssets' ? 'order.lockAssets' : 'order.unlockAssets',
        { body: { assetNums: [assetNum], operatorIdentity } },
        {
          beforeSending: async () => {
            await journal.sending(entryId).catch((error: unknown) => {
              throw new JournalNotWritable('sent', { cause: error })
            })
            isSending = true
          },
        },
      )
      return answer.ok ? verdictFor(assetNum, answer.value) : verdictOfFailure(answer.error, isSending)
    } catch (error) {
      if (error instanceof JournalNotWritable) return notSent({ kind: 'journal-not-writable' })
      throw error
    }
  }

  const settling = { journal, records, environment: environment.id, now, pause }

  /** After the settle time, for as long as the app runs; a person can ask for it at any moment. */
  const settleLater = (change: JournaledChange): void => {
    if (change.state !== 'unknown') return
    void pause(settleAfterMs).then(() => (stopped ? undefined : settle(change, settling)))
  }

  const change = (request: ChangeRequest): Promise<JournalEntry> =>
    inOrder(request.assetNum, async () => {
      const record = records.known(request.assetNum, request.enterpriseGlobalId)
      const intent: Intent = {
        operation: request.action === 'disable' ? 'order.lockAssets' : 'order.unlockAssets',
        assetNum: request.assetNum,
        shellNumber: request.shellNumber,
        enterpriseGlobalId: request.enterpriseGlobalId,
        enterpriseName: record?.enterpriseName ?? null,
        operatorIdentity: request.operatorIdentity,
        environment: environment.id,
        training: environment.training,
      }
      const intended = await journal.intend(intent)
      if (!intended.ok) {
        const at = now()
        const reason: ChangeReason = { kind: 'journal-not-writable' }
        const unwritten = { entryId: '', intent, askedAt: at, sentAt: null, endedAt: at }
        return entryOf({ ...unwritten, state: 'not-sent', reason })
      }
      const { entryId } = intended.value
      const objection: ChangeReason | null = (await passesGate(request))
        ? await isStillThere(request)
        : { kind: 'not-confirmed' }
      const stopper: ChangeReason | null = stopped ? { kind: 'interrupted' } : objection
      const verdict = stopper === null ? await send(entryId, intent) : notSent(stopper)
      const ended = await journal.end(entryId, verdict.state, verdict.reason)
      const result = ended.ok ? ended.value : { ...intended.value, ...verdict, endedAt: now() }
      // What the screens show next is the platform's record, not our hope of it; the answer does not wait for it.
      if (stopper === null && request.enterpriseGlobalId !== null) {
        void records.reread(request.enterpriseGlobalId)
      }
      settleLater(result)
      return entryOf(result)
    })

  /** What a process that died left behind: nothing was sent without its “sent”, and what was sent is unknown. */
  const takeUp = async (): Promise<void> => {
    for (const left of journal.open()) {
      if (left.state === 'intent') await journal.end(left.entryId, 'not-sent', { kind: 'interrupted' })
      if (left.state === 'sent') {
        const unknown = await journal.end(left.entryId, 'unknown', { kind: 'interrupted' })
        if (unknown.ok) settleLater(unknown.value)
      }
      settleLater(left)
    }
  }
  void takeUp()

  return {
    change,
    settle: async (entryId) => {
      const found = journal.change(entryId)
      return found === null ? null : entryOf(await settle(found, settling))
    },
    recent: (limit) => journal.recent(limit).map(entryOf),
    stop: async () => {
      stopped = true
      const over = new Promise((done) => setTimeout(done, stopPatienceMs).unref())
      await Promise.race([Promise.allSettled(queues.values()), over])
    },
  }
}
