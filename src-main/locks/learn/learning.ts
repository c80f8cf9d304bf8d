import type { AddOutcome, LearnResult, LearnState } from '#shared/model/locks/learned-model'
import { locksToLearn } from '#shared/model/locks/learned-model'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import type { ProfileTester } from '../profile-tester'
import { lockProfileSchema } from '../profiles/profile'
import type { LockProfile } from '../profiles/profile'
import { learnReport } from './learn-report'
import { makeProfile } from './make-profile'
import { searchReading } from './search'
import type { SearchResult } from './search'
import type { KnownLock } from './sources'

const maxLocks = 12

/** Learns the profile of one lock model from locks whose numbers are known. */
export interface Learning {
  start(): LearnState
  add(deviceId: string, number: ShellNumber): Promise<AddOutcome>
  cancel(): void
  /** The text of the profile; null if none is certain yet. */
  profileText(): string | null
  report(withNumbers: boolean): string
}

const factsOf = ({ number, sample }: KnownLock): LearnState['locks'][number] => {
  const { facts, reports, skipped, hasDescriptor } = sample
  const count = (kind: 'feature' | 'input') => reports.filter((report) => report.kind === kind).length
  return {
    number,
    texts: [facts.serialNumber, facts.product, facts.manufacturer].filter((text) => text !== null).length,
    featureReports: count('feature'),
    inputReports: count('input'),
    skipped: skipped.length,
    hasDescriptor,
  }
}

export const createLearning = (
  profileTester: ProfileTester,
  now: () => Date = () => new Date(),
): Learning => {
  let locks: readonly KnownLock[] = []
  /** The numbers of the locks by device, while they stay plugged in. */
  let numbers: ReadonlyMap<string, ShellNumber> = new Map()
  let search: SearchResult | null = null
  let isMisread = false
  let current = new AbortController()

  const model = (): LearnState['model'] => {
    const [first] = locks
    if (first === undefined) return null
    const { vendorId, productId } = first.sample.facts
    return { vendorId, productId }
  }

  const profileFile = () => (search?.state === 'learned' ? makeProfile(search, locks, now()) : null)

  /** Reads all plugged-in locks of the model as the profile would. One that it reads wrong refutes it. */
  const tryOnAll = async (profile: LockProfile, signal: AbortSignal) => {
    const { vendorId, productId } = profile.match
    const devices = profileTester
      .devices()
      .devices.filter(
        ({ facts, isProtected }) =>
          facts.vendorId === vendorId && facts.productId === productId && !isProtected,
      )
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

  const resultOf = async (found: SearchResult, signal: AbortSignal): Promise<LearnResult> => {
    const file = profileFile()
    if (found.state !== 'learned' || file === null) {
      return found.state === 'ambiguous' ? { state: 'ambiguous', needs: found.needs } : { state: 'none' }
    }
    const description = file.description ?? { en: '', zh: '' }
    const tried = await tryOnAll(lockProfileSchema.parse(file), signal)
    isMisread = tried.some(({ isWrong }) => isWrong)
    if (isMisread) return { state: 'none' }
    const trials = tried.map(({ deviceId, number }) => ({ deviceId, number }))
    return { state: 'learned', profileId: file.id, description, trials }
  }

  const canSave = () => search?.state === 'learned' && locks.length >= locksToLearn && !isMisread

  const stateWith = (result: LearnResult | null): LearnState => ({
    model: model(),
    locks: locks.map(factsOf),
    result,
    canSave: canSave(),
  })

  const reset = () => {
    current.abort(new Error('cancelled'))
    current = new AbortController()
    locks = []
    numbers = new Map()
    search = null
    isMisread = false
  }

  return {
    start: () => {
      reset()
      return stateWith(null)
    },
    cancel: reset,
    add: async (deviceId, number) => {
      const { signal } = current
      const isCancelled = () => signal.aborted
      if (locks.some((lock) => lock.number === number)) return { state: 'same-number' }
      const read = await profileTester.sample(deviceId, signal)
      if (!read.ok) return { state: 'not-read', reason: read.error.code, detail: read.error.message }
      const cancelled = { state: 'not-read', reason: 'cancelled', detail: '' } as const
      if (isCancelled() || locks.length >= maxLocks) return cancelled
      const { vendorId, productId } = read.value.facts
      const known = model()
      if (known !== null && (known.vendorId !== vendorId || known.productId !== productId)) {
        return { state: 'other-model' }
      }
      locks = [...locks, { number, sample: read.value }]
      numbers = new Map([...numbers, [deviceId, number]])
      isMisread = false
      search = locks.length < 2 ? null : searchReading(locks)
      const result = search === null ? null : await resultOf(search, signal)
      return isCancelled() ? cancelled : { state: 'added', learning: stateWith(result) }
    },
    profileText: () => (canSave() ? `${JSON.stringify(profileFile(), null, 2)}\n` : null),
    report: (withNumbers) => learnReport(locks, withNumbers),
  }
}
