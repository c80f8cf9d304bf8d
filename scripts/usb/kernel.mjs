import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mustRun, runChild } from '../util/child.mjs'
import { MissingError, printMessage } from '../util/outcome.mjs'

/**
 * @typedef {object} Kernel
 * @property {string} image the bootable file
 * @property {string[]} modules paths of the module files in load order
 */

/**
 * Kernel modules to load, in order: the disk (the host's files over 9p), HID, and USB gadgets. With `usb_f_fs`
 * a program can answer every control transfer, with `usb_f_hid` it cannot.
 */
const moduleNames = [
  'virtio_pci',
  '9pnet_virtio',
  '9p',
  'overlay',
  'hid-generic',
  'uhid',
  'usbhid',
  'dummy_hcd',
  'libcomposite',
  'usb_f_hid',
  'usb_f_fs',
]

/**
 * Downloads Debian's kernel package and unpacks it, without installing it.
 * @param {string} work an empty folder
 * @returns {Promise<Kernel>}
 * @throws {MissingError} if the download fails
 */
export async function fetchKernel(work) {
  printMessage('Downloading Debian’s kernel for the USB tests (once, about 70 MB)…')
  const name = await kernelPackage()
  const root = join(work, 'kernel')
  await mkdir(root)
  const inWork = { cwd: work, remedy: 'sudo apt-get update' }
  await mustRun('apt-get', ['download', '-qq', name], inWork)
  const deb = (await readdir(work)).find((file) => file.endsWith('.deb')) ?? ''
  await mustRun('dpkg-deb', ['-x', deb, root], inWork)
  const version = name.replace('linux-image-', '')
  await mustRun('depmod', ['-b', root, version], inWork)
  return { image: join(root, 'boot', `vmlinuz-${version}`), modules: await modulesOf(root, version) }
}

async function kernelPackage() {
  const newest = async () => {
    const { stdout } = await runChild('apt-cache', ['depends', 'linux-image-amd64'], { output: 'capture' })
    return /Depends: (linux-image-\S+)/.exec(stdout)?.[1]
  }
  const known = await newest()
  if (known !== undefined) return known
  if (process.getuid?.() === 0) await runChild('apt-get', ['update', '-qq'])
  const found = await newest()
  if (found !== undefined) return found
  throw new MissingError('Debian’s kernel package is not in apt’s lists. Type: sudo apt-get update')
}

/**
 * @param {string} root
 * @param {string} version
 */
async function modulesOf(root, version) {
  const args = ['-d', root, '-S', version, '--show-depends', '--all', ...moduleNames]
  const { status, stdout, stderr } = await runChild('modprobe', args, { output: 'capture' })
  if (status !== 0) throw new MissingError(`Debian’s kernel lacks a module of the USB tests: ${stderr}`)
  return [...new Set([...stdout.matchAll(/^insmod (\S+)/gm)].map(([, path = '']) => path))]
}
