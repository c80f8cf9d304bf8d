import type { UpdateOffer, UpdateTrouble } from '#shared/update-commands'

/** Where updates come from; electron-updater in the app, a made-up one in tests. */
export interface UpdateSource {
  /** What the server has that is newer than this, or null. Throws. */
  check(server: string): Promise<UpdateOffer | null>
  /** Fetches and verifies what `check` found. Throws. */
  download(onPercent: (percent: number) => void): Promise<void>
  /** Ends the app and starts what was fetched. */
  install(): void
}

/** What an update's failure is called on the screen. */
export class NotGenuine extends Error {
  override readonly name = 'NotGenuine'
}

const unreachable =
  /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EPIPE|CERT_|DEPTH_|SELF_SIGNED|UNABLE_|ERR_TLS)/
const fact = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined

/** Names what electron-updater, Node, Chromium's network or we ourselves threw. */
export const troubleOf = (error: unknown): UpdateTrouble => {
  if (error instanceof NotGenuine) return 'not-genuine'
  const code = fact(error, 'code')
  const message = error instanceof Error ? error.message : ''
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'not-genuine'
  if (code === 'ERR_CHECKSUM_MISMATCH' || code === 'ERR_UPDATER_INVALID_UPDATE_INFO') return 'damaged'
  if (code === 'ENOSPC') return 'no-room'
  if (fact(error, 'statusCode') === 404 || code === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND') return 'no-files'
  if (typeof code === 'string' && unreachable.test(code)) return 'unreachable'
  if (/net::ERR_|timed? ?out/i.test(message) || fact(error, 'statusCode') !== undefined) return 'unreachable'
  // Apple's own words come without a code.
  return /code signature/i.test(message) ? 'not-genuine' : 'other'
}
