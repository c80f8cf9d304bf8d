import { messageOf } from '#shared/error-message'
import type { EnterpriseImportResult } from '#shared/model/enterprise-import'
import { createRunOnceScheduler, createSequencer, mapWithConcurrency } from '../util/async'
import type { EnterpriseList, KnownEnterprise } from './enterprise-list'

/** Added enterprises whose lists are read in parallel. */
const maxConcurrentReads = 2
/** The list of enterprises is one file, so it is written for many rows at once. */
const maxBatchLength = 500
const maxBatchAgeMs = 500

export const foundResult = (
  state: 'added' | 'known',
  { enterpriseGlobalId, enterpriseName }: KnownEnterprise,
): EnterpriseImportResult => ({ state, enterpriseGlobalId, enterpriseName })

interface FoundRow {
  readonly index: number
  readonly enterprises: readonly KnownEnterprise[]
}

/** Saves the enterprises found for the rows of an import, many at once, and then reads their lists. */
export const createFoundSaver = <Import>(deps: {
  register: Pick<EnterpriseList, 'list' | 'add'>
  readLists: (enterpriseGlobalId: string) => Promise<unknown>
  onSaved: (one: Import, index: number, result: EnterpriseImportResult) => void
  onNotSaved: (one: Import, message: string) => void
}) => {
  const { register } = deps
  const saves = createSequencer()
  const listReads = createSequencer()
  const found: FoundRow[] = []

  const save = async (one: Import): Promise<void> => {
    const batch = found.splice(0)
    if (batch.length === 0) return
    const known = new Set(register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId))
    const added: string[] = []
    const results = batch.map(({ index, enterprises }) => {
      const fresh = enterprises.filter(({ enterpriseGlobalId }) => !known.has(enterpriseGlobalId))
      for (const { enterpriseGlobalId } of fresh) {
        known.add(enterpriseGlobalId)
        added.push(enterpriseGlobalId)
      }
      // The enterprise of the requested customer is the last one.
      const last = enterprises.at(-1)
      return last === undefined
        ? null
        : { index, result: foundResult(fresh.length > 0 ? 'added' : 'known', last) }
    })
    try {
      await register.add(batch.flatMap(({ enterprises }) => enterprises))
    } catch (error) {
      deps.onNotSaved(one, messageOf(error))
      return
    }
    for (const saved of results) if (saved !== null) deps.onSaved(one, saved.index, saved.result)
    void listReads.queue(() => mapWithConcurrency(added, maxConcurrentReads, deps.readLists))
  }
  let latest: Import | null = null
  const saveSoon = createRunOnceScheduler(() => {
    const one = latest
    if (one !== null) void saves.queue(() => save(one))
  })

  return {
    add: (one: Import, row: FoundRow): void => {
      found.push(row)
      latest = one
      if (found.length >= maxBatchLength) void saves.queue(() => save(one))
      else saveSoon.schedule(maxBatchAgeMs)
    },
    /** Saves what was found. Resolves when each row was reported as saved or not. */
    flush: async (one: Import): Promise<void> => {
      saveSoon.cancel()
      await saves.queue(() => save(one))
    },
    /** Resolves when nothing is written any more. */
    settled: (): Promise<void> => saves.settled(),
    stop: saveSoon.cancel,
  }
}
