import { changedBy } from '#shared/model/business-codes'
import { visibleText } from '#shared/model/visible-text'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { parseJson } from './json'

/** Statuses that carry an envelope whose code counts (API document, section 1). */
const businessStatuses = new Set([200, 299])

/** Codes that say our tokens are not accepted (section 5). */
const applicationTokenRefused = '60000'
const userTokenRefused = '60005'

export const refusedToken = (failure: PlatformFailure): 'application' | 'user' | null => {
  if (failure.businessCode === applicationTokenRefused) return 'application'
  return failure.businessCode === userTokenRefused ? 'user' : null
}

interface Envelope {
  readonly code: string
  readonly message: string
  readonly data: unknown
}

/** More than is ever kept (desk/hide-secrets.ts), as what is cut off here may be half of a secret. */
const longestText = 8_000
const longestCode = 60

const textOf = (value: unknown): string =>
  typeof value === 'string' ? visibleText(value.slice(0, longestText)) : ''

const readEnvelope = (text: string): Envelope | null => {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || !('code' in value)) return null
  const { code } = value
  if (typeof code !== 'string' && typeof code !== 'number' && typeof code !== 'bigint') return null
  const cause = textOf('cause' in value ? value.cause : '')
  const message = textOf('message' in value ? value.message : '')
  return {
    code: String(code).trim().slice(0, longestCode),
    message: cause === '' ? message : `${message} (${cause})`,
    data: 'data' in value ? value.data : undefined,
  }
}

/**
 * An HTTP answer as the `data` of a success, or as what became of the call. Nothing is assumed of `code` but that
 * success is 0, as a number or as text; for a change, an answer that cannot be read, or any status but 200 and 299,
 * says nothing about whether it was carried out.
 */
export const readAnswer = (
  status: number,
  text: string,
  changesState: boolean,
): Outcome<unknown, PlatformFailure> => {
  const undecided = changesState ? 'unknown' : 'no'
  const envelope = readEnvelope(text)
  if (envelope === null) {
    const isRefusal = status === 401 || status === 403
    return fail({
      code: isRefusal ? 'unauthorized' : 'malformed',
      httpStatus: status,
      message: `HTTP ${status} without an envelope`,
      changed: undecided,
    })
  }
  const isBusiness = businessStatuses.has(status)
  if (envelope.code === '0') {
    if (isBusiness) return succeed(envelope.data)
    return fail({
      code: 'malformed',
      httpStatus: status,
      message: `success under HTTP ${status}`,
      changed: undecided,
    })
  }
  const isTokenRefused = envelope.code === applicationTokenRefused || envelope.code === userTokenRefused
  return fail({
    code: isTokenRefused ? 'unauthorized' : 'refused',
    businessCode: envelope.code,
    httpStatus: status,
    message: envelope.message,
    changed: !changesState ? 'no' : isBusiness ? changedBy(envelope.code) : 'unknown',
    ...(envelope.data === undefined || envelope.data === null ? {} : { data: envelope.data }),
  })
}
