import { chown, mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { MissingError, printMessage } from '../util/outcome.mjs'

/** Debian and Ubuntu install the server's programs here, one folder per version. */
const debianFolder = '/usr/lib/postgresql'
const user = 'lockdesk'

/** Not under TMPDIR, because the path of a socket is limited to 107 bytes. */
const shortTemporary = '/tmp'

/**
 * @typedef {object} Cluster
 * @property {string} url URL of its maintenance database; superuser, unix socket only
 * @property {(mode?: 'fast' | 'immediate') => Promise<void>} stop
 * @property {() => Promise<void>} start starts it again after stop()
 * @property {() => Promise<void>} remove stops it and deletes its files
 */

/**
 * The folder with initdb and postgres: from PATH, or Debian's newest version.
 * @returns {Promise<string | undefined>}
 */
export async function findPostgres() {
  const onPath = (process.env.PATH ?? '').split(delimiter).find((folder) => hasServer(folder))
  if (onPath !== undefined) return onPath
  const versions = await readdir(debianFolder).catch(() => [])
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one))
  return newestFirst.map((version) => join(debianFolder, version, 'bin')).find((folder) => hasServer(folder))
}

/** @param {string} folder */
function hasServer(folder) {
  return ['initdb', 'postgres', 'pg_ctl'].every((program) => existsSync(join(folder, program)))
}

/**
 * Makes sure that a PostgreSQL server is installed. As root on Debian it installs the server; otherwise the
 * message names the command.
 * @returns {Promise<string>} the folder with its programs
 * @throws {MissingError}
 */
export async function setUpPostgres() {
  const found = await findPostgres()
  if (found !== undefined) return found
  const isDebian = existsSync('/etc/debian_version')
  if (!isDebian || process.getuid?.() !== 0) throw new MissingError(howToInstall(isDebian))
  printMessage('Installing PostgreSQL…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runChild('apt-get', ['update', '-qq'], { env })
  await runChild('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], { env })
  const installed = await findPostgres()
  if (installed === undefined) throw new MissingError(howToInstall(true))
  return installed
}

/** @param {boolean} isDebian */
function howToInstall(isDebian) {
  const command = isDebian
    ? 'sudo apt-get update && sudo apt-get install -y --no-install-recommends postgresql'
    : "your package manager's command for the PostgreSQL server (its initdb and postgres must be on the PATH)"
  return `PostgreSQL is not installed. Type:\n${command}`
}

/**
 * @typedef {object} ClusterOptions
 * @property {readonly string[]} [settings] `NAME=VALUE` of postgresql.conf
 * @property {readonly string[]} [hba] the lines of pg_hba.conf; without them every local user is trusted
 * @property {Readonly<Record<string, string>>} [files] contents of files in the data folder, such as a certificate
 */

/**
 * Starts a temporary cluster that is reachable over a unix socket only, unless `settings` say otherwise. PostgreSQL does
 * not run as root, so root starts it as an unprivileged user.
 * @param {string} programs the folder with initdb and pg_ctl
 * @param {ClusterOptions} [options]
 * @returns {Promise<Cluster>}
 */
export async function startCluster(programs, { settings = [], hba, files = {} } = {}) {
  const folder = await mkdtemp(join(process.env.LOCK_DESK_RUN_FOLDER ?? shortTemporary, 'lock-desk-pg-'))
  const owner = process.getuid?.() === 0 ? await unprivileged() : undefined
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (owner) for (const path of [folder, data]) await chown(path, owner.uid, owner.gid)

  /** @param {string} program @param {readonly string[]} args */
  const run = async (program, args) => {
    // The server logs to a file. If it kept this process's pipe open, runChild would wait for the server to
    // exit.
    const { status, stdout, stderr } = await runChild(join(programs, program), args, {
      cwd: folder,
      output: 'capture',
      ...owner,
    })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}${stdout}`)
  }
  const options = [
    `-k ${folder} -c listen_addresses= -c max_connections=200 -c shared_buffers=64MB`,
    // Not needed here: tests kill processes, never the computer.
    '-c fsync=off -c full_page_writes=off',
    ...settings.map((setting) => `-c ${setting}`),
  ].join(' ')
  const start = () => run('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options])
  /** @param {'fast' | 'immediate'} mode */
  const stop = (mode = 'fast') => run('pg_ctl', ['stop', '-w', '-D', data, '-m', mode])
  // A signal skips `finally` (child.mjs), so the server would keep running.
  const atExit = () => {
    const pid = Number(readIfThere(join(data, 'postmaster.pid')).split('\n')[0])
    if (pid > 0) process.kill(pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', atExit)
  const remove = async () => {
    process.off('exit', atExit)
    if (existsSync(join(data, 'postmaster.pid'))) await stop('immediate')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await run('initdb', [
      '-D',
      data,
      '-U',
      user,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ])
    const written = hba === undefined ? files : { ...files, 'pg_hba.conf': `${hba.join('\n')}\n` }
    for (const [name, content] of Object.entries(written)) {
      await writeFile(join(data, name), content, { mode: 0o600 })
      if (owner) await chown(join(data, name), owner.uid, owner.gid)
    }
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    url: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop,
    start,
    remove,
  }
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** The user created by Debian's package; otherwise the user `nobody`. */
async function unprivileged() {
  for (const name of ['postgres', 'nobody']) {
    const { status, stdout } = await runChild('id', ['-u', name], { output: 'capture' })
    const group = await runChild('id', ['-g', name], { output: 'capture' })
    if (status === 0) return { uid: Number(stdout), gid: Number(group.stdout) }
  }
  throw new MissingError('PostgreSQL does not run as root. Type: useradd --system postgres')
}
