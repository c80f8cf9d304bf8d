import { createHash } from 'node:crypto'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { fail, notFound, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { LockSource } from '../lock-source'
import type { LockProfile } from '../profiles/profile'
import type { ProfileRepository } from '../profiles/profile-repository'

/** Different locks whose numbers must agree with their shells before a learned profile is trusted. */
const locksToCompare = 3

/** The number of a lock that must be compared is not given to any caller, so that no change can be sent for it. */
export interface SourceOnProbation extends LockSource {
  /** Compares the number read with the one on the shell. A different one suspends the profile. */
  compare(
    plugId: string,
    number: ShellNumber,
  ): Promise<Outcome<'agrees' | 'differs', Failure<'not-found' | 'not-saved'>>>
}

const hashOf = (profileId: string, number: string): string =>
  createHash('sha256').update(`${profileId} ${number}`).digest('hex')

const notCompared = 'The number of this learned model has not been compared with the shell.'

/** The rest of the file stays as it is, so that its signature stays valid. */
const withLearned = (text: string, changed: Partial<NonNullable<LockProfile['learned']>>): string => {
  const profile = JSON.parse(text) as { readonly learned?: object }
  return `${JSON.stringify({ ...profile, learned: { ...profile.learned, ...changed } }, null, 2)}\n`
}

/** Suspended profiles read no lock. */
export const withoutSuspended = (profiles: readonly LockProfile[]): LockProfile[] =>
  profiles.filter(({ learned }) => learned?.suspended !== true)

/** Holds back the numbers that a learned profile reads until enough of them were compared. */
export const withProbation = (
  source: LockSource,
  profiles: Pick<ProfileRepository, 'profiles' | 'save' | 'textOf'>,
): SourceOnProbation => {
  const profileOf = ({ profile }: PluggedLock) => profiles.profiles.find(({ id }) => id === profile?.id)

  const isTrusted = (lock: PluggedLock, number: string): boolean => {
    const profile = profileOf(lock)
    if (profile?.learned === undefined) return true
    const agreed = profile.learned.agreed ?? []
    return agreed.length >= locksToCompare || agreed.includes(hashOf(profile.id, number))
  }

  const shown = (lock: PluggedLock): PluggedLock =>
    lock.reading.state !== 'read' || isTrusted(lock, lock.reading.shellNumber)
      ? lock
      : {
          ...lock,
          reading: { state: 'failed', reason: 'not-compared', detail: notCompared, candidate: null },
        }
  const find = (plugId: string) => source.list().find((lock) => lock.plugId === plugId)

  return {
    ...source,
    list: () => source.list().map(shown),
    onChange: (listener) => source.onChange((locks) => listener(locks.map(shown))),
    identify: async (plugId, signal) => {
      const read = await source.identify(plugId, signal)
      const lock = find(plugId)
      if (!read.ok || lock === undefined || isTrusted(lock, read.value)) return read
      return fail({ code: 'not-compared', message: notCompared })
    },
    compare: async (plugId, number) => {
      const lock = find(plugId)
      const profile = lock === undefined ? undefined : profileOf(lock)
      if (lock?.reading.state !== 'read' || profile?.learned === undefined) return notFound('the lock')
      const agrees = lock.reading.shellNumber === number
      const agreed = [...new Set([...(profile.learned.agreed ?? []), hashOf(profile.id, number)])]
      const text = await profiles.textOf(profile.id)
      if (!text.ok) return notFound('the profile')
      const saved = await profiles.save(withLearned(text.value, agrees ? { agreed } : { suspended: true }))
      if (!saved.ok) return fail({ code: 'not-saved', message: saved.error.message })
      return succeed(agrees ? 'agrees' : 'differs')
    },
  }
}
