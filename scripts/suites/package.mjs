import { existsSync } from 'node:fs'
import { setUpDisplay } from '../setup/display.mjs'
import { MissingError, printMessage } from '../util/outcome.mjs'
import { queryDpkg, install } from '../setup/system-libraries.mjs'
import { setUpRuntime } from '../setup/set-up.mjs'
import { filesOf } from './test-files.mjs'
import { runVitestTwice } from './vitest.mjs'

/**
 * Builds the package of this system and tests its contents, its start and exit and, as root on Debian, its
 * installation on a minimal system.
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 * @throws {MissingError} on other systems than Linux, where a test would require a real installation
 */
export async function runPackage() {
  if (process.platform !== 'linux') {
    throw new MissingError(
      'Packages can only be tested on Linux. Elsewhere, type npm run package and install the result.',
    )
  }
  await setUpRuntime()
  const { makePackages } = await import('../package/make-packages.mjs')
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (canInstall) {
    const rpmTools = await queryDpkg([['rpm']])
    if (rpmTools.length > 0) await install(rpmTools, 'rpm')
  }
  const { files, missing, packed, size } = await makePackages(['deb', 'rpm'])
  printMessage(size ?? '')
  for (const { target, why } of missing) printMessage(`${target}: not built, and not tested. ${why}`)
  const deb = files.find((file) => file.endsWith('.deb'))
  const rpm = files.find((file) => file.endsWith('.rpm'))
  if (!canInstall) printMessage('Not root on Debian: the installation tests are skipped.')
  const display = await setUpDisplay()
  try {
    return await runVitestTwice('unit', {
      files: filesOf('package'),
      env: {
        LOCK_DESK_TEST_PACKED: packed ?? '',
        ...(rpm ? { LOCK_DESK_TEST_RPM: rpm } : {}),
        ...(canInstall && deb ? { LOCK_DESK_TEST_DEB: deb } : {}),
      },
      report: 'package',
    })
  } finally {
    await display.stop()
  }
}
