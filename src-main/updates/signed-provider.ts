import type { AppUpdater, UpdateInfo } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider'
import { getChannelFilename, newUrlFromBase } from 'electron-updater/out/util'
import { z } from 'zod'
import { dayOf } from '#shared/model/calendar-day'
import { isSigned } from './signature'
import { UntrustedUpdateError, ValidityPeriodError } from './update-source'

/** Written and signed when the file is published (scripts/package/update-channel.mjs). */
const validitySchema = z.object({ signedAt: z.iso.datetime(), expires: z.iso.datetime() })

/** The allowed difference between the publisher's clock and this one. */
const leewayMs = 24 * 60 * 60 * 1000

/**
 * Throws `ValidityPeriodError` for an expired file: replaying it would hide newer versions. A file without dates counts
 * as expired, otherwise an old one could be replayed forever. If the clock is behind, an expired file would
 * seem valid; files signed in the future reveal that.
 */
const checkValidity = (info: unknown, name: string, now: number): void => {
  const read = validitySchema.safeParse(info)
  if (!read.success) throw new ValidityPeriodError('expired', `${name} has no expiry date`)
  const signedAt = Date.parse(read.data.signedAt)
  const expires = Date.parse(read.data.expires)
  const today = `this computer's date is ${dayOf(now)}`
  if (signedAt > now + leewayMs) {
    throw new ValidityPeriodError('clock', `${name} was signed on ${dayOf(signedAt)}; ${today}`)
  }
  if (expires < now)
    throw new ValidityPeriodError('expired', `${name} was valid until ${dayOf(expires)}; ${today}`)
}

/**
 * electron-updater's plain file server with signature checks: `latest….yml` only counts if `latest….yml.sig` is
 * valid, and is not parsed before. The YAML contains an expiry date, so that an old file cannot hide newer
 * versions forever, and the SHA-512 of each file, which electron-updater compares.
 */
export const signedProvider = (
  server: string,
  publicKey: string,
): new (options: unknown, updater: AppUpdater, runtimeOptions: ProviderRuntimeOptions) => GenericProvider =>
  class SignedProvider extends GenericProvider {
    private readonly base: URL

    constructor(_options: unknown, updater: AppUpdater, runtimeOptions: ProviderRuntimeOptions) {
      super({ provider: 'generic', url: server }, updater, runtimeOptions)
      this.base = new URL(server.endsWith('/') ? server : `${server}/`)
    }

    override async getLatestVersion(): Promise<UpdateInfo> {
      const name = getChannelFilename(this.getDefaultChannelName())
      const file = newUrlFromBase(name, this.base, true)
      const content = (await this.httpRequest(file)) ?? ''
      const signature = (await this.httpRequest(newUrlFromBase(`${name}.sig`, this.base, true))) ?? ''
      if (!isSigned({ purpose: 'update', name, content }, signature, publicKey)) {
        throw new UntrustedUpdateError(`${name} of ${this.base.host} is not signed with the key in this app`)
      }
      const info = parseUpdateInfo(content, name, file)
      checkValidity(info, name, Date.now())
      return info
    }
  }
