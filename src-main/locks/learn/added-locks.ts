import type { AddOutcome, LearnState } from '#shared/model/locks/learned-model'
import type { NoTrialReason } from '#shared/model/locks/attached-device'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import type { KnownLock } from './sources'

const maxLocks = 12

export interface AddedLock extends KnownLock {
  readonly deviceId: string | null
  /** Whether requests were sent to it. */
  readonly isAsked: boolean
  readonly isSimulated: boolean
}

export const factsOf = ({ number, sample, deviceId, isAsked }: AddedLock): LearnState['locks'][number] => {
  const { facts, reports, skipped, hasDescriptor } = sample
  const count = (kind: (typeof reports)[number]['kind']) =>
    reports.filter((report) => report.kind === kind).length
  return {
    number,
    deviceId,
    texts: [facts.serialNumber, facts.product, facts.manufacturer].filter((text) => text !== null).length,
    featureReports: count('feature'),
    inputReports: count('input'),
    responses: isAsked ? count('response') : null,
    skipped: skipped.filter(({ why }) => why !== 'no-response').length,
    hasDescriptor,
  }
}

export const notRead = (reason: NoTrialReason, detail = ''): AddOutcome => ({
  state: 'not-read',
  reason,
  detail,
})

/** The locks of one model that a profile is learned from, each number and each device once. */
export const createAddedLocks = (devices: () => readonly { readonly deviceId: string }[]) => {
  let locks: readonly AddedLock[] = []

  const model = (): LearnState['model'] => {
    const [first] = locks
    if (first === undefined) return null
    const { vendorId, productId } = first.sample.facts
    return { vendorId, productId }
  }

  /** The next lock in the same place may have the same device ID. */
  const forgetUnplugged = (): void => {
    const present = new Set(devices().map(({ deviceId }) => deviceId))
    locks = locks.map((lock) =>
      lock.deviceId === null || present.has(lock.deviceId) ? lock : { ...lock, deviceId: null },
    )
  }

  return {
    all: () => locks,
    model,
    forgetUnplugged,
    isOtherModel: (facts: NonNullable<LearnState['model']>): boolean => {
      const known = model()
      return known !== null && (known.vendorId !== facts.vendorId || known.productId !== facts.productId)
    },
    /** Why the lock cannot be added; null if it can. With `asks`, requests would be sent to it. */
    reject: (deviceId: string, number: ShellNumber, asks: boolean): AddOutcome | null => {
      forgetUnplugged()
      const known = locks.find((lock) => lock.number === number)
      if (known !== undefined && (!asks || known.isAsked)) return { state: 'same-number' }
      if (locks.some((lock) => lock.deviceId === deviceId && lock.number !== number)) {
        return { state: 'same-lock' }
      }
      return known === undefined && locks.length >= maxLocks ? notRead('not-done') : null
    },
    /** Replaces the one with the same number. */
    put: (added: AddedLock): void => {
      locks = [...locks.filter(({ number }) => number !== added.number), added]
    },
    remove: (number: ShellNumber): void => {
      locks = locks.filter((lock) => lock.number !== number)
    },
    clear: (): void => {
      locks = []
    },
  }
}
