import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fallbackExecutable } from '../setup/electron/fallback-electron.mjs'
import { mustRun } from '../util/child.mjs'
import { projectRoot } from '../util/paths.mjs'

/**
 * @typedef {object} Person who runs commands on this computer for the first time
 * @property {string} home
 * @property {string} user its name
 * @property {readonly string[]} become the command that runs another one as this user; empty for the current one
 */

/**
 * @typedef {object} Attempt a command of a person
 * @property {Person} person
 * @property {{ node: string, npm: string }} programs absolute paths of Node and of npm's program
 * @property {string} cwd
 * @property {readonly string[]} args of npm
 * @property {NodeJS.ProcessEnv} [env] additional variables; undefined removes one
 * @property {readonly string[]} [around] the command that runs it in another system, such as `unshare -n`
 */

const temporaryUser = 'lock-desk-newcomer'
const limitMs = 15 * 60 * 1000
const stopLimitMs = 60_000
const running = 'running'

/** Variables of this computer's network, which a new user has too. */
const ofNetwork =
  /^(node_extra_ca_certs|ssl_cert_.*|.*_proxy|npm_config_(registry|cafile|strict_ssl)|electron_mirror)$/i

/**
 * The person who runs the suite and, as root, an ordinary user who exists until remove(). Each has an empty home folder,
 * apart from Electron: it is downloaded once, not for each of them.
 * @param {string} place a folder that all users can read
 * @returns {Promise<{ ordinary: Person, root: Person | undefined, remove: () => void }>}
 */
export async function setUpPeople(place) {
  const isRoot = process.getuid?.() === 0
  const ordinary = await personAt(join(place, 'ordinary'))
  if (!isRoot) return { ordinary, root: undefined, remove: () => undefined }
  const remove = () => void spawnSync('userdel', [temporaryUser], { stdio: 'ignore' })
  // A run that was killed leaves it.
  remove()
  process.once('exit', remove)
  await mustRun('useradd', ['--no-create-home', '--home-dir', ordinary.home, temporaryUser], {
    remedy: 'apt-get install -y passwd',
  })
  await mustRun('chown', ['-R', `${temporaryUser}:`, ordinary.home])
  const ids = ['-u', '-g'].map((which) =>
    spawnSync('id', [which, temporaryUser], { encoding: 'utf8' }).stdout.trim(),
  )
  // By number, because another system does not know the name.
  const become = ['setpriv', `--reuid=${ids[0]}`, `--regid=${ids[1]}`, '--clear-groups']
  const root = await personAt(join(place, 'root'))
  return { ordinary: { ...ordinary, user: temporaryUser, become }, root, remove }
}

/** @param {string} home @returns {Promise<Person>} */
async function personAt(home) {
  const electron = dirname(fallbackExecutable())
  const cache = join(home, '.cache/lock-desk')
  await mkdir(cache, { recursive: true })
  if (existsSync(electron)) await cp(electron, fallbackFolderIn(cache), { recursive: true })
  return { home, user: '', become: [] }
}

/** @param {string} cache */
const fallbackFolderIn = (cache) => dirname(fallbackExecutable(cache))

/**
 * A clone of what is committed here, in a new folder.
 * @param {string} place
 * @param {string} name of the folder
 * @param {Person} person
 * @returns {Promise<string>} its path
 */
export async function cloneFor(place, name, { user }) {
  const folder = join(await mkdtemp(join(place, 'clone-')), name)
  // Hard links would give the objects of this repository to the other user.
  await mustRun('git', ['clone', '--quiet', '--no-hardlinks', projectRoot, folder], {
    remedy: 'apt-get install -y git',
  })
  if (user !== '') await mustRun('chown', ['-R', `${user}:`, dirname(folder)])
  return folder
}

/** @param {Attempt} attempt */
function startAs({ person, programs: { node, npm }, cwd, args, env, around = [] }) {
  const kept = Object.entries(process.env).filter(([name]) => ofNetwork.test(name))
  const [command = '', ...rest] = [...around, ...person.become, node, npm, ...args]
  const child = spawn(command, rest, {
    cwd,
    // A group of its own, so that a kill reaches all of its processes.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(kept),
      HOME: person.home,
      PATH: `${dirname(node)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      ...env,
    },
  })
  const kill = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  process.once('exit', kill)
  const limit = setTimeout(kill, limitMs)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text))
  }
  /** @type {Promise<number | null>} */
  const ended = new Promise((done) => {
    child.once('error', (error) => {
      output += error.message
      done(null)
    })
    child.once('close', (status) => done(status))
  }).finally(() => {
    clearTimeout(limit)
    process.removeListener('exit', kill)
  })
  /**
   * Waits until a text is printed.
   * @param {string} text
   */
  const prints = async (text) => {
    while (!output.includes(text)) {
      const end = await Promise.race([ended, pause(100, running)])
      if (end !== running && !output.includes(text)) throw new Error(`It did not print "${text}":\n${output}`)
    }
  }
  return { child, ended, kill, prints, output: () => output }
}

/**
 * Runs an npm command to its end.
 * @param {Attempt} attempt
 * @returns {Promise<{ status: number | null, output: string }>} null if it was killed after 15 minutes
 */
export async function runNpmAs(attempt) {
  const { ended, output } = startAs(attempt)
  return { status: await ended, output: output() }
}

/**
 * Opens the app by `npm start` and closes it once it can be used.
 * @param {Attempt} attempt
 * @returns {Promise<string>} its output
 */
export async function openApp({ args, ...attempt }) {
  const app = startAs({ ...attempt, args: ['start', '--', '--announce-usable', ...args] })
  try {
    await app.prints('Lock Desk usable')
    app.child.kill('SIGTERM')
    const limit = pause(stopLimitMs, running, { ref: false })
    if ((await Promise.race([app.ended, limit])) === running) throw new Error('It did not end on SIGTERM.')
  } finally {
    app.kill()
  }
  return app.output()
}

/**
 * Kills an npm command while it works, with all its processes.
 * @param {Attempt} attempt
 * @param {string} text what it prints before
 * @param {number} ms how long after it
 */
export async function killAfter(attempt, text, ms) {
  const command = startAs(attempt)
  await command.prints(text)
  await pause(ms)
  command.kill()
  await command.ended
}
