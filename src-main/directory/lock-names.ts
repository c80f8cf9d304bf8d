import { z } from 'zod'
import type { BranchFact } from '#shared/model/branch/branch-event'
import { namesIn, registersOfNames } from '#shared/model/branch/fold'
import { joinKey } from '#shared/model/join-key'
import { maxLockNames } from '#shared/model/locks/lock-name'
import type { LockName } from '#shared/model/locks/lock-name'
import { sliceOf } from '#shared/model/slices'
import type { Slice } from '#shared/model/slices'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { JsonFile } from '../util/files/json-file'
import { createFoldedList, notShared } from '../util/folded-list'
import type { ListForm, PlatformBranch } from '../util/folded-list'

const lockName = z.object({
  enterpriseGlobalId: z.string(),
  assetNum: z.string(),
  name: z.string(),
  note: z.string(),
})

/** One list per platform, as in the enterprise list. Two enterprises may have the same asset number. */
export const lockNamesSchema = z.object({
  version: z.literal(1),
  platforms: z.record(z.string(), z.array(lockName)),
})
export type LockNamesContent = z.infer<typeof lockNamesSchema>

export const noLockNames: LockNamesContent = { version: 1, platforms: {} }

const keyOf = ({ enterpriseGlobalId, assetNum }: Pick<LockName, 'enterpriseGlobalId' | 'assetNum'>): string =>
  joinKey(enterpriseGlobalId, assetNum)

export interface LockNames {
  list(from: number, limit: number): Slice<LockName>
  /** Empty name and note delete the entry. Throws the file system's error. */
  save(lockName: LockName): Promise<Outcome<null, Failure<'limit-reached'>>>
  /** Replaces the entries of these locks. Throws like `save`. */
  saveAll(lockNames: readonly LockName[]): Promise<void>
  onChange(listener: () => void): () => void
  stop(): Promise<void>
}

/** How the names of a platform are made of what was stated about its locks. */
export const nameList: ListForm<LockName> = {
  fields: ['lock.name', 'lock.note'],
  registersOf: registersOfNames,
  entriesIn: namesIn,
}

/** What differs from the entry before. */
export const nameFacts = (
  { name, note, enterpriseGlobalId, assetNum }: LockName,
  before?: LockName,
): BranchFact[] => {
  const lock = { enterpriseGlobalId, assetNum }
  const facts: BranchFact[] = []
  if (name !== (before?.name ?? '')) facts.push({ kind: 'lock.name', body: { ...lock, name } })
  if (note !== (before?.note ?? '')) facts.push({ kind: 'lock.note', body: { ...lock, note } })
  return facts
}

/** The names and notes of one platform's locks. No request to the platform contains them. */
export const createLockNames = (
  file: JsonFile<LockNamesContent>,
  platformId: string,
  branch: PlatformBranch = notShared,
): LockNames => {
  let version = 0
  const names = createFoldedList({ file, platformId, branch, form: nameList })
  names.onChange(() => (version += 1))
  const saveAll = async (changed: readonly LockName[]): Promise<void> => {
    await names.change((known) => {
      const byKey = new Map(known.map((one) => [keyOf(one), one]))
      return changed.flatMap((lockName) => nameFacts(lockName, byKey.get(keyOf(lockName))))
    })
    version += 1
  }

  return {
    list: (from, limit) => sliceOf(names.read(), version, from, limit),
    save: async (lockName) => {
      const key = keyOf(lockName)
      const isEmpty = lockName.name === '' && lockName.note === ''
      const before = names.read()
      if (!isEmpty && before.length >= maxLockNames && !before.some((one) => keyOf(one) === key)) {
        return fail({ code: 'limit-reached', message: `${maxLockNames} locks have a name or a note already` })
      }
      await saveAll([lockName])
      return succeed(null)
    },
    saveAll,
    onChange: names.onChange,
    stop: names.stop,
  }
}
