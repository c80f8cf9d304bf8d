import { messageOf } from '#shared/error-message'
import type { EnterpriseImportResult } from '#shared/model/enterprise-import'
import type { Name } from '#shared/model/name'
import { createRunOnceScheduler, createSequencer, mapWithConcurrency } from '../util/async'
import type { EnterpriseList, KnownEnterprise } from './enterprise-list'

/** Added enterprises whose lists are read in parallel. */
const maxConcurrentReads = 2
/** The list of enterprises is one file, so it is written for many rows at once. */
const maxBatchLength = 500
const maxBatchAgeMs = 500

export const foundResult = (
  state: 'added' | 'known',
  { enterpriseGlobalId, enterpriseName }: Pick<KnownEnterprise, 'enterpriseGlobalId' | 'enterpriseName'>,
): Extract<EnterpriseImportResult, { state: 'added' | 'known' }> => ({
  state,
  enterpriseGlobalId,
  enterpriseName,
})

/** The result of a row whose enterprises are added to those in `names`, as the list does it. */
const take = (enterprises: readonly KnownEnterprise[], names: Map<string, Name | null>) => {
  const added: string[] = []
  const renamed = new Set<string>()
  for (const { enterpriseGlobalId: id, enterpriseName } of enterprises) {
    const before = names.get(id)
    if (before === undefined) added.push(id)
    else if (enterpriseName !== null && enterpriseName !== before) renamed.add(id)
    names.set(id, enterpriseName ?? before ?? null)
  }
  // The enterprise of the requested customer is the last one.
  const id = enterprises.at(-1)?.enterpriseGlobalId
  if (id === undefined) return { added, renamed, result: null }
  const found = { enterpriseGlobalId: id, enterpriseName: names.get(id) ?? null }
  const result = foundResult(added.length > 0 ? 'added' : 'known', found)
  return { added, renamed, result: renamed.has(id) ? { ...result, isRenamed: true as const } : result }
}

interface FoundRow {
  readonly index: number
  readonly enterprises: readonly KnownEnterprise[]
}

/** Saves the enterprises found for the rows of an import, many at once, and then reads their lists. */
export const createFoundSaver = <Import>(deps: {
  register: Pick<EnterpriseList, 'list' | 'add'>
  readLists: (enterpriseGlobalId: string) => Promise<unknown>
  onSaved: (one: Import, index: number, result: EnterpriseImportResult) => void
  /** The stored names of enterprises that had other ones, by ID. */
  onRenamed: (one: Import, names: ReadonlyMap<string, Name | null>) => void
  onNotSaved: (one: Import, message: string) => void
}) => {
  const { register } = deps
  const saves = createSequencer()
  const listReads = createSequencer()
  const found: FoundRow[] = []

  const save = async (one: Import): Promise<void> => {
    const batch = found.splice(0)
    if (batch.length === 0) return
    const names = new Map(
      register.list().map(({ enterpriseGlobalId, enterpriseName }) => [enterpriseGlobalId, enterpriseName]),
    )
    const added: string[] = []
    const renamed = new Set<string>()
    const results = batch.flatMap(({ index, enterprises }) => {
      const one = take(enterprises, names)
      added.push(...one.added)
      for (const id of one.renamed) renamed.add(id)
      return one.result === null ? [] : [{ index, result: one.result }]
    })
    try {
      await register.add(batch.flatMap(({ enterprises }) => enterprises))
    } catch (error) {
      deps.onNotSaved(one, messageOf(error))
      return
    }
    for (const { index, result } of results) deps.onSaved(one, index, result)
    if (renamed.size > 0) deps.onRenamed(one, new Map([...renamed].map((id) => [id, names.get(id) ?? null])))
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
