import type { AttachedDevice } from '#shared/model/locks/attached-device'
import type { LearnState } from '#shared/model/locks/learned-model'

export const mayBeLock = ({ isProtected, noCard }: AttachedDevice): boolean => !isProtected && noCard === null
export const hasProfile = ({ profile }: AttachedDevice): boolean =>
  profile !== null && !profile.id.startsWith('learned-')
const hasNoNumber = ({ reading }: AttachedDevice): boolean => reading === null || reading.state === 'failed'

/**
 * The devices that the guide may learn from, and all whose number a person may have in hand: the number of each of them is
 * unknown, also where a lock of another model is not the one to learn.
 */
export const possibleLocks = (
  devices: readonly AttachedDevice[],
  { model, locks }: Pick<LearnState, 'model' | 'locks'>,
  /** Locks that were looked at without requests are looked at again. */
  asks: boolean,
): { readonly toLearn: readonly AttachedDevice[]; readonly all: readonly AttachedDevice[] } => {
  const lookedAt = (deviceId: string) => locks.find((lock) => lock.deviceId === deviceId)
  const isToLearn = (device: AttachedDevice): boolean => {
    const { deviceId, facts, isProtected } = device
    const isOfModel =
      model === null
        ? mayBeLock(device) && !hasProfile(device)
        : !isProtected && facts.vendorId === model.vendorId && facts.productId === model.productId
    const lock = lookedAt(deviceId)
    return isOfModel && (lock === undefined || (asks && lock.responses === null))
  }
  const isUnknown = (device: AttachedDevice): boolean =>
    mayBeLock(device) && hasNoNumber(device) && lookedAt(device.deviceId) === undefined
  return {
    toLearn: devices.filter(isToLearn),
    all: devices.filter((device) => isToLearn(device) || isUnknown(device)),
  }
}
