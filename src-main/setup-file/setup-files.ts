import { messageOf } from '#shared/error-message'
import { maxSetupBytes, setupGroups } from '#shared/model/app/setup-file'
import type { SetupPreview, SetupResult } from '#shared/model/app/setup-file'
import { fail, notConfirmed, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { LockNamesContent } from '../directory/lock-names'
import type { LockProfile } from '../locks/profiles/profile'
import type { ProfileRepository } from '../locks/profiles/profile-repository'
import type { JsonFile } from '../util/files/json-file'
import { collectSetup } from './collect-setup'
import { compareSetup } from './compare-setup'
import type { Here, PlannedItem } from './compare-setup'
import type { ReadSetup } from './read-setup'
import type { SetupPlatform } from './setup-form'
import { createItemWriter } from './write-items'
import type { ItemWriterDeps } from './write-items'

export interface SetupDeps extends ItemWriterDeps {
  readonly files: ItemWriterDeps['files'] & {
    readonly lockNames: Pick<JsonFile<LockNamesContent>, 'read'>
  }
  readonly profiles: Pick<ProfileRepository, 'profiles' | 'files' | 'save'>
  readonly isManaged: Here['isManaged']
  readonly allowsPlatform: Here['allowsPlatform']
  /** Asks in a system dialog before addresses are saved. */
  readonly confirmPlatform: (platform: SetupPlatform) => Promise<boolean>
  /** Asks in a system dialog before a profile that sends data to devices is saved. */
  readonly confirmProfile: (profile: LockProfile) => Promise<boolean>
}

/** Writes and reads set-up files: what this computer knows, without secrets. */
export const createSetupFiles = (deps: SetupDeps) => {
  const { savedPlatforms, files, profiles, settings } = deps
  const writer = createItemWriter(deps)

  const thisComputer = (): Here => ({
    platforms: savedPlatforms.all(),
    knownOf: (address) => {
      const id = savedPlatforms.platformIdAt(address)
      return {
        enterprises: files.register.read().platforms[id] ?? [],
        names: files.lockNames.read().platforms[id] ?? [],
        views: files.savedViews.read().platforms[id] ?? {},
      }
    },
    profiles: profiles.profiles,
    userProfiles: new Set(profiles.files.keys()),
    settings: settings.read(),
    isManaged: deps.isManaged,
    allowsPlatform: deps.allowsPlatform,
  })

  const confirmAll = async (chosen: readonly PlannedItem[]): Promise<boolean> => {
    for (const { write } of chosen) {
      if (
        write.group === 'platforms' &&
        write.known === null &&
        !(await deps.confirmPlatform(write.platform))
      )
        return false
      if (write.group === 'profiles' && !(await deps.confirmProfile(write.profile))) return false
    }
    return true
  }

  return {
    write: (): Outcome<
      { readonly bytes: Uint8Array; readonly leftOut: number },
      Failure<'limit-reached'>
    > => {
      const { content, leftOut } = collectSetup(thisComputer())
      const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
      return bytes.length > maxSetupBytes
        ? fail({ code: 'limit-reached', message: `more than ${maxSetupBytes} bytes` })
        : succeed({ bytes, leftOut })
    },
    preview: (read: ReadSetup): SetupPreview =>
      read.ok
        ? { state: 'read', items: compareSetup(read.value, thisComputer()).map(({ item }) => item) }
        : { state: 'refused', problem: read.error.problem },
    /**
     * Writes the chosen items, file by file; each file is old or new at any time. Stops at the first that cannot be
     * written: the next import of the same file continues there.
     */
    take: async (
      read: ReadSetup,
      keys: readonly string[],
    ): Promise<Outcome<SetupResult, Failure<'invalid-input' | 'not-confirmed'>>> => {
      if (!read.ok) return fail({ code: 'invalid-input', message: read.error.message })
      const wanted = new Set(keys)
      const chosen = compareSetup(read.value, thisComputer()).filter(
        ({ item }) => wanted.has(item.key) && (item.state === 'new' || item.state === 'changed'),
      )
      if (!(await confirmAll(chosen))) {
        return notConfirmed()
      }
      let imported = 0
      for (const group of setupGroups) {
        const ofGroup = chosen.filter(({ write }) => write.group === group)
        const write = writer[group] as (writes: readonly PlannedItem['write'][]) => Promise<void>
        try {
          await write(ofGroup.map((one) => one.write))
        } catch (error) {
          const message = messageOf(error)
          return succeed({ imported, failed: { group, message } })
        }
        imported += ofGroup.reduce((sum, { item }) => sum + item.count, 0)
      }
      return succeed({ imported, failed: null })
    },
  }
}
export type SetupFiles = ReturnType<typeof createSetupFiles>
