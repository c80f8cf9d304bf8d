import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, runChild } from '../util/child.mjs'
import { FailedError, MissingError, printMessage } from '../util/outcome.mjs'
import { cacheFolder } from '../util/paths.mjs'
import { queryDpkg, install } from '../setup/system-libraries.mjs'

/** The oldest supported Debian release. */
const release = 'bookworm'

/** Increase it when the steps below change. */
const recipe = '1'

/** An ordinary user of the clean root. */
export const testUser = Object.freeze({ name: 'clerk', uid: 1000, home: '/home/clerk' })

/**
 * @typedef {object} CleanRoot
 * @property {string} folder
 * @property {() => Promise<void>} remove
 */

/**
 * A minimal Debian in a folder with one ordinary user, to test that a package installs all its dependencies.
 * Created once, then copied.
 * @returns {Promise<CleanRoot>}
 * @throws {MissingError} on other systems than Debian, or without root
 */
export async function setUpCleanRoot() {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    throw new MissingError(
      'Installing the package in a clean root requires root on Debian. Its tests are skipped.',
    )
  }
  const missing = await queryDpkg([['debootstrap']])
  if (missing.length > 0) await install(missing, 'debootstrap')
  const bare = join(cacheFolder(), `debian-${release}-${recipe}`)
  if (!existsSync(bare)) await makeBare(bare)
  const folder = await mkdtemp(join(tmpdir(), 'lock-desk-root-'))
  await rm(folder, { recursive: true })
  await mustRun('cp', ['-a', bare, folder])
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** @param {string} bare */
async function makeBare(bare) {
  printMessage(`Creating a minimal Debian ${release} in a folder (once, about 250 MB)…`)
  const work = `${bare}.${process.pid}`
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  try {
    await mustRun('debootstrap', ['--variant=minbase', release, work])
    // No services start in a chroot.
    await writeFile(join(work, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    await writeFile(
      join(work, 'etc/passwd'),
      `${await readFile(join(work, 'etc/passwd'), 'utf8')}${testUser.name}:x:${testUser.uid}:${testUser.uid}::${testUser.home}:/bin/sh\n`,
    )
    await mkdir(join(work, testUser.home), { mode: 0o700 })
    await mustRun('chown', [`${testUser.uid}:${testUser.uid}`, join(work, testUser.home)])
    await rename(work, bare)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * Installs the app's package.
 * @param {CleanRoot} root
 * @param {string} deb
 */
export async function installDeb({ folder }, deb) {
  await mkdir(join(folder, 'root'), { recursive: true })
  await copyFile(deb, join(folder, 'root/lock-desk.deb'))
  await installFromDebian({ folder }, ['/root/lock-desk.deb'])
}

/**
 * Installs packages with their dependencies, like an administrator.
 * @param {Pick<CleanRoot, 'folder'>} root
 * @param {readonly string[]} packages their names in Debian, or files in the root
 * @param {string} [host] the name that the computer has meanwhile
 */
export async function installFromDebian({ folder }, packages, host = 'localhost') {
  // Keeps downloaded packages for the next run.
  const archives = join(cacheFolder(), 'debian-archives')
  await mkdir(archives, { recursive: true })
  await cp(archives, join(folder, 'var/cache/apt/archives'), { recursive: true })
  await inRoot(folder, ['apt-get', 'update', '-qq'])
  const keep = ['-o', 'APT::Keep-Downloaded-Packages=true']
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...keep, ...packages]
  await inRoot(folder, ['unshare', '--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', host, ...install])
  await cp(join(folder, 'var/cache/apt/archives'), archives, {
    recursive: true,
    filter: (source) => !/\/(lock|partial)$/.test(source),
  })
}

/**
 * Runs a command as root in the clean root.
 * @param {string} folder
 * @param {readonly string[]} command
 */
export async function inRoot(folder, command) {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const { status, stdout, stderr } = await runChild('/usr/bin/unshare', mountedArgs(folder, command), {
    env,
    output: 'capture',
  })
  if (status !== 0)
    throw new FailedError(`${command.join(' ')} failed in the clean root:\n${stdout}${stderr}`)
  return stdout
}

/**
 * Arguments of `unshare` that give a command /proc, /dev and the X sockets in the root, in a mount namespace
 * that ends with it. The command keeps the process ID, so that signals reach it.
 * @param {string} folder
 * @param {readonly string[]} command
 * @param {readonly string[]} [chrootOptions]
 */
export function mountedArgs(folder, command, chrootOptions = []) {
  const script = `mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t tmpfs -o mode=1777 shm "$1/dev/shm"
if [ -d /tmp/.X11-unix ]; then mkdir -p "$1/tmp/.X11-unix" && mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix"; fi
cp /etc/resolv.conf "$1/etc/resolv.conf" 2>/dev/null
root=$1; shift
exec chroot ${chrootOptions.join(' ')} "$root" "$@"`
  return ['--mount', 'sh', '-c', script, 'sh', folder, ...command]
}
