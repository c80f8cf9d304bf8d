import { randomUUID } from 'node:crypto'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import type { Settings } from '#shared/model/app/settings'
import type { SetupGroup } from '#shared/model/app/setup-file'
import type { LockName } from '#shared/model/locks/lock-name'
import type { EnterpriseList, EnterpriseListContent } from '../directory/enterprise-list'
import { withEnterprises } from '../directory/enterprise-list'
import { profileText } from '../locks/profiles/profile'
import type { ProfileRepository } from '../locks/profiles/profile-repository'
import type { SavedPlatforms } from '../saved-platforms/saved-platforms'
import { unusedColor } from '../saved-platforms/saved-platforms-file'
import type { SavedPlatform } from '../saved-platforms/saved-platforms-file'
import type { SettingsStore } from '../settings/settings'
import type { JsonFile } from '../util/files/json-file'
import { noViews } from '../views/saved-views'
import type { SavedViewsContent } from '../views/saved-views'
import type { PlannedItem } from './compare-setup'
import type { SetupPlatform } from './setup-form'

export interface ItemWriterDeps {
  readonly savedPlatforms: Pick<SavedPlatforms, 'all' | 'platformIdAt' | 'put'>
  readonly files: {
    readonly register: JsonFile<EnterpriseListContent>
    readonly savedViews: JsonFile<SavedViewsContent>
  }
  readonly profiles: Pick<ProfileRepository, 'save'>
  readonly settings: Pick<SettingsStore, 'read' | 'change'>
  /** The open platform, whose enterprises the session follows. */
  readonly open: { readonly platformId: string; readonly register: Pick<EnterpriseList, 'add'> }
  /** Names locks of the platform at an address. Throws the file system's error. */
  readonly saveNames: (address: string, names: readonly LockName[]) => Promise<void>
}

type Views = SavedViewsContent['platforms'][string]
type Write<Group extends SetupGroup> = Extract<PlannedItem['write'], { group: Group }>

/** A view of the file replaces the one of its name; it is the default only of a page without one. */
const withView = (before: Views, { page, view }: Write<'views'>): Views => {
  const ofPage = before[page] ?? { ...noViews, views: [] }
  const { name, state } = view
  const isKnown = ofPage.views.some((one) => one.name === name)
  const views = isKnown
    ? ofPage.views.map((one) => (one.name === name ? { name, state } : one))
    : [...ofPage.views, { name, state }]
  const defaultName = ofPage.defaultName ?? (view.isDefault ? name : null)
  return { ...before, [page]: { ...ofPage, views, defaultName } }
}

/** Writes what was chosen of a set-up file, each group to its own file. Each throws if it cannot write. */
export const createItemWriter = (
  deps: ItemWriterDeps,
): { readonly [Group in SetupGroup]: (writes: readonly Write<Group>[]) => Promise<void> } => {
  const { savedPlatforms, files, profiles, settings } = deps

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

  return {
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
      changeByPlatform(files.savedViews, writes, (before = {}, write) => withView(before, write)),
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
}
