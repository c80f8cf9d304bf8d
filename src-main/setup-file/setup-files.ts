import { randomUUID } from 'node:crypto'
import { messageOf } from '#shared/error-message'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import { viewPages } from '#shared/model/app/saved-view'
import type { PageViews, ViewPage } from '#shared/model/app/saved-view'
import type { Settings } from '#shared/model/app/settings'
import { maxSetupBytes, setupGroups, setupSettings } from '#shared/model/app/setup-file'
import type { SetupGroup, SetupPreview, SetupResult } from '#shared/model/app/setup-file'
import type { LockName } from '#shared/model/locks/lock-name'
import { fail, notConfirmed, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { EnterpriseList, EnterpriseListContent } from '../directory/enterprise-list'
import { withEnterprises } from '../directory/enterprise-list'
import type { LockNamesContent } from '../directory/lock-names'
import type { SavedPlatforms } from '../saved-platforms/saved-platforms'
import { unusedColor } from '../saved-platforms/saved-platforms-file'
import type { SavedPlatform } from '../saved-platforms/saved-platforms-file'
import { isPracticeModel } from '../locks/simulator/simulated-device-file'
import { profileText, writeProfile } from '../locks/profiles/profile'
import type { LockProfile } from '../locks/profiles/profile'
import type { ProfileRepository } from '../locks/profiles/profile-repository'
import type { SettingsStore } from '../settings/settings'
import type { JsonFile } from '../util/files/json-file'
import type { SavedViewsContent } from '../views/saved-views'
import { compareSetup, portableProfile } from './compare-setup'
import type { Here, PlannedItem } from './compare-setup'
import type { ReadSetup } from './read-setup'
import { setupFormat, setupParts, setupVersion } from './setup-form'
import type { SetupPlatform, WrittenSetup } from './setup-form'

export interface SetupDeps {
  readonly savedPlatforms: Pick<SavedPlatforms, 'all' | 'platformIdAt' | 'put'>
  readonly files: {
    readonly register: JsonFile<EnterpriseListContent>
    readonly lockNames: Pick<JsonFile<LockNamesContent>, 'read'>
    readonly savedViews: JsonFile<SavedViewsContent>
  }
  readonly profiles: Pick<ProfileRepository, 'profiles' | 'files' | 'save'>
  readonly settings: Pick<SettingsStore, 'read' | 'change'>
  readonly isManaged: Here['isManaged']
  readonly allowsPlatform: Here['allowsPlatform']
  /** The open platform, whose enterprises the session follows. */
  readonly open: { readonly platformId: string; readonly register: Pick<EnterpriseList, 'add'> }
  /** Names locks of the platform at an address. Throws the file system's error. */
  readonly saveNames: (address: string, names: readonly LockName[]) => Promise<void>
  /** Asks in a system dialog before addresses are saved. */
  readonly confirmPlatform: (platform: SetupPlatform) => Promise<boolean>
  /** Asks in a system dialog before a profile that sends data to devices is saved. */
  readonly confirmProfile: (profile: LockProfile) => Promise<boolean>
}

const noViews: PageViews = { views: [], defaultName: null, last: null }

const platformOf = ({
  id: _id,
  platformId: _platformId,
  verified: _verified,
  lookOnly = false,
  ...platform
}: SavedPlatform) => (lookOnly ? { ...platform, lookOnly } : platform)

/** Writes and reads set-up files: what this computer knows, without secrets. */
export const createSetupFiles = (deps: SetupDeps) => {
  const { savedPlatforms, files, profiles, settings } = deps

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

  const collect = (): { readonly content: WrittenSetup; readonly leftOut: number } => {
    let leftOut = 0
    const fitting = <One>(
      schema: { safeParse: (one: unknown) => { success: boolean } },
      list: readonly One[],
    ) =>
      list.filter((one) => {
        const { success } = schema.safeParse(one)
        if (!success) leftOut += 1
        return success
      })
    const now = thisComputer()
    const platforms = fitting(setupParts.platform, now.platforms.map(platformOf))
    const addresses = [...new Set(platforms.map(({ baseUrl }) => normalizeAddress(baseUrl)))]
    const data = addresses.map((baseUrl) => {
      const { enterprises, names, views } = now.knownOf(baseUrl)
      const pages = viewPages.flatMap((page) => {
        const { views: list, defaultName } = views[page] ?? noViews
        const written = list.map(({ name, state }) => ({ name, state, isDefault: name === defaultName }))
        return written.length === 0 ? [] : [[page, fitting(setupParts.view, written)] as const]
      })
      return {
        baseUrl,
        enterprises: fitting(setupParts.enterprise, enterprises),
        names: fitting(setupParts.lockName, names),
        views: Object.fromEntries(pages),
      }
    })
    const unmanaged = setupSettings.filter((name) => !deps.isManaged(name))
    const content: WrittenSetup = {
      format: setupFormat,
      version: setupVersion,
      platforms,
      data,
      profiles: now.profiles
        .filter(({ id, match }) => now.userProfiles.has(id) && !isPracticeModel(match))
        .map((profile) => writeProfile(portableProfile(profile))),
      operators: fitting(setupParts.operator, now.settings.operators),
      settings: Object.fromEntries(unmanaged.map((name) => [name, now.settings[name]])),
    }
    return { content, leftOut }
  }

  const writePlatform = async (platform: SetupPlatform, known: SavedPlatform | null): Promise<void> => {
    if (known !== null) {
      const { name, timeZone = known.timeZone ?? null, lookOnly } = platform
      await savedPlatforms.put({ ...known, name, timeZone, ...(lookOnly === true ? { lookOnly } : {}) })
      return
    }
    const all = savedPlatforms.all()
    const baseUrl = normalizeAddress(platform.baseUrl)
    const isFree = !all.some(({ colour }) => colour === platform.colour)
    await savedPlatforms.put({
      ...platform,
      baseUrl,
      id: randomUUID(),
      platformId: savedPlatforms.platformIdAt(baseUrl),
      colour: isFree ? platform.colour : unusedColor(all),
      verified: false,
    })
  }

  type Writes<Group extends SetupGroup> = readonly Extract<PlannedItem['write'], { group: Group }>[]

  /** One write of the file for all platforms. */
  const changeByPlatform = async <Own, One extends { readonly address: string }>(
    file: JsonFile<{ version: number; platforms: Record<string, Own> }>,
    writes: readonly One[],
    change: (before: Own | undefined, write: One) => Own,
  ): Promise<void> => {
    if (writes.length === 0) return
    const byId = writes.map((write) => ({ id: savedPlatforms.platformIdAt(write.address), write }))
    await file.update((content) => {
      const platforms = { ...content.platforms }
      for (const { id, write } of byId) platforms[id] = change(platforms[id], write)
      return { ...content, platforms }
    })
  }

  const writeGroup: { readonly [Group in SetupGroup]: (writes: Writes<Group>) => Promise<void> } = {
    platforms: async (writes) => {
      for (const { platform, known } of writes) await writePlatform(platform, known)
    },
    enterprises: async (writes) => {
      const isOpen = ({ address }: { readonly address: string }) =>
        savedPlatforms.platformIdAt(address) === deps.open.platformId
      await changeByPlatform(
        files.register,
        writes.filter((one) => !isOpen(one)),
        (before, { enterprises }) => withEnterprises(before ?? [], enterprises),
      )
      const ofOpenPlatform = writes.filter(isOpen).flatMap(({ enterprises }) => enterprises)
      if (ofOpenPlatform.length > 0) await deps.open.register.add(ofOpenPlatform)
    },
    names: async (writes) => {
      for (const { address, names } of writes) await deps.saveNames(address, names)
    },
    views: (writes) =>
      changeByPlatform(files.savedViews, writes, (before = {}, { page, view }) => {
        const ofPage = before[page] ?? { ...noViews, views: [] }
        const { name, state } = view
        const isKnown = ofPage.views.some((one) => one.name === name)
        const views = isKnown
          ? ofPage.views.map((one) => (one.name === name ? { name, state } : one))
          : [...ofPage.views, { name, state }]
        const defaultName = ofPage.defaultName ?? (view.isDefault ? name : null)
        return { ...before, [page satisfies ViewPage]: { ...ofPage, views, defaultName } }
      }),
    profiles: async (writes) => {
      for (const { profile } of writes) {
        const saved = await profiles.save(profileText(profile))
        if (!saved.ok) throw new Error(saved.error.message)
      }
    },
    operators: async (writes) => {
      const added = writes.map(({ operator }) => operator)
      if (added.length > 0) await settings.change({ operators: [...settings.read().operators, ...added] })
    },
    settings: async (writes) => {
      const changes = writes.reduce<Partial<Settings>>((all, { setting }) => ({ ...all, ...setting }), {})
      if (writes.length > 0) await settings.change(changes)
    },
  }

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
      const { content, leftOut } = collect()
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
        const write = writeGroup[group] as (writes: readonly PlannedItem['write'][]) => Promise<void>
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
