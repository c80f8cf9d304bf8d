import type { AppUpdater, UpdateInfo } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider'
import { getChannelFilename, newUrlFromBase } from 'electron-updater/out/util'
import { isGenuine } from './signature'
import { NotGenuine } from './update-source'

/**
 * electron-updater's plain file server, whose word counts only where our makers signed it: `latest….yml.sig` beside
 * `latest….yml`. The YAML is not even read before. It names each file's SHA-512, which electron-updater compares.
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
      if (!isGenuine(name, content, signature, publicKey)) {
        throw new NotGenuine(`${name} of ${this.base.host} is not signed with the key in this app`)
      }
      return parseUpdateInfo(content, name, file)
    }
  }
