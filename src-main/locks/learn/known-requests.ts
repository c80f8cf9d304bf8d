import { isDeepStrictEqual } from 'node:util'
import type { KnownRequest } from '#shared/model/locks/learned-model'
import type { LockProfile } from '../profiles/profile'
import { sendsData } from '../reader/try-profile'

/** So many that a person can still read them before agreeing. */
const maxRequests = 8
/** A longer request could not be shown in full. */
const maxShownBytes = 64

const sentBy = ({ read }: LockProfile) => ({ ...read, timeoutMs: 0 })

/** The profiles whose requests may be sent to a device of this manufacturer; its own profiles come first. */
export const profilesToAsk = (profiles: readonly LockProfile[], vendorId: number): readonly LockProfile[] => {
  const sending = profiles.filter(
    (profile) =>
      sendsData(profile) &&
      profile.learned?.suspended !== true &&
      (profile.read.request?.length ?? 0) <= maxShownBytes,
  )
  const isOther = ({ match }: LockProfile) => Number(match.vendorId !== vendorId)
  return sending
    .filter((one, at) => sending.findIndex((other) => isDeepStrictEqual(sentBy(one), sentBy(other))) === at)
    .sort((one, other) => isOther(one) - isOther(other))
    .slice(0, maxRequests)
}

/** A request as a person reads it. Zeros at the end fill the report; random bytes are shown as `??`. */
export const requestToShow = ({ name, read }: LockProfile): KnownRequest => {
  const { request = new Uint8Array(), answer, length, reportId } = read
  const { echoes } = answer
  const shown = Math.max(request.length, echoes === undefined ? 0 : echoes[0] + echoes[1])
  const bytes = Array.from({ length: shown }, (_, at) =>
    echoes !== undefined && at >= echoes[0] && at < echoes[0] + echoes[1]
      ? '??'
      : (request[at] ?? 0).toString(16).padStart(2, '0'),
  )
  return { profile: name, isFeature: read.by === 'feature', reportId, length, bytes: bytes.join(' ') }
}
