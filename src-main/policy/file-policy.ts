import { readBytes } from '../util/files/regular-file'
import { hasOwnedFile } from './owned-file'
import { parsePolicyJson } from './policy-json'
import { maxPolicyBytes } from './policy-source'
import type { PolicySource } from './policy-source'

/** The policy of Linux computers. */
export const linuxPolicyPath = '/etc/lock-desk/policy.json'

/** A policy as a JSON file that only root can write. `trusted` says who may own it. */
export const filePolicy = (path: string, trusted?: (uid: number) => boolean): PolicySource => ({
  name: path,
  read: async () => {
    if (!(await hasOwnedFile(path, trusted))) return null
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(path, maxPolicyBytes))
    return parsePolicyJson(text)
  },
})
