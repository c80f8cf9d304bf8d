import type { EnterpriseImportPause } from '#shared/model/enterprise-import'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { PlatformClient } from '../platform/client'
import { createSequencer, mapWithConcurrency } from '../util/async'
import type { EnterpriseList } from './enterprise-list'
import { createRowLookup } from './enterprise-row-lookup'
import type { RowLookup } from './enterprise-row-lookup'
import { createFoundSaver } from './found-enterprises'
import type { ImportProgress } from './import-progress'
import type { KeptImport } from './kept-import'

/** Rows looked up in parallel: fewer than the lists read in parallel, which the desk waits for. */
const maxConcurrentLookups = 4
/** This many failed rows in succession mean that the platform fails, not the rows. */
const maxFailuresInSuccession = 8

/** A fault that other rows have too, unlike a rejected value. */
const isPlatformFault = ({ code, businessCode }: PlatformFailure): boolean =>
  code === 'timeout' || code === 'malformed' || businessCode === '500' || businessCode === '80001'

/** A function, because TypeScript would assume that the signal does not change across an await. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted

/** Looks up the waiting rows of an import and saves what is found: one run at a time, until it ends or is halted. */
export const createImportRuns = (deps: {
  client: PlatformClient
  register: EnterpriseList
  readLists: (enterpriseGlobalId: string) => Promise<unknown>
  progress: Pick<ImportProgress, 'setResult' | 'emitNow'>
  now: () => number
}) => {
  const { client, register, readLists, progress, now } = deps
  const runs = createSequencer()
  let run = new AbortController()
  let isStopped = false
  let failuresInSuccession = 0

  /** Rows without a result wait for the next run. */
  const halt = (one: KeptImport, state: 'paused' | 'ended', pause: EnterpriseImportPause | null): void => {
    if (one.state !== 'running') return
    one.state = state
    one.pause = pause
    run.abort()
  }

  const saver = createFoundSaver<KeptImport>({
    register,
    readLists: async (id) => {
      if (!isStopped) await readLists(id)
    },
    onSaved: progress.setResult,
    onRenamed: (one, names) => {
      for (const [index, result] of one.results.entries()) {
        if (result.state !== 'added' && result.state !== 'known') continue
        const enterpriseName = names.get(result.enterpriseGlobalId)
        if (enterpriseName !== undefined && enterpriseName !== result.enterpriseName)
          progress.setResult(one, index, { ...result, enterpriseName })
      }
    },
    // Nothing is reported as added that is not on the disk.
    onNotSaved: (one, message) => halt(one, 'paused', { kind: 'not-saved', message }),
  })
  const lookUp = createRowLookup(client, now)

  const takeLookup = (one: KeptImport, index: number, looked: RowLookup): void => {
    if (looked.kind === 'found') {
      failuresInSuccession = 0
      saver.add(one, { index, enterprises: looked.enterprises })
      return
    }
    if (looked.kind === 'pause') {
      halt(one, 'paused', { kind: 'platform', failure: looked.failure })
      return
    }
    const { result } = looked
    progress.setResult(one, index, result)
    const failure = result.state === 'failed' ? result.failure : null
    const isOfPlatform = failure !== null && isPlatformFault(failure)
    failuresInSuccession = isOfPlatform ? failuresInSuccession + 1 : 0
    if (isOfPlatform && failuresInSuccession >= maxFailuresInSuccession)
      halt(one, 'paused', { kind: 'platform', failure })
  }

  const lookUpWaiting = async (one: KeptImport, signal: AbortSignal): Promise<void> => {
    failuresInSuccession = 0
    const waiting = one.results.flatMap(({ state }, index) => (state === 'waiting' ? [index] : []))
    await mapWithConcurrency(waiting, maxConcurrentLookups, async (index) => {
      const row = one.rows[index]
      if (signal.aborted || row === undefined) return
      const looked = await lookUp(row, signal)
      // A read that was cut off says nothing about its row.
      if (!isAborted(signal)) takeLookup(one, index, looked)
    })
    await saver.flush(one)
    // A run that was paused may end after the next one has started.
    if (!isAborted(signal)) one.state = 'ended'
    progress.emitNow()
  }

  const settled = async (): Promise<void> => {
    await runs.settled()
    await saver.settled()
  }

  return {
    start: (one: KeptImport): void => {
      run = new AbortController()
      const { signal } = run
      one.state = 'running'
      one.pause = null
      // The previous run may still be saving.
      void runs.queue(() => lookUpWaiting(one, signal))
      progress.emitNow()
    },
    halt,
    /** Resolves when no row is looked up or saved any more. */
    settled,
    /** The lists of enterprises that are saved from now on are not read. Call `halt` before. */
    stop: async (): Promise<void> => {
      isStopped = true
      await settled()
      saver.stop()
    },
  }
}
