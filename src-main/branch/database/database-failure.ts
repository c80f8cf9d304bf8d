import { messageOf } from '#shared/error-message'
import type { DatabaseFailureCode } from '#shared/model/branch/branch-failure'
import type { Failure } from '#shared/outcome'
import { databaseErrors } from './schema'

export type DatabaseFailure = Failure<DatabaseFailureCode>

/** Thrown by a connection; `failureOf` reads it. */
export class DatabaseError extends Error {
  constructor(
    readonly problem: DatabaseFailureCode,
    message: string,
  ) {
    super(message)
  }
}

/** By SQLSTATE, the longest prefix first. */
const problemsByState: readonly (readonly [RegExp, DatabaseFailureCode])[] = [
  [new RegExp(`^${databaseErrors.otherKey}$`), 'other-key'],
  [new RegExp(`^${databaseErrors.notADesk}$`), 'not-a-computer'],
  [/^28/, 'access-refused'],
  [/^3D000$/, 'database-missing'],
  [/^(3F000|42P01|42883)$/, 'not-a-branch'],
  [/^42501$/, 'right-missing'],
  [/^25006$/, 'database-read-only'],
  [/^(53100|53200)$/, 'database-full'],
  [/^53300$/, 'database-busy'],
  [/^(57014|55P03|25P03)$/, 'database-timeout'],
  [/^(57P0[1-5]|08...)$/, 'database-unreachable'],
]

const noTls = /server does not support SSL/i
const certificateCode =
  /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|ERR_SSL_|EPROTO)/
const networkCode = /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE|ENOENT|EACCES|EADDR)/
/** Of `pg`, whose own errors have no code. */
const lateMessage = /timeout/i
const cutMessage = /Connection terminated|not queryable|Client was closed/i

const codeOf = (error: unknown): string => {
  const first = error instanceof AggregateError ? (error.errors as readonly unknown[])[0] : error
  return first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : ''
}

const problemOf = (error: unknown): DatabaseFailureCode => {
  const code = codeOf(error)
  const message = messageOf(error)
  if (noTls.test(message)) return 'tls-missing'
  if (certificateCode.test(code)) return 'tls-not-verified'
  if (networkCode.test(code)) return 'database-unreachable'
  const byState = /^[0-9A-Z]{5}$/.test(code) ? problemsByState.find(([state]) => state.test(code)) : undefined
  if (byState !== undefined) return byState[1]
  if (cutMessage.test(message)) return 'database-unreachable'
  return lateMessage.test(message) ? 'database-timeout' : 'database-failed'
}

/** What a caught error of the database means. Its message has no password: PostgreSQL repeats none. */
export const failureOf = (error: unknown): DatabaseFailure =>
  error instanceof DatabaseError
    ? { code: error.problem, message: error.message }
    : { code: problemOf(error), message: messageOf(error) }
