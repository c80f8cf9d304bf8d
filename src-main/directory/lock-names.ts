import { z } from 'zod'
import { joinKey } from '#shared/model/join-key'
import { maxLockNames } from '#shared/model/locks/lock-name'
import type { LockName } from '#shared/model/locks/lock-name'
import { sliceOf } from '#shared/model/slices'
import type { Slice } from '#shared/model/slices'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { JsonFile } from '../util/files/json-file'

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
}

/** The names and notes of one platform's locks. No request to the platform contains them. */
export const createLockNames = (file: JsonFile<LockNamesContent>, platform: string): LockNames => {
  let version = 0
  const namesIn = (content: LockNamesContent): readonly LockName[] => content.platforms[platform] ?? []

  return {
    list: (from, limit) => sliceOf(namesIn(file.read()), version, from, limit),
    save: async (lockName) => {
      const key = keyOf(lockName)
      const isEmpty = lockName.name === '' && lockName.note === ''
      const before = namesIn(file.read())
      if (!isEmpty && before.length >= maxLockNames && !before.some((one) => keyOf(one) === key)) {
        return fail({ code: 'limit-reached', message: `${maxLockNames} locks have a name or a note already` })
      }
      await file.update((content) => {
        const others = namesIn(content).filter((one) => keyOf(one) !== key)
        const names = isEmpty ? others : [...others, lockName]
        return { ...content, platforms: { ...content.platforms, [platform]: names } }
      })
      version += 1
      return succeed(null)
    },
  }
}
