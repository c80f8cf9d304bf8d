import { runSystemProgram, windowsFolder } from '../util/system-program'
import { filePolicy, linuxPolicyPath } from './file-policy'
import { maxPolicyBytes } from './policy-source'
import type { PolicySource, RunProgram } from './policy-source'
import { preferencesPolicy } from './preferences-policy'
import { registryPolicy } from './registry-policy'

const run: RunProgram = (program, args) =>
  runSystemProgram(program, args, { maxBytes: maxPolicyBytes, timeoutMs: 10_000 })

/**
 * Where this system keeps policies. `file` replaces it in a checkout, where the file may also belong to the person who
 * starts the app.
 */
export const systemPolicy = (file: string | null): PolicySource => {
  if (file !== null) return filePolicy(file, (uid) => uid === 0 || uid === process.getuid?.())
  switch (process.platform) {
    case 'win32':
      return registryPolicy(run, windowsFolder())
    case 'darwin':
      return preferencesPolicy(run)
    default:
      return filePolicy(linuxPolicyPath)
  }
}
