import type { UpdateOffer, UpdateProblem } from '#shared/model/app/update'

/** A source of updates: electron-updater in the app, a fake in tests. */
export interface UpdateSource {
  /** The newer version on the server, or null. Throws. */
  check(server: string): Promise<UpdateOffer | null>
  /** Checks a signed update file like that of a server; throws also if it has no newer version. */
  open(path: string): Promise<UpdateOffer>
  /** Downloads, or copies from beside the opened file, and verifies the found version. Throws. */
  download(onPercent: (percent: number) => void): Promise<void>
  /** Quits the app and starts the downloaded update. */
  install(): void
}

/** The download is not signed by the publisher. */
export class UntrustedUpdateError extends Error {
  override readonly name = 'UntrustedUpdateError'
}

/** An update file, or a file beside it, cannot be used. */
export class UpdateFileError extends Error {
  override readonly name = 'UpdateFileError'

  constructor(
    readonly problem: 'no-files' | 'not-newer' | 'other-system' | 'unreadable' | 'damaged',
    message: string,
  ) {
    super(message)
  }
}

/** Signed by the publisher but not valid today; `why` is the reason. */
export class ValidityPeriodError extends Error {
  override readonly name = 'ValidityPeriodError'

  constructor(
    readonly why: 'expired' | 'clock',
    message: string,
  ) {
    super(message)
  }
}

const unreachable =
  /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EPIPE|CERT_|DEPTH_|SELF_SIGNED|UNABLE_|ERR_TLS)/
const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined

/** Classifies errors of electron-updater, Node, Chromium's network and the app. */
export const classifyUpdateError = (error: unknown): UpdateProblem => {
  if (error instanceof UntrustedUpdateError) return 'not-genuine'
  if (error instanceof ValidityPeriodError) return error.why
  if (error instanceof UpdateFileError) return error.problem
  const code = propertyOf(error, 'code')
  const message = error instanceof Error ? error.message : ''
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'not-genuine'
  if (code === 'ERR_CHECKSUM_MISMATCH' || code === 'ERR_UPDATER_INVALID_UPDATE_INFO') return 'damaged'
  if (code === 'ENOSPC') return 'no-room'
  if (propertyOf(error, 'statusCode') === 404 || code === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND')
    return 'no-files'
  if (typeof code === 'string' && unreachable.test(code)) return 'unreachable'
  if (/net::ERR_|timed? ?out/i.test(message) || propertyOf(error, 'statusCode') !== undefined)
    return 'unreachable'
  // macOS signature errors have no code.
  return /code signature/i.test(message) ? 'not-genuine' : 'other'
}
