import { existsSync } from 'node:fs'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, runChild } from '../util/child.mjs'
import { FailedError, MissingError } from '../util/outcome.mjs'
import { projectRoot } from '../util/paths.mjs'
import { install, queryDpkg } from './system-libraries.mjs'

const source = join(projectRoot, 'scripts/setup/wall-clock.c')
const compilerPackages = [['gcc'], ['libc6-dev']]

/**
 * Compiles the library that moves the wall clock of the programs it is loaded into. As root on Debian, a missing
 * compiler is installed.
 * @returns {Promise<string>} its path, in the run's temporary folder
 * @throws {MissingError} on other systems than Linux, or without a compiler; a FailedError if it does not move Node's clock,
 *   because all tests would pass at the real time
 */
export async function setUpWallClock() {
  if (process.platform !== 'linux') throw new MissingError('The wall clock can only be moved on Linux.')
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const missing = await queryDpkg(compilerPackages)
    if (missing.length > 0) await install(missing, 'a C compiler')
  }
  const library = join(await makeFolder(), 'wall-clock.so')
  await mustRun('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source], {
    remedy: 'apt-get install -y gcc libc6-dev',
  })
  const leapDay = { at: '2028-02-29T12:00+05:45', zone: 'Asia/Kathmandu', locale: 'th_TH' }
  const env = { ...process.env, ...(await wallClockEnv(library, leapDay)) }
  const day = "new Date().toLocaleDateString(undefined, { dateStyle: 'short' })"
  const { stdout } = await runChild(process.execPath, ['-p', day], { env, output: 'capture' })
  // The Buddhist year 2571.
  if (stdout.trim() !== '29/2/71') throw new FailedError(`The wall clock was not moved: ${stdout.trim()}`)
  return library
}

/**
 * The variables under which programs run at another time and place.
 * @param {string} library of setUpWallClock
 * @param {{ at: string, zone: string, locale: string }} moment `at` with its offset, such as
 *   `2026-11-26T14:00+08:00`; `zone` and `locale` such as `Asia/Shanghai` and `zh_CN`
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function wallClockEnv(library, { at, zone, locale }) {
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000)
  const file = join(await makeFolder(), 'seconds')
  await writeFile(file, String(seconds))
  return {
    LD_PRELOAD: library,
    WALL_CLOCK_FILE: file,
    TZ: zone,
    LC_ALL: `${locale}.UTF-8`,
    LANGUAGE: locale,
  }
}

/** Programs that tests start as another user read it too. */
async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'wall-clock-'))
  await chmod(folder, 0o755)
  return folder
}
