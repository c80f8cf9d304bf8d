import { existsSync } from 'node:fs'
import { MissingError } from '../setup/outcome.mjs'
import { askDpkg, install } from '../setup/system-libraries.mjs'

/** What the virtual machine is made of; systemd-udevd, for the test of the shipped rule, is in `udev`. */
const packages = [['qemu-system-x86'], ['busybox-static'], ['kmod'], ['cpio'], ['udev'], ['xvfb'], ['xauth']]

/**
 * Makes sure this machine has the emulator and its tools; installs them on Debian as root.
 * @throws {MissingError} with what to type, or why there is nothing to type
 */
export async function setUpVmPackages() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new MissingError(
      `The tests with USB devices need Linux on x64 (Debian 12 is what they are measured on), not ` +
        `${process.platform}-${process.arch}: they boot Debian's kernel with its USB gadget.`,
    )
  }
  if (!existsSync('/etc/debian_version')) {
    throw new MissingError(
      'The tests with USB devices need a Debian: qemu, busybox and the kernel come as its packages.',
    )
  }
  const missing = await askDpkg(packages)
  if (missing.length === 0) return
  const names = missing.map(([name]) => name).join(' ')
  if (process.getuid?.() !== 0) {
    throw new MissingError(
      `This machine lacks ${names}. Type:\n` +
        `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}`,
    )
  }
  await install(missing, 'the emulator for the USB tests')
}
