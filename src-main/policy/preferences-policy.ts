import { hasOwnedFile } from './owned-file'
import { parsePolicyJson } from './policy-json'
import { maxPolicyBytes } from './policy-source'
import type { PolicySource, RunProgram } from './policy-source'

/** Where macOS puts the preferences of a configuration profile (resources/policy/lock-desk.mobileconfig). */
export const managedPreferencesPath = '/Library/Managed Preferences/app.lockdesk.desktop.plist'

/** The policy of Macs, written by their device management. */
export const preferencesPolicy = (run: RunProgram, path = managedPreferencesPath): PolicySource => ({
  name: path,
  read: async () => {
    if (!(await hasOwnedFile(path))) return null
    const output = await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', path])
    if (output.length > maxPolicyBytes) throw new Error('is too large')
    return parsePolicyJson(output.toString('utf8'))
  },
})
