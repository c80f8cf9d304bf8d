import { changedBy } from '#shared/model/api/business-codes'
import { visibleText } from '#shared/model/visible-text'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { parseJson } from './json'

/** HTTP statuses with an envelope whose code decides (docs/api.md, section 1). */
const businessStatuses = new Set([200, 299])

/** Codes for rejected tokens (section 5). */
const applicationTokenRefused = '60000'
const userTokenRefused = '60005'

export const rejectedToken = (failure: PlatformFailure): 'application' | 'user' | null => {
  if (failure.businessCode === applicationTokenRefused) return 'application'
  return failure.businessCode === userTokenRefused ? 'user' : null
}

interface Envelope {
  readonly code: string
  readonly message: string
  readonly data: unknown
}

/** Longer than what is stored (changes/redact-secrets.ts), because cutting may split a secret. */
const maxTextLength = 8_000
/** A longer code is none of a platform. */
const maxCodeLength = 60

const textOf = (value: unknown): string =>
  typeof value === 'string' ? visibleText(value.slice(0, maxTextLength)) : ''

const readEnvelope = (text: string, isStrict: boolean): Envelope | null => {
  let value: unknown
  try {
    value = parseJson(text, isStrict)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || !('code' in value)) return null
  const { code } = value
  if (typeof code !== 'string' && typeof code !== 'number' && typeof code !== 'bigint') return null
  const codeText = String(code).trim()
  if (codeText.length > maxCodeLength) return null
  const cause = textOf('cause' in value ? value.cause : '')
  const message = textOf('message' in value ? value.message : '')
  return {
    code: visibleText(codeText),
    message: cause === '' ? message : `${message} (${cause})`,
    data: 'data' in value ? value.data : undefined,
  }
}

/**
 * Converts an HTTP response to the `data` of a success or to a failure. Success is code 0, as a number or a
 * string. For a change, an unreadable or contradictory response or a status other than 200 and 299 does not say
 * whether it was carried out.
 */
export const readResponse = (
  status: number,
  text: string,
  changesState: boolean,
): Outcome<unknown, PlatformFailure> => {
  const undecided = changesState ? 'unknown' : 'no'
  const envelope = readEnvelope(text, changesState)
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
      message: `success code with HTTP ${status}`,
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
