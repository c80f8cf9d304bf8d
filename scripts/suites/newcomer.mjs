import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setUpCleanRoot, mountedArgs } from '../package/clean-root.mjs'
import { setUpDisplay } from '../setup/display.mjs'
import { setUpRegistryPackage } from '../setup/registry-package.mjs'
import { setUpRuntime } from '../setup/set-up.mjs'
import { oneCase, total } from '../util/counts.mjs'
import { messageOf, MissingError } from '../util/outcome.mjs'
import { cloneFor, killAfter, openApp, runNpmAs, setUpPeople } from './newcomer-computer.mjs'

/**
 * The versions of Node and npm, with a client as old as each Node and the newest one. Other versions between them differ less.
 */
const versions = {
  oldest: { node: '20.19.0', npm: '10.8.2' },
  middle: { node: '22.13.0', npm: '10.9.2' },
  newest: { node: '24', npm: 'latest' },
  tooOld: { node: '18', npm: '10.8.2' },
}

/** Their engines say Node 22.12. With Node 20.19, Electron's download works, and nothing here uses the other two. */
const ofElectron = [
  '@electron-internal/extract-zip',
  '@electron/get',
  '@electron/rebuild',
  'electron',
  'node-abi',
]

/**
 * @typedef {import('./newcomer-computer.mjs').Person} Person
 * @typedef {Awaited<ReturnType<typeof setUpPlace>>} Place
 * @typedef {{ name: string, needs?: 'root', run: (place: Place) => Promise<void> }} Case throws if it fails; a MissingError skips it
 */

/**
 * The two commands of the README as new users type them: each version of Node, root and an ordinary user, folders with
 * other characters, and what may be wrong with a computer. Each value once, not each with each.
 * @type {readonly Case[]}
 */
const cases = [
  {
    name: 'the newest Node, ordinary user, folder 工作 dir: npm ci warns of nothing of ours',
    run: async (place) => {
      const { person, clone } = await place.at('工作 dir', place.ordinary)
      await installsQuietly({ person, programs: await place.programs('newest'), cwd: clone })
    },
  },
  {
    name: 'DISPLAY and WAYLAND_DISPLAY of nothing, umask 077, no LANG: npm start says so and runs the tour',
    run: async (place) => {
      const { person, clone } = await place.at('工作 dir', place.ordinary)
      const env = { DISPLAY: ':7777', WAYLAND_DISPLAY: 'nothing' }
      const programs = await place.programs('newest')
      const around = ['sh', '-c', 'umask 077; exec "$@"', 'sh']
      const { status, output } = await runNpmAs({
        person,
        programs,
        cwd: clone,
        args: ['start'],
        env,
        around,
      })
      console.log(output)
      expectText(output, 'No display answers at DISPLAY=:7777 or WAYLAND_DISPLAY=nothing. Running the tour.')
      expectStatus(status, 0, output)
    },
  },
  {
    name: 'Node 22.13, folder it’s 100% & co., TMPDIR with spaces, variables of CI, production and another Electron program: after an interrupted start, two at once',
    run: async (place) => {
      const { person, clone } = await place.at("it's 100% & co.", place.ordinary)
      const attempt = {
        person,
        programs: await place.programs('middle'),
        cwd: join(clone, 'docs'),
        env: {
          DISPLAY: place.display,
          CI: 'true',
          FORCE_COLOR: '1',
          NODE_ENV: 'production',
          npm_config_omit: 'dev',
          ELECTRON_RUN_AS_NODE: '1',
          TMPDIR: await place.folder('my files', person),
        },
      }
      await killAfter({ ...attempt, args: ['start'] }, 'Installing the packages', 3000)
      const outputs = await Promise.all(
        ['one', 'two'].map(async (name, index) => {
          await pause(index * 2000)
          return openApp({ ...attempt, args: ['--user-data', join(person.home, name)] })
        }),
      )
      const both = outputs.join('')
      expectText(both, 'Waiting for another installation')
      if (both.split('Installing the packages').length !== 2) throw new Error(`Installed twice:\n${both}`)
    },
  },
  ...['start', 'test'].map((command) => ({
    name: `a home folder that is read-only: npm ${command} names it`,
    run: async (/** @type {Place} */ place) => {
      const { person, clone } = await place.at("it's 100% & co.", place.ordinary)
      const home = await place.folder(`read-only ${command}`, person)
      await chmod(home, 0o555)
      const attempt = { programs: await place.programs('middle'), cwd: clone, args: [command] }
      await isMissing(
        { ...attempt, person: { ...person, home } },
        `The home folder ${home} cannot be written`,
        `\nHOME="$(mktemp -d)" npm ${command}\n`,
      )
    },
  })),
  {
    name: 'a temporary folder that is read-only: npm test names it',
    run: async (place) => {
      const { person, clone } = await place.at("it's 100% & co.", place.ordinary)
      const folder = await place.folder('read-only files', person)
      await chmod(folder, 0o555)
      const attempt = { person, programs: await place.programs('middle'), cwd: clone, args: ['test'] }
      await isMissing(
        { ...attempt, env: { TMPDIR: folder } },
        `The temporary folder ${folder} cannot be written`,
      )
    },
  },
  {
    name: 'system libraries missing, ordinary user: npm start names one command',
    needs: 'root',
    run: async (place) => {
      const { person, clone } = await place.at("it's 100% & co.", place.ordinary)
      const root = await setUpCleanRoot()
      try {
        await mkdir(join(root.folder, place.path), { recursive: true })
        const mount = 'mount --bind "$1" "$2$1"; shift 2; exec "$@"'
        const around = ['unshare', '--mount', 'sh', '-c', mount, 'sh', place.path, root.folder]
        const inRoot = [
          'unshare',
          ...mountedArgs(root.folder, ['sh', '-c', 'cd "$1"; shift; exec "$@"', 'sh', clone]),
        ]
        const attempt = { person, programs: await place.programs('middle') }
        await isMissing(
          { ...attempt, cwd: clone, args: ['start'], around: [...around, ...inRoot] },
          /^Missing on this computer: .*libnss3\.so/m,
          /\nsudo apt-get update && sudo apt-get install -y [^\n]*libnss3[^\n]*\n/,
        )
      } finally {
        await root.remove()
      }
    },
  },
  {
    name: 'Node 20.19, root: npm ci warns of nothing of ours',
    needs: 'root',
    run: async (place) => {
      const { person, clone } = await place.at('lock-desk', place.root)
      await installsQuietly({ person, programs: await place.programs('oldest'), cwd: clone })
    },
  },
  {
    name: 'Node 20.19, root: npm start opens the app',
    needs: 'root',
    run: async (place) => {
      await openApp(await startOfRoot(place, 'oldest'))
    },
  },
  {
    name: 'no network after set-up (a network namespace with nothing but loopback): npm start opens the app',
    needs: 'root',
    run: async (place) => {
      const around = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
      await openApp({ ...(await startOfRoot(place, 'oldest')), around })
    },
  },
  {
    name: 'packages that another Node has installed: npm start opens the app',
    needs: 'root',
    run: async (place) => {
      const output = await openApp(await startOfRoot(place, 'newest'))
      if (output.includes('Installing')) throw new Error(`It installed them again:\n${output}`)
    },
  },
  {
    name: 'a folder with # in its path: npm start says that the build does not work there',
    run: async (place) => {
      const { person, clone } = await place.at('c# work', place.ordinary)
      const attempt = { person, programs: await place.programs('middle'), cwd: clone, args: ['start'] }
      await isMissing(attempt, 'The build does not work in a folder with # in its path')
    },
  },
  {
    name: 'Node 18: both commands say which Node they need',
    run: async (place) => {
      const { person, clone } = await place.at('c# work', place.ordinary)
      const attempt = { person, programs: await place.programs('tooOld'), cwd: clone }
      for (const args of [['start'], ['test']]) {
        await isMissing({ ...attempt, args }, 'Lock Desk needs Node 20.19, 22.13, 24 or newer; this is 18.')
      }
    },
  },
]

/**
 * Runs the commands as new users, on Linux.
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 * @throws {MissingError}
 */
export async function runNewcomer() {
  if (process.platform !== 'linux') throw new MissingError('New users are only played on Linux.')
  await setUpRuntime()
  const place = await setUpPlace()
  const counts = []
  try {
    for (const each of cases) counts.push(await countsOf(each, place))
  } finally {
    await place.remove()
  }
  return total(counts)
}

/** @param {Case} each @param {Place} place */
async function countsOf({ name, needs, run }, place) {
  const began = performance.now()
  const report = (/** @type {string} */ mark, /** @type {string} */ why) =>
    console.log(`${mark} ${name} (${((performance.now() - began) / 1000).toFixed(0)} s)${why}`)
  try {
    if (needs === 'root' && place.root === undefined) throw new MissingError('This needs root.')
    await run(place)
    report('✓', '')
    return oneCase(name, true)
  } catch (error) {
    const why = messageOf(error)
    const isSkipped = error instanceof MissingError
    report(isSkipped ? '–' : '✗', `: ${why}`)
    if (isSkipped) return { passed: 0, failed: 0, skipped: 1 }
    return oneCase(`newcomer: ${name}: ${why.split('\n', 1)[0] ?? ''}`, false)
  }
}

async function setUpPlace() {
  const path = await mkdtemp(join(tmpdir(), 'newcomer-'))
  await chmod(path, 0o755)
  const people = await setUpPeople(path)
  const display = await setUpDisplay()
  /** @type {Map<string, string>} */
  const clones = new Map()
  return {
    path,
    ...people,
    display: process.env.DISPLAY,
    /**
     * A clone, made when first used.
     * @param {string} name of its folder
     * @param {Person | undefined} person
     */
    at: async (name, person = people.ordinary) => {
      const clone = clones.get(name) ?? (await cloneFor(path, name, person))
      clones.set(name, clone)
      return { person, clone }
    },
    /** @param {string} name @param {Person} person */
    folder: async (name, person) => {
      const folder = join(person.home, name)
      await mkdir(folder)
      await chmod(folder, 0o777)
      return folder
    },
    /** @param {keyof typeof versions} name */
    programs: (name) => programsIn(path, versions[name]),
    remove: async () => {
      await display.stop()
      people.remove()
      await rm(path, { recursive: true, force: true })
    },
  }
}

/**
 * Node and npm from the registry, where every user can read them.
 * @param {string} place
 * @param {{ node: string, npm: string }} version
 */
async function programsIn(place, version) {
  const name = `node-${process.platform}-${process.arch}`
  const [node, npm] = [join(place, `node-${version.node}`), join(place, `npm-${version.npm}`)]
  for (const [to, from, range] of [
    [node, name, version.node],
    [npm, 'npm', version.npm],
  ]) {
    if (to === undefined || from === undefined || range === undefined || existsSync(to)) continue
    const found = await setUpRegistryPackage(from, range)
    if (found === undefined) throw new MissingError(`The registry has no ${from} ${range}.`)
    await cp(found, to, { recursive: true })
  }
  return { node: join(node, 'bin/node'), npm: join(npm, 'bin/npm-cli.js') }
}

/** @param {Place} place @param {keyof typeof versions} version */
async function startOfRoot(place, version) {
  const { person, clone } = await place.at('lock-desk', place.root)
  const env = { DISPLAY: place.display }
  return { person, programs: await place.programs(version), cwd: clone, env, args: [] }
}

/**
 * Installs the packages by hand; npm may warn of Electron's packages and of itself.
 * @param {Omit<import('./newcomer-computer.mjs').Attempt, 'args'>} attempt
 */
async function installsQuietly(attempt) {
  const { status, output } = await runNpmAs({ ...attempt, args: ['ci'] })
  expectStatus(status, 0, output)
  const warnings = output
    .split(/^(?=npm warn (?!EBADENGINE (?: |\})))/m)
    .filter((warning) => warning.startsWith('npm warn') && !warning.startsWith('npm warn cli npm '))
    .filter((warning) => !ofElectron.some((name) => warning.includes(`EBADENGINE   package: '${name}@`)))
  if (warnings.length > 0) throw new Error(`npm warns:\n${warnings.join('')}`)
}

/**
 * Runs a command that is to end with exit status 3 and these texts.
 * @param {import('./newcomer-computer.mjs').Attempt} attempt
 * @param {...(string | RegExp)} texts
 */
async function isMissing(attempt, ...texts) {
  const { status, output } = await runNpmAs(attempt)
  for (const text of texts) expectText(output, text)
  if (/^ {4}at /m.test(output)) throw new Error(`It prints a stack trace:\n${output}`)
  expectStatus(status, 3, output)
}

/** @param {string} output @param {string | RegExp} text */
function expectText(output, text) {
  const isThere = typeof text === 'string' ? output.includes(text) : text.test(output)
  if (!isThere) throw new Error(`"${String(text)}" is not in the output:\n${output}`)
}

/** @param {number | null} status @param {number} expected @param {string} output */
function expectStatus(status, expected, output) {
  if (status !== expected) throw new Error(`Exit status ${status}, not ${expected}:\n${output}`)
}
