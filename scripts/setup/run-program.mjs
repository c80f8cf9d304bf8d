import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callerFolder } from '../util/caller-folder.mjs'
import { projectRoot } from '../util/paths.mjs'
import { setUpBuilt } from './set-up.mjs'

/**
 * Runs a built Node program in this process, so that it receives signals and standard input and sets the exit
 * status. The set-up prints to stderr only; stdout belongs to the program.
 * @param {'service' | 'call' | 'verify-journal'} name
 * @param {string} [script] its name in package.json
 */
export async function runInProcess(name, script = name) {
  await setUpBuilt()
  process.chdir(callerFolder(script))
  const program = join(projectRoot, 'out/main', `${name}.js`)
  process.argv = [process.execPath, program, ...process.argv.slice(2)]
  await import(pathToFileURL(program).href)
}
