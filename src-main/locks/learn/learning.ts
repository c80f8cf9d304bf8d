import type { AddOutcome, KnownRequest, LearnResult, LearnState } from '#shared/model/locks/learned-model'
import { locksToLearn } from '#shared/model/locks/learned-model'
import type { DeviceFacts } from '#shared/model/locks/plugged-lock'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import type { ProfileTester } from '../profile-tester'
import { lockProfileSchema } from '../profiles/profile'
import type { LockProfile } from '../profiles/profile'
import { sendsData } from '../reader/try-profile'
import { createAddedLocks, factsOf, notRead } from './added-locks'
import type { AddedLock } from './added-locks'
import { profilesToAsk, requestToShow } from './known-requests'
import { learnReport } from './learn-report'
import { makeProfile } from './make-profile'
import { searchReading } from './search'
import type { SearchResult } from './search'

export interface LearningDeps {
  readonly profileTester: ProfileTester
  /** The profiles whose requests may help. */
  readonly profiles: () => readonly LockProfile[]
  /** Asks the person before requests are sent to a device. */
  readonly confirm: (request: {
    readonly kind: 'requests'
    readonly facts: DeviceFacts
    readonly requests: readonly KnownRequest[]
  }) => Promise<boolean>
  readonly now?: () => Date
}

/** Learns the profile of one lock model from locks whose numbers are known. */
export interface Learning {
  start(): LearnState
  state(): LearnState
  /** With `asks`, the person is asked first, and the requests shown are sent to this device too. */
  add(deviceId: string, number: ShellNumber, asks: boolean): Promise<AddOutcome>
  /** Removes a lock, for example one with a wrong number. */
  remove(number: ShellNumber): Promise<LearnState>
  cancel(): void
  /** The profile that was found; null if none is certain yet. */
  profile(): { readonly text: string; readonly profile: LockProfile } | null
  report(withNumbers: boolean): string
}

/**
 * Reads all plugged-in locks of the model as the profile would. One that it reads wrong refutes it. A profile that
 * sends is tried only on devices to which the person agreed: those that are used.
 */
const tryOnAll = async (
  profileTester: Pick<ProfileTester, 'devices' | 'tryProfile'>,
  profile: LockProfile,
  used: readonly AddedLock[],
  signal: AbortSignal,
) => {
  const { vendorId, productId } = profile.match
  const numbers = new Map(used.map(({ deviceId, number }) => [deviceId, number]))
  const devices = profileTester
    .devices()
    .devices.filter(
      ({ facts, isProtected }) =>
        facts.vendorId === vendorId && facts.productId === productId && !isProtected,
    )
    .filter(({ deviceId }) => !sendsData(profile) || numbers.has(deviceId))
  return Promise.all(
    devices.map(async ({ deviceId }) => {
      const trial = await profileTester.tryProfile(deviceId, profile, signal)
      const decoded = trial.ok ? trial.value.decoded : null
      const known = numbers.get(deviceId)
      const isWrong = decoded !== null && known !== undefined && decoded.number !== known
      return { deviceId, number: decoded?.number ?? null, isWrong }
    }),
  )
}

export const createLearning = ({
  profileTester,
  profiles,
  confirm,
  now = () => new Date(),
}: LearningDeps): Learning => {
  const locks = createAddedLocks(() => profileTester.devices().devices)
  const deviceOf = (deviceId: string) =>
    profileTester.devices().devices.find((each) => each.deviceId === deviceId)
  /** The profiles whose requests are sent, as the person first agreed to them; null before that. */
  let asking: readonly LockProfile[] | null = null
  let search: SearchResult | null = null
  let result: LearnResult | null = null
  let current = new AbortController()

  /** A lock without responses would hide those of the others. */
  const usedLocks = () => (asking === null ? locks.all() : locks.all().filter(({ isAsked }) => isAsked))

  const offered = (): readonly LockProfile[] => {
    const known = locks.model()
    if (asking !== null) return asking
    return known !== null && result?.state === 'none' ? profilesToAsk(profiles(), known.vendorId) : []
  }

  const hasSimulated = () => usedLocks().some(({ isSimulated }) => isSimulated)
  const profileFile = () =>
    search?.state === 'learned' ? makeProfile(search, usedLocks(), now(), hasSimulated()) : null

  const resultOf = async (found: SearchResult, signal: AbortSignal): Promise<LearnResult> => {
    const file = profileFile()
    if (found.state !== 'learned' || file === null) {
      return found.state === 'ambiguous' ? { state: 'ambiguous', needs: found.needs } : { state: 'none' }
    }
    const description = file.description ?? { en: '', zh: '' }
    const tried = await tryOnAll(profileTester, lockProfileSchema.parse(file), usedLocks(), signal)
    if (tried.some(({ isWrong }) => isWrong)) return { state: 'none' }
    const trials = tried.map(({ deviceId, number }) => ({ deviceId, number }))
    return { state: 'learned', profileId: file.id, description, trials }
  }

  const evaluate = async (signal: AbortSignal): Promise<void> => {
    const used = usedLocks()
    const found = used.length < 2 ? null : searchReading(used, asking ?? [])
    search = found
    result = null
    const evaluated = found === null ? null : await resultOf(found, signal)
    // Another lock may have been added meanwhile.
    if (search === found && !signal.aborted) result = evaluated
  }

  const canSave = () => result?.state === 'learned' && usedLocks().length >= locksToLearn

  const state = (): LearnState => {
    locks.forgetUnplugged()
    return {
      model: locks.model(),
      locks: locks.all().map(factsOf),
      result,
      canSave: canSave(),
      requests: offered().map(requestToShow),
      isAsking: asking !== null,
    }
  }

  const reset = () => {
    current.abort(new Error('cancelled'))
    current = new AbortController()
    locks.clear()
    asking = null
    search = null
    result = null
  }

  /** Another plugged-in lock was read with the number: the person took the wrong one. */
  const isOfAnotherLock = (deviceId: string, number: ShellNumber): boolean =>
    profileTester
      .devices()
      .devices.some(
        (other) =>
          other.deviceId !== deviceId &&
          other.reading?.state === 'read' &&
          other.reading.shellNumber === number,
      )

  /** The requests to send to the device; an outcome if there are none, or the person did not agree. */
  const agreed = async (deviceId: string): Promise<readonly LockProfile[] | AddOutcome> => {
    const device = deviceOf(deviceId)
    const requests = offered()
    if (device === undefined) return notRead('gone')
    if (device.isProtected) return notRead('protected-device')
    if (locks.isOtherModel(device.facts)) return { state: 'other-model' }
    if (requests.length === 0) return notRead('not-done', 'no profile sends a request')
    const isAgreed = await confirm({
      kind: 'requests',
      facts: device.facts,
      requests: requests.map(requestToShow),
    }).catch(() => false)
    if (!isAgreed) return { state: 'not-confirmed' }
    return deviceOf(deviceId)?.isProtected === false ? requests : notRead('gone')
  }

  return {
    start: () => {
      reset()
      return state()
    },
    state,
    cancel: reset,
    add: async (deviceId, number, asks) => {
      const { signal } = current
      const isCancelled = () => signal.aborted
      if (isOfAnotherLock(deviceId, number)) return { state: 'other-lock' }
      const early = locks.reject(deviceId, number, asks)
      if (early !== null) return early
      const isSimulated = deviceOf(deviceId)?.source === 'simulated'
      const requests = asks ? await agreed(deviceId) : []
      if ('state' in requests) return requests
      if (isCancelled()) return notRead('cancelled')
      const read = await profileTester.sample(deviceId, requests, signal)
      if (!read.ok) return notRead(read.error.code, read.error.message)
      if (isCancelled()) return notRead('cancelled')
      if (locks.isOtherModel(read.value.facts)) return { state: 'other-model' }
      // The same lock may have been added meanwhile.
      const late = locks.reject(deviceId, number, asks)
      if (late !== null) return late
      if (asks) asking = requests
      locks.put({ number, sample: read.value, deviceId, isAsked: asks, isSimulated })
      await evaluate(signal)
      return isCancelled() ? notRead('cancelled') : { state: 'added', learning: state() }
    },
    remove: async (number) => {
      locks.remove(number)
      if (!locks.all().some(({ isAsked }) => isAsked)) asking = null
      await evaluate(current.signal)
      return state()
    },
    profile: () => {
      const file = canSave() ? profileFile() : null
      return file === null
        ? null
        : { text: `${JSON.stringify(file, null, 2)}\n`, profile: lockProfileSchema.parse(file) }
    },
    report: (withNumbers) => learnReport(locks.all(), asking ?? [], withNumbers),
  }
}
