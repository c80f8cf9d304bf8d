import { normalizeAddress } from '#shared/model/app/saved-platform'
import { viewPages } from '#shared/model/app/saved-view'
import { setupSettings } from '#shared/model/app/setup-file'
import { isSimulatedProfile } from '../locks/simulator/simulated-device-file'
import { writeProfile } from '../locks/profiles/profile'
import type { SavedPlatform } from '../saved-platforms/saved-platforms-file'
import { portableProfile } from './compare-setup'
import type { Here } from './compare-setup'
import { noViews } from '../views/saved-views'
import { setupFormat, setupParts, setupVersion } from './setup-form'
import type { WrittenSetup } from './setup-form'

const platformOf = ({
  id: _id,
  platformId: _platformId,
  verified: _verified,
  lookOnly = false,
  ...platform
}: SavedPlatform) => (lookOnly ? { ...platform, lookOnly } : platform)

/**
 * What a set-up file of this computer contains. Parts that the form of the file does not allow are left out and
 * counted.
 */
export const collectSetup = (here: Here): { readonly content: WrittenSetup; readonly leftOut: number } => {
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
  const platforms = fitting(setupParts.platform, here.platforms.map(platformOf))
  const addresses = [...new Set(platforms.map(({ baseUrl }) => normalizeAddress(baseUrl)))]
  const data = addresses.map((baseUrl) => {
    const { enterprises, names, views } = here.knownOf(baseUrl)
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
  const unmanaged = setupSettings.filter((name) => !here.isManaged(name))
  const content: WrittenSetup = {
    format: setupFormat,
    version: setupVersion,
    platforms,
    data,
    profiles: here.profiles
      .filter((profile) => here.userProfiles.has(profile.id) && !isSimulatedProfile(profile))
      .map((profile) => writeProfile(portableProfile(profile))),
    operators: fitting(setupParts.operator, here.settings.operators),
    settings: Object.fromEntries(unmanaged.map((name) => [name, here.settings[name]])),
  }
  return { content, leftOut }
}
