import { dirname } from 'node:path'
import { projectRoot } from '../util/paths.mjs'
import { quoteForShell } from './vm.mjs'

/** Each simulated device can occupy threads of the program that plays it (test/usb/gadget/functionfs.ts). */
const threads = 96

/**
 * First lines of every job in the guest. Other users of the guest need access to Node and the project; the mode
 * changes do not affect the host.
 * @param {Record<string, string>} [environment]
 */
export function guestPrelude(environment = {}) {
  const variables = {
    HOME: '/root',
    LANG: 'C.UTF-8',
    // The guest's root is a chroot, in which udevadm ignores all requests by default.
    SYSTEMD_IGNORE_CHROOT: '1',
    PATH: `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    UV_THREADPOOL_SIZE: String(threads),
    ...environment,
  }
  const open = [...parents(process.execPath), ...parents(`${projectRoot}/.`)]
  return [
    ...Object.entries(variables).map(([name, value]) => `export ${name}=${quoteForShell(value)}`),
    `chmod a+rx ${open.map(quoteForShell).join(' ')}`,
    `cd ${quoteForShell(projectRoot)}`,
    '',
  ].join('\n')
}

/**
 * @param {string} path
 * @returns {string[]} its parent folders
 */
function parents(path) {
  const folder = dirname(path)
  return folder === '/' ? [] : [...parents(folder), folder]
}
