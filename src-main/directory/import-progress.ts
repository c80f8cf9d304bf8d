import type { EnterpriseImportChange, EnterpriseImportResult } from '#shared/model/enterprise-import'
import { createRunOnceScheduler } from '../util/async'
import { createEmitter } from '../util/emitter'
import { summaryOf } from './kept-import'
import type { KeptImport } from './kept-import'

const eventEveryMs = 200

/** Collects the changed rows of the present import, because an event for each would be too many. */
export const createImportProgress = (current: () => KeptImport | null) => {
  const listeners = createEmitter<EnterpriseImportChange>()
  const changedRows = new Set<number>()

  const emitNow = (): void => {
    emitting.cancel()
    const one = current()
    const rows = [...changedRows].flatMap((index) => {
      const result = one?.results[index]
      return result === undefined ? [] : [{ index, result }]
    })
    changedRows.clear()
    listeners.emit({ import: one === null ? null : summaryOf(one), rows })
  }
  const emitting = createRunOnceScheduler(emitNow)

  return {
    setResult: (one: KeptImport, index: number, result: EnterpriseImportResult): void => {
      one.results[index] = result
      changedRows.add(index)
      emitting.schedule(eventEveryMs)
    },
    /** With the rows that changed since the last event. */
    emitNow,
    /** Another import takes the place of the one that had these rows. */
    forgetRows: (): void => changedRows.clear(),
    onChange: listeners.add,
    stop: (): void => {
      emitting.cancel()
      listeners.clear()
    },
  }
}
export type ImportProgress = ReturnType<typeof createImportProgress>
