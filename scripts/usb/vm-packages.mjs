import { existsSync } from 'node:fs'
import { MissingError } from '../util/outcome.mjs'
import { queryDpkg, install } from '../setup/system-libraries.mjs'

/** Packages of the virtual machine. `udev` contains systemd-udevd, for the test of the shipped rule. */
const packages = [['qemu-system-x86'], ['busybox-static'], ['kmod'], ['cpio'], ['udev'], ['xvfb'], ['xauth']]

/**
 * Makes sure that the emulator and its tools are installed; installs them as root on Debian.
 * @throws {MissingError} with the command to type, or the reason why there is none
 */
export async function setUpVmPackages() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new MissingError(
      `The USB tests require Linux on x64 (tested on Debian 12), not ${process.platform}-${process.arch}.`,
    )
  }
  if (!existsSync('/etc/debian_version')) {
    throw new MissingError(
      'The USB tests require Debian, which provides qemu, busybox and the kernel as packages.',
    )
  }
  const missing = await queryDpkg(packages)
  if (missing.length === 0) return
  const names = missing.map(([name]) => name).join(' ')
  if (process.getuid?.() !== 0) {
    throw new MissingError(
      `Missing on this computer: ${names}. Type:\n` +
        `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}`,
    )
  }
  await install(missing, 'the emulator for the USB tests')
}
