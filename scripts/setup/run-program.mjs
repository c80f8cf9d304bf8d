import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callerFolder } from './caller-folder.mjs'
import { projectRoot } from './places.mjs'
import { setUpBuilt } from './set-up.mjs'

/**
 * Sets up and then becomes one of the built programs that run in plain Node: it runs in this process, so that
 * signals, standard input and the exit status are its own. Set-up talks on stderr only; stdout is the program's.
 * @param {'service' | 'call' | 'verify-journal'} name
 * @param {string} [script] its name in package.json
 */
export async function becomeProgram(name, script = name) {
  await setUpBuilt()
  process.chdir(callerFolder(script))
  const program = join(projectRoot, 'out/main', `${name}.js`)
  process.argv = [process.execPath, program, ...process.argv.slice(2)]
  await import(pathToFileURL(program).href)
}
