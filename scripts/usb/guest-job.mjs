import { dirname } from 'node:path'
import { projectRoot } from '../setup/places.mjs'
import { quoted } from './vm.mjs'

/** Every device of the suite may hold threads of the program that plays it (test/usb/gadget/functionfs.ts). */
const threads = 96

/**
 * What every job in the guest begins with. Other users must reach Node and the project, wherever they lie; nothing
 * of it reaches the host.
 * @param {Record<string, string>} [environment]
 */
export function guestPrelude(environment = {}) {
  const variables = {
    HOME: '/root',
    LANG: 'C.UTF-8',
    // The guest's root is a chroot, in which udevadm would ignore every request.
    SYSTEMD_IGNORE_CHROOT: '1',
    PATH: `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    UV_THREADPOOL_SIZE: String(threads),
    ...environment,
  }
  const open = [...parents(process.execPath), ...parents(`${projectRoot}/.`)]
  return [
    ...Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`),
    `chmod a+rx ${open.map(quoted).join(' ')}`,
    `cd ${quoted(projectRoot)}`,
    '',
  ].join('\n')
}

/**
 * @param {string} path
 * @returns {string[]} the folders it lies in
 */
function parents(path) {
  const folder = dirname(path)
  return folder === '/' ? [] : [...parents(folder), folder]
}
