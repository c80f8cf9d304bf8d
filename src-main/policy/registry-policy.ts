import { isPolicyKey, policyKinds } from '#shared/model/app/policy'
import { parsePolicyJson } from './policy-json'
import type { PolicySource, RunProgram } from './policy-source'

const parentKey = String.raw`HKLM\Software\Policies`
/** The key that the group policy template writes (resources/policy/lock-desk.admx). */
export const registryKey = String.raw`${parentKey}\Lock Desk`

/** `reg query` prints each value as `    name    type    data`. */
const valueLine = /^ {4}(\S.*?) {4}(REG_\w+)(?: {4}(.*))?$/

const parseValue = (name: string, type: string, data: string): unknown => {
  if (type === 'REG_DWORD') {
    const number = Number(data)
    return isPolicyKey(name) && policyKinds[name] === 'boolean' ? number !== 0 : number
  }
  if (type !== 'REG_SZ') throw new Error(`${name} is a ${type}, not a REG_SZ or REG_DWORD`)
  return isPolicyKey(name) && policyKinds[name] === 'json' ? parsePolicyJson(data) : data
}

/**
 * The values of the key from the output of `reg query`. The output is in the console's code page, so other characters
 * than ASCII are refused; JSON can escape them.
 */
export const parseRegistryValues = (output: string): Record<string, unknown> => {
  if (/\P{ASCII}/u.test(output))
    throw new Error(String.raw`has other characters than ASCII; write them as \uXXXX`)
  const values = output.split(/\r?\n/).flatMap((line) => {
    const [, name, type, data = ''] = valueLine.exec(line) ?? []
    return name === undefined || type === undefined ? [] : [[name, parseValue(name, type, data)] as const]
  })
  const names = values.map(([name]) => name.toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`has ${twice} twice`)
  return Object.fromEntries(values)
}

/** Windows itself has this key below the parent, so that a list without it does not come from the registry. */
const alwaysThere = String.raw`\software\policies\microsoft`
const ownKey = String.raw`\software\policies\lock desk`

/** The policy of Windows computers, which only administrators and the domain can write. */
export const registryPolicy = (run: RunProgram, systemFolder: string): PolicySource => {
  const query = async (key: string) =>
    (await run(`${systemFolder}\\System32\\reg.exe`, ['query', key])).toString('latin1')
  return {
    name: registryKey,
    read: async () => {
      // `reg query` fails alike for a missing and a forbidden key, so the parent's list tells whether there is one.
      const keys = (await query(parentKey)).split(/\r?\n/).map((line) => line.trim().toLowerCase())
      if (!keys.some((key) => key.endsWith(alwaysThere))) throw new Error('the registry was not read')
      return keys.some((key) => key.endsWith(ownKey)) ? parseRegistryValues(await query(registryKey)) : null
    },
  }
}
