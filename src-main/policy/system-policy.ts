import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { filePolicy, linuxPolicyPath } from './file-policy'
import { maxPolicyBytes } from './policy-source'
import type { PolicySource, RunProgram } from './policy-source'
import { preferencesPolicy } from './preferences-policy'
import { registryPolicy } from './registry-policy'

const run: RunProgram = async (program, args) => {
  const { stdout } = await promisify(execFile)(program, [...args], {
    encoding: 'buffer',
    timeout: 10_000,
    maxBuffer: maxPolicyBytes,
    windowsHide: true,
  })
  return stdout
}

/**
 * Where this system keeps policies. `file` replaces it in a checkout, where the file may also belong to the person who
 * starts the app.
 */
export const systemPolicy = (file: string | null): PolicySource => {
  if (file !== null) return filePolicy(file, (uid) => uid === 0 || uid === process.getuid?.())
  switch (process.platform) {
    case 'win32':
      return registryPolicy(run, process.env['SystemRoot'] ?? String.raw`C:\Windows`)
    case 'darwin':
      return preferencesPolicy(run)
    default:
      return filePolicy(linuxPolicyPath)
  }
}
