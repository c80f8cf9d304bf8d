import type { CommandFailure, CommandOutcome } from '#shared/bridge/commands'
import type { LockAction, ChangeRequest, JournalEntry } from '#shared/model/changes/change'
import type { Outcome } from '#shared/outcome'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { plainDigits } from '#shared/model/locks/shell-number'
import type { Name } from '#shared/model/name'
import { isProcessed } from './continuous-batch'
import type { BatchRow, SkipReason, RowState } from './continuous-batch'

/** Reads any model by its USB serial number, which must be compared with the shell before it is trusted. */
const serialNumberProfileId = 'generic-serial'

export interface ContinuousRunDeps {
  readonly action: LockAction
  readonly operatorIdentity: Name
  readonly lookUp: (number: string, freshness: 'known' | 'fresh') => Promise<CommandOutcome<'locks/look-up'>>
  readonly change: (request: ChangeRequest) => Promise<Outcome<JournalEntry, CommandFailure>>
  /** Whether this exact number was compared with the shell of a device of this model. */
  readonly isCompared: (lock: PluggedLock) => Promise<boolean>
  /** Called when a row is added or its state changes. */
  readonly onRow: (row: BatchRow) => void
  readonly now?: () => number
}

export interface ContinuousRun {
  plug(lock: PluggedLock): void
  /** Adds a plugged-in lock that must not be changed. */
  skip(lock: PluggedLock, reason: SkipReason): void
  scan(text: string): void
  isBusy(): boolean
  /** Skips the waiting rows; a running request still completes. */
  stop(): void
}

type SkippedState = Extract<RowState, { kind: 'skipped' }>

const skipped = (reason: SkipReason, failure: SkippedState['failure'] = null): SkippedState => ({
  kind: 'skipped',
  reason,
  failure,
})

/**
 * Processes locks one at a time in the order they arrive: looks each one up and changes or skips it. However
 * fast they arrive, none is lost and changes never overlap.
 */
export const createContinuousRun = (deps: ContinuousRunDeps): ContinuousRun => {
  const { action, operatorIdentity, lookUp } = deps
  const now = deps.now ?? Date.now
  const target = action === 'disable'
  const rows = new Map<number, BatchRow>()
  const waiting: { readonly id: number; readonly work: () => Promise<void> }[] = []
  let running = false
  let stopped = false

  const update = (id: number, part: Partial<BatchRow>): void => {
    const row = rows.get(id)
    if (row === undefined) return
    const next = { ...row, ...part }
    rows.set(id, next)
    deps.onRow(next)
  }
  const skip = (id: number, reason: SkipReason): void => {
    update(id, { state: skipped(reason) })
  }

  const others = (id: number): readonly BatchRow[] => [...rows.values()].filter((row) => row.id !== id)

  /**
   * A cached record that needs a change is sufficient; “already done” and “not found” are verified with the
   * platform.
   */
  const find = async (number: string): Promise<CommandOutcome<'locks/look-up'>> => {
    const known = await lookUp(number, 'known')
    const isEnough = known.ok && known.value.state === 'found' && known.value.record.locked !== target
    return isEnough ? known : lookUp(number, 'fresh')
  }

  const send = async (id: number, record: LockRecord, plugged: PluggedLock | null): Promise<void> => {
    update(id, { state: { kind: 'sending' } })
    const outcome = await deps.change({
      action,
      assetNum: record.assetNum,
      shellNumber: record.shellNumber,
      enterpriseGlobalId: record.enterpriseGlobalId,
      operatorIdentity,
      plugId: plugged?.plugId ?? null,
    })
    update(id, {
      state: outcome.ok
        ? { kind: 'responded', entry: outcome.value }
        : { kind: 'failed', failure: outcome.error },
    })
  }

  /** Checks everything that prevents sending, before anything is sent. */
  const findRecordToChange = async (
    id: number,
    number: string,
    plugged: PluggedLock | null,
  ): Promise<LockRecord | SkippedState> => {
    const before = others(id).find((row) => row.number === number && row.assetNum !== null)
    // A skipped lock shows its enterprise too.
    if (before !== undefined) update(id, { assetNum: before.assetNum, enterpriseName: before.enterpriseName })
    if (isProcessed(others(id), number, null)) return skipped('repeat')
    if (plugged?.profile?.id === serialNumberProfileId && !(await deps.isCompared(plugged))) {
      return skipped('not-compared')
    }
    const lookup = await find(number)
    if (!lookup.ok) return skipped('look-up-failed', lookup.error)
    const outcome = lookup.value
    if (outcome.state !== 'found') {
      const failure = outcome.state === 'not-listed' ? outcome.failure : null
      return skipped(failure === null ? outcome.state : 'look-up-failed', failure)
    }
    const { record } = outcome
    const { assetNum, enterpriseName } = record
    update(id, { number: record.shellNumber ?? number, assetNum, enterpriseName })
    if (isProcessed(others(id), number, assetNum)) return skipped('repeat')
    if (record.locked === target) return skipped('already')
    // Continuous mode may have ended during the look-up.
    return stopped ? skipped('stopped') : record
  }

  const work = async (id: number, number: string, plugged: PluggedLock | null): Promise<void> => {
    const recordOrSkip = await findRecordToChange(id, number, plugged)
    if ('reason' in recordOrSkip) update(id, { state: recordOrSkip })
    else await send(id, recordOrSkip, plugged)
  }

  const run = async (): Promise<void> => {
    if (running) return
    running = true
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next.work()
    running = false
  }

  const addRow = (by: BatchRow['by'], number: string): number => {
    const id = rows.size + 1
    const state = { kind: 'waiting' as const }
    rows.set(id, { id, by, number, assetNum: null, enterpriseName: null, at: now(), state })
    return id
  }

  const enqueue = (by: BatchRow['by'], number: string, plugged: PluggedLock | null): void => {
    const id = addRow(by, number)
    if (stopped) {
      skip(id, 'stopped')
      return
    }
    update(id, {})
    waiting.push({ id, work: () => work(id, number, plugged) })
    void run()
  }

  return {
    plug: (lock) => {
      if (lock.reading.state === 'read') enqueue('plug', lock.reading.shellNumber, lock)
      else if (lock.reading.state === 'failed') skip(addRow('plug', ''), 'not-read')
    },
    skip: ({ reading }, reason) =>
      skip(addRow('plug', reading.state === 'read' ? reading.shellNumber : ''), reason),
    scan: (text) => {
      const number = plainDigits(text)
      if (number !== '') enqueue('scan', number, null)
    },
    isBusy: () => running,
    stop: () => {
      stopped = true
      for (const { id } of waiting.splice(0)) skip(id, 'stopped')
    },
  }
}
