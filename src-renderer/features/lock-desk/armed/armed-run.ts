import type { CommandOutcome } from '#shared/commands'
import type { LockAction, ChangeRequest } from '#shared/model/change'
import type { LockRecord } from '#shared/model/lock-record'
import type { PluggedLock } from '#shared/model/plugged-lock'
import { plainDigits } from '#shared/model/shell-number'
import { hasHadItsTurn } from './armed-batch'
import type { BatchRow, Calling, RowState } from './armed-batch'

/** Reads any model by its USB serial number; a guess until a person has compared it with the shell. */
const guessingProfile = 'generic-serial'

export interface ArmedDeps {
  readonly action: LockAction
  readonly operatorIdentity: string
  readonly lookUp: (number: string, freshness: 'known' | 'fresh') => Promise<CommandOutcome<'desk/look-up'>>
  readonly change: (request: ChangeRequest) => Promise<CommandOutcome<'desk/change'>>
  /** Whether a person compared this very number with the shell of a device of this model. */
  readonly isCompared: (lock: PluggedLock) => Promise<boolean>
  /** A row is new, or has a new state. */
  readonly onRow: (row: BatchRow) => void
  readonly now?: () => number
}

export interface ArmedRun {
  plug(lock: PluggedLock): void
  scan(text: string): void
  isBusy(): boolean
  /** What waits is called out and not sent; what is on its way comes back. */
  stop(): void
}

type Objection = Extract<RowState, { is: 'called-out' }>

const because = (why: Calling, failure: Objection['failure'] = null): Objection => ({
  is: 'called-out',
  why,
  failure,
})

/**
 * One lock after the other, in the order in which they came: looked up, and changed at once or called out. However
 * fast they come, none is lost and no two are changed at the same time.
 */
export const createArmedRun = (deps: ArmedDeps): ArmedRun => {
  const { action, operatorIdentity, lookUp } = deps
  const now = deps.now ?? Date.now
  const target = action === 'disable'
  const rows = new Map<number, BatchRow>()
  const waiting: { readonly id: number; readonly work: () => Promise<void> }[] = []
  let running = false
  let stopped = false

  const tell = (id: number, part: Partial<BatchRow>): void => {
    const row = rows.get(id)
    if (row === undefined) return
    const next = { ...row, ...part }
    rows.set(id, next)
    deps.onRow(next)
  }
  const callOut = (id: number, why: Calling): void => {
    tell(id, { state: because(why) })
  }

  const others = (id: number): readonly BatchRow[] => [...rows.values()].filter((row) => row.id !== id)

  /** What is known is enough to act on; that there is nothing to do, or no record, is asked of the platform anew. */
  const find = async (number: string): Promise<CommandOutcome<'desk/look-up'>> => {
    const known = await lookUp(number, 'known')
    const isEnough = known.ok && known.value.state === 'found' && known.value.record.locked !== target
    return isEnough ? known : lookUp(number, 'fresh')
  }

  const send = async (id: number, record: LockRecord, plugged: PluggedLock | null): Promise<void> => {
    tell(id, { state: { is: 'sending' } })
    const answer = await deps.change({
      action,
      assetNum: record.assetNum,
      shellNumber: record.shellNumber,
      enterpriseGlobalId: record.enterpriseGlobalId,
      operatorIdentity,
      plugId: plugged?.plugId ?? null,
    })
    tell(id, {
      state: answer.ok ? { is: 'answered', entry: answer.value } : { is: 'failed', failure: answer.error },
    })
  }

  /** Everything that speaks against sending it, asked before anything is sent. */
  const judge = async (
    id: number,
    number: string,
    plugged: PluggedLock | null,
  ): Promise<LockRecord | Objection> => {
    const before = others(id).find((row) => row.number === number && row.assetNum !== null)
    // So that what is called out says whose lock it is, too.
    if (before !== undefined) tell(id, { assetNum: before.assetNum, enterpriseName: before.enterpriseName })
    if (hasHadItsTurn(others(id), number, null)) return because('repeat')
    if (plugged?.profile?.id === guessingProfile && !(await deps.isCompared(plugged))) {
      return because('not-compared')
    }
    const looked = await find(number)
    if (!looked.ok) return because('look-up-failed', looked.error)
    const answer = looked.value
    if (answer.state !== 'found') {
      const failure = answer.state === 'not-listed' ? answer.failure : null
      return because(failure === null ? answer.state : 'look-up-failed', failure)
    }
    const { record } = answer
    const { assetNum, enterpriseName } = record
    tell(id, { number: record.shellNumber ?? number, assetNum, enterpriseName })
    if (hasHadItsTurn(others(id), number, assetNum)) return because('repeat')
    if (record.locked === target) return because('already')
    // Looking up took its time; disarmed is disarmed.
    return stopped ? because('disarmed') : record
  }

  const work = async (id: number, number: string, plugged: PluggedLock | null): Promise<void> => {
    const judged = await judge(id, number, plugged)
    if ('why' in judged) tell(id, { state: judged })
    else await send(id, judged, plugged)
  }

  const run = async (): Promise<void> => {
    if (running) return
    running = true
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next.work()
    running = false
  }

  const begin = (by: BatchRow['by'], number: string): number => {
    const id = rows.size + 1
    const state = { is: 'waiting' as const }
    rows.set(id, { id, by, number, assetNum: null, enterpriseName: null, at: now(), state })
    return id
  }

  const take = (by: BatchRow['by'], number: string, plugged: PluggedLock | null): void => {
    const id = begin(by, number)
    if (stopped) {
      callOut(id, 'disarmed')
      return
    }
    tell(id, {})
    waiting.push({ id, work: () => work(id, number, plugged) })
    void run()
  }

  return {
    plug: (lock) => {
      if (lock.reading.state === 'read') take('plug', lock.reading.shellNumber, lock)
      else if (lock.reading.state === 'failed') callOut(begin('plug', ''), 'not-read')
    },
    scan: (text) => {
      const number = plainDigits(text)
      if (number !== '') take('scan', number, null)
    },
    isBusy: () => running,
    stop: () => {
      stopped = true
      for (const { id } of waiting.splice(0)) callOut(id, 'disarmed')
    },
  }
}
