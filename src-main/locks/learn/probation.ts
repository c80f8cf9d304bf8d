import { createHash } from 'node:crypto'
import type { AttachedDevices } from '#shared/model/locks/attached-device'
import { doubleSettledMs } from '#shared/model/locks/double-numbers'
import type { NumberComparison, PluggedLock, Reading } from '#shared/model/locks/plugged-lock'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { fail, notFound, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { LockSource } from '../lock-source'
import type { ProfileTester } from '../profile-tester'
import { genericSerialId } from '../profiles/generic-serial'
import { isOnProbation } from '../profiles/learned-field'
import type { LockProfile } from '../profiles/profile'
import type { ProfileRepository } from '../profiles/profile-repository'

/** The number of a lock that must be compared is not given to any caller, so that no change can be sent for it. */
export interface SourceOnProbation extends LockSource {
  /** Compares the number read with the one on the shell. A second different one for the lock suspends the profile. */
  compare(
    plugId: string,
    number: ShellNumber,
  ): Promise<Outcome<NumberComparison, Failure<'not-found' | 'not-saved'>>>
}

const hashOf = (profileId: string, number: string): string =>
  createHash('sha256').update(`${profileId} ${number}`).digest('hex')

const notComparedMessage = 'The number of this learned model has not been compared with the shell.'

/** The rest of the file stays as it is, so that its signature stays valid. `agreed` is null if the number differs. */
const withComparison = (text: string, agreed: string | null): string => {
  const profile = JSON.parse(text) as { readonly learned?: LockProfile['learned'] }
  const { learned } = profile
  const changed =
    agreed === null ? { suspended: true } : { agreed: [...new Set([...(learned?.agreed ?? []), agreed])] }
  return `${JSON.stringify({ ...profile, learned: { ...learned, ...changed } }, null, 2)}\n`
}

/**
 * Suspends a learned profile that reads a number which another plugged-in device gives too: it reads the wrong place.
 * Returns a function that stops it.
 */
export const watchDoubleNumbers = (deps: {
  readonly source: Pick<LockSource, 'list' | 'onChange'>
  readonly profiles: Pick<ProfileRepository, 'profiles' | 'update'>
  readonly onSuspended: (profileId: string) => void
}): (() => void) => {
  const { source, profiles, onSuspended } = deps
  let timer: ReturnType<typeof setTimeout> | undefined

  const suspectedIds = (): ReadonlySet<string> => {
    const read = source
      .list()
      .flatMap(({ reading, profile }) =>
        reading.state === 'read' ? [{ number: reading.shellNumber, profile }] : [],
      )
    const double = read.filter(({ number }) => read.filter((other) => other.number === number).length > 1)
    const ids = new Set(double.map(({ profile }) => profile?.id))
    const suspected = profiles.profiles.filter(
      ({ id, learned }) => ids.has(id) && learned !== undefined && learned.suspended !== true,
    )
    return new Set(suspected.map(({ id }) => id))
  }
  const suspend = async (id: string): Promise<void> => {
    const saved = await profiles.update(id, (text) => withComparison(text, null))
    if (saved.ok) onSuspended(id)
  }
  const check = (): void => {
    clearTimeout(timer)
    if (suspectedIds().size === 0) return
    timer = setTimeout(() => suspectedIds().forEach((id) => void suspend(id)), doubleSettledMs)
  }
  const unsubscribe = source.onChange(check)
  check()
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

/** Suspended profiles read no lock. */
export const withoutSuspended = (profiles: readonly LockProfile[]): LockProfile[] =>
  profiles.filter(({ learned }) => learned?.suspended !== true)

/**
 * Whether the number may be given away. One read by a profile that is gone or suspended may not: the USB process stops
 * reading by it a moment later.
 */
const isTrusted = (
  profiles: readonly LockProfile[],
  profileId: string | undefined,
  number: string,
): boolean => {
  if (profileId === undefined || profileId === genericSerialId) return true
  const profile = profiles.find(({ id }) => id === profileId)
  if (profile === undefined) return false
  if (profile.learned === undefined) return true
  const { agreed, suspended } = profile.learned
  if (!isOnProbation(profile.learned)) return true
  return suspended !== true && agreed?.includes(hashOf(profile.id, number)) === true
}

type ActiveProfiles = Pick<ProfileRepository, 'profiles'>

/** The same for a card and for the page Devices, so that the number is compared and not copied. */
const withoutNumber = <Listed extends Pick<PluggedLock, 'profile'> & { readonly reading: Reading | null }>(
  { profiles }: ActiveProfiles,
  listed: Listed,
): Listed => {
  const { reading, profile } = listed
  if (reading?.state !== 'read' || isTrusted(profiles, profile?.id, reading.shellNumber)) return listed
  return {
    ...listed,
    reading: { state: 'failed', reason: 'not-compared', detail: notComparedMessage, candidate: null },
  }
}

/** Holds back the same numbers in the list of devices. A test of a profile shows what it reads. */
export const testerOnProbation = (tester: ProfileTester, profiles: ActiveProfiles): ProfileTester => {
  const shown = (attached: AttachedDevices): AttachedDevices => ({
    ...attached,
    devices: attached.devices.map((device) => withoutNumber(profiles, device)),
  })
  return {
    ...tester,
    devices: () => shown(tester.devices()),
    onDevices: (listener) => tester.onDevices((attached) => listener(shown(attached))),
  }
}

/** Holds back the numbers that a learned profile reads until enough of them were compared. */
export const withProbation = (
  source: LockSource,
  profiles: Pick<ProfileRepository, 'profiles' | 'update'>,
  /** Called with the ID of a profile that read another number than its lock has on the shell. */
  onSuspended: (profileId: string) => void,
): SourceOnProbation => {
  const shown = (lock: PluggedLock): PluggedLock => withoutNumber(profiles, lock)
  const find = (plugId: string) => source.list().find((lock) => lock.plugId === plugId)
  /** Hashes of numbers read from locks for which another number was typed. Plugging a lock in again keeps its entry. */
  const doubted = new Set<string>()
  const isOfAnotherLock = (plugId: string, number: ShellNumber): boolean =>
    source
      .list()
      .some(
        (lock) =>
          lock.plugId !== plugId && lock.reading.state === 'read' && lock.reading.shellNumber === number,
      )

  return {
    ...source,
    list: () => source.list().map(shown),
    onChange: (listener) => source.onChange((locks) => listener(locks.map(shown))),
    identify: async (plugId, signal) => {
      const before = find(plugId)
      const read = await source.identify(plugId, signal)
      // Another lock in the same place has another plug ID, so that this one is no longer listed.
      const lock = find(plugId) ?? before
      if (!read.ok) return read
      if (lock !== undefined && isTrusted(profiles.profiles, lock.profile?.id, read.value)) return read
      return fail({ code: 'not-compared', message: notComparedMessage })
    },
    compare: async (plugId, number) => {
      const lock = find(plugId)
      const profile = profiles.profiles.find(({ id }) => id === lock?.profile?.id)
      if (lock?.reading.state !== 'read' || profile?.learned === undefined) return notFound('the lock')
      const { shellNumber } = lock.reading
      const agrees = shellNumber === number
      const read = hashOf(profile.id, shellNumber)
      if (!agrees && isOfAnotherLock(plugId, number)) return succeed('other-lock')
      if (!agrees && !doubted.has(read)) {
        doubted.add(read)
        return succeed('differs-once')
      }
      const saved = await profiles.update(profile.id, (text) => withComparison(text, agrees ? read : null))
      if (!saved.ok) return fail({ code: 'not-saved', message: saved.error.message })
      doubted.delete(read)
      if (!agrees) onSuspended(profile.id)
      return succeed(agrees ? 'agrees' : 'differs')
    },
  }
}
