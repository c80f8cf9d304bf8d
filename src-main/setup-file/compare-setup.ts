import type { TimeZone } from '#shared/model/time-zone'
import { isDeepStrictEqual } from 'node:util'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import { maxViews, viewPages } from '#shared/model/app/saved-view'
import type { AllViews, ViewPage } from '#shared/model/app/saved-view'
import type { Settings } from '#shared/model/app/settings'
import { setupSettings, unimportedSettings } from '#shared/model/app/setup-file'
import type { SetupChange, SetupConflict, SetupItem } from '#shared/model/app/setup-file'
import { joinKey } from '#shared/model/join-key'
import { maxLockNames } from '#shared/model/locks/lock-name'
import type { LockName } from '#shared/model/locks/lock-name'
import type { KnownEnterprise } from '../directory/enterprise-list'
import { withEnterprises } from '../directory/enterprise-list'
import type { SavedPlatform } from '../saved-platforms/saved-platforms-file'
import { withoutComparisons } from '../locks/profiles/learned-field'
import { profileText } from '../locks/profiles/profile'
import type { LockProfile } from '../locks/profiles/profile'
import { maxUserProfiles } from '../locks/profiles/profile-repository'
import type { SetupContent, SetupPlatform, SetupPlatformData } from './setup-form'

/**
 * A profile without what only its own computer knows: comparisons with shells, and a signature, which is of the profile's
 * own file. A number can be found from the hash of a comparison.
 */
export const portableProfile = ({ learned, signature: _signature, ...profile }: LockProfile): LockProfile =>
  learned === undefined ? profile : { ...profile, learned: withoutComparisons(learned) }

/** What this computer has of a platform. */
export interface KnownOfPlatform {
  readonly enterprises: readonly KnownEnterprise[]
  readonly names: readonly LockName[]
  readonly views: AllViews
}

/** What this computer has. */
export interface Here {
  readonly platforms: readonly SavedPlatform[]
  readonly knownOf: (address: string) => KnownOfPlatform
  readonly profiles: readonly LockProfile[]
  /** The IDs of profiles that are files of the user. */
  readonly userProfiles: ReadonlySet<string>
  readonly settings: Settings
  readonly isManaged: (setting: keyof Settings) => boolean
  readonly allowsPlatform: (platform: SetupPlatform) => boolean
}

type SetupView = NonNullable<SetupPlatformData['views'][ViewPage]>[number]

/** What an item writes. */
type Write =
  | { readonly group: 'platforms'; readonly platform: SetupPlatform; readonly known: SavedPlatform | null }
  | {
      readonly group: 'enterprises'
      readonly address: string
      readonly enterprises: readonly KnownEnterprise[]
    }
  | { readonly group: 'names'; readonly address: string; readonly names: readonly LockName[] }
  | { readonly group: 'views'; readonly address: string; readonly page: ViewPage; readonly view: SetupView }
  | { readonly group: 'profiles'; readonly profile: LockProfile }
  | { readonly group: 'operators'; readonly operator: string }
  | { readonly group: 'settings'; readonly setting: Partial<Settings> }

export interface PlannedItem {
  readonly item: SetupItem
  readonly write: Write
}

type State = 'new' | 'changed' | 'same'

const planned = (
  write: Write,
  of: {
    readonly label: string
    readonly state: State
    readonly platform?: string
    readonly page?: ViewPage
    readonly count?: number
    readonly conflict?: SetupConflict | null
    readonly change?: SetupChange
    readonly lookOnly?: boolean
  },
): PlannedItem => {
  const { label, platform = null, page = null, count = 1, conflict = null, change, lookOnly = false } = of
  const isHeld = conflict !== null && of.state !== 'same'
  const key = JSON.stringify([write.group, platform, page, label, of.state])
  return {
    write,
    item: {
      key,
      group: write.group,
      label,
      platform,
      page,
      count,
      state: isHeld ? 'conflict' : of.state,
      conflict: isHeld ? conflict : null,
      ...(lookOnly ? { lookOnly } : {}),
      change: change === undefined || of.state === 'same' ? null : change,
    },
  }
}

/** Addresses and keys make a platform; one that is here never gets others, so its secrets go nowhere else. */
const isSamePlatform = (one: SetupPlatform, other: SetupPlatform): boolean =>
  normalizeAddress(one.baseUrl) === normalizeAddress(other.baseUrl) &&
  normalizeAddress(one.userCentreUrl) === normalizeAddress(other.userCentreUrl) &&
  one.orderAppKey === other.orderAppKey &&
  one.memberAppKey === other.memberAppKey &&
  one.userName === other.userName

const shownPlatform = (name: string, timeZone: TimeZone): string =>
  timeZone === null ? name : `${name} (${timeZone})`

/** What a file would change of a saved platform. A file never ends a mark: a system dialog does. */
const comparePlatform = (
  platform: SetupPlatform,
  known: SavedPlatform,
): { readonly state: 'same' | 'changed'; readonly change?: { before: string; after: string } } => {
  const before = known.timeZone ?? null
  // A file without a zone changes none.
  const { name, timeZone: after = before } = platform
  const isMarked = platform.lookOnly === true && known.lookOnly !== true
  if (known.name === name && before === after) return { state: isMarked ? 'changed' : 'same' }
  const change = { before: shownPlatform(known.name, before), after: shownPlatform(name, after) }
  return { state: 'changed', change }
}

const platformItems = (content: SetupContent, here: Here): PlannedItem[] =>
  content.platforms.map((platform) => {
    const known = here.platforms.find((one) => isSamePlatform(one, platform)) ?? null
    const compared = known === null ? { state: 'new' as const } : comparePlatform(platform, known)
    const conflict = here.allowsPlatform(platform) ? null : 'platform-not-allowed'
    const address = normalizeAddress(platform.baseUrl)
    return planned(
      { group: 'platforms', platform, known },
      {
        label: platform.name,
        platform: address,
        ...compared,
        conflict,
        lookOnly: platform.lookOnly === true,
      },
    )
  })

const stateOf = (known: unknown, next: unknown): State =>
  known === undefined ? 'new' : isDeepStrictEqual(known, next) ? 'same' : 'changed'

const byState = <One>(list: readonly One[], stateOfOne: (one: One) => State) =>
  (['new', 'changed', 'same'] as const)
    .map((state) => ({ state, list: list.filter((one) => stateOfOne(one) === state) }))
    .filter(({ list: found }) => found.length > 0)

const nameKey = ({ enterpriseGlobalId, assetNum }: LockName): string => joinKey(enterpriseGlobalId, assetNum)

const dataItems = (data: SetupPlatformData, here: Here): PlannedItem[] => {
  const address = normalizeAddress(data.baseUrl)
  const known = here.knownOf(address)
  const enterprises = new Map(known.enterprises.map((one) => [one.enterpriseGlobalId, one]))
  const names = new Map(known.names.map((one) => [nameKey(one), one]))
  const ofPlatform = { label: address, platform: address }
  const added = data.names.filter((one) => !names.has(nameKey(one))).length
  return [
    ...byState(data.enterprises, (one) => {
      const before = enterprises.get(one.enterpriseGlobalId)
      return stateOf(before, withEnterprises(before === undefined ? [] : [before], [one])[0])
    }).map(({ state, list }) =>
      planned(
        { group: 'enterprises', address, enterprises: list },
        { ...ofPlatform, state, count: list.length },
      ),
    ),
    ...byState(data.names, (one) => stateOf(names.get(nameKey(one)), one)).map(({ state, list }) =>
      planned(
        { group: 'names', address, names: list },
        {
          ...ofPlatform,
          state,
          count: list.length,
          conflict: state === 'new' && names.size + added > maxLockNames ? 'limit-reached' : null,
        },
      ),
    ),
    ...viewPages.flatMap((page) => {
      const knownViews = known.views[page]
      let free = maxViews - (knownViews?.views.length ?? 0)
      return (data.views[page] ?? []).map((view) => {
        const before = knownViews?.views.find(({ name }) => name === view.name)
        const becomesDefault = view.isDefault && (knownViews?.defaultName ?? null) === null
        const state = stateOf(before?.state, view.state)
        const isFull = state === 'new' && (free -= 1) < 0
        return planned(
          { group: 'views', address, page, view },
          {
            label: view.name,
            platform: address,
            page,
            state: state === 'same' && becomesDefault ? 'changed' : state,
            conflict: isFull ? 'limit-reached' : null,
          },
        )
      })
    }),
  ]
}

const profileItems = (content: SetupContent, here: Here): PlannedItem[] => {
  const texts = new Map(here.profiles.map((one) => [one.id, profileText(portableProfile(one))]))
  let free = maxUserProfiles - here.userProfiles.size
  return content.profiles.map((one) => {
    const profile = portableProfile(one)
    const state = stateOf(texts.get(profile.id), profileText(profile))
    const isFull = state !== 'same' && !here.userProfiles.has(profile.id) && (free -= 1) < 0
    return planned(
      { group: 'profiles', profile },
      { label: profile.id, state, conflict: isFull ? 'limit-reached' : null },
    )
  })
}

const maxOperators = 100

const operatorItems = (content: SetupContent, here: Here): PlannedItem[] => {
  let free = maxOperators - here.settings.operators.length
  return content.operators.map((operator) => {
    const state = here.settings.operators.includes(operator) ? 'same' : 'new'
    const isFull = state === 'new' && (free -= 1) < 0
    return planned(
      { group: 'operators', operator },
      { label: operator, state, conflict: isFull ? 'limit-reached' : null },
    )
  })
}

const deletesData = (name: (typeof setupSettings | typeof unimportedSettings)[number]): boolean =>
  unimportedSettings.some((one) => one === name)

const settingItems = (content: SetupContent, here: Here): PlannedItem[] =>
  [...setupSettings, ...unimportedSettings].flatMap((name) => {
    const after = content.settings[name]
    if (after === undefined) return []
    const before = here.settings[name]
    const state = stateOf(before, after)
    const conflict = here.isManaged(name) ? 'managed' : deletesData(name) ? 'deletes-data' : null
    return [
      planned(
        { group: 'settings', setting: { [name]: after } },
        { label: name, state, conflict, change: { before, after } },
      ),
    ]
  })

/** Compares a set-up file with this computer, in the order of writing. */
export const compareSetup = (content: SetupContent, here: Here): readonly PlannedItem[] => [
  ...platformItems(content, here),
  ...content.data.flatMap((data) => dataItems(data, here)),
  ...profileItems(content, here),
  ...operatorItems(content, here),
  ...settingItems(content, here),
]
