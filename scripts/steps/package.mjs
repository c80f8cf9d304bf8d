import { existsSync } from 'node:fs'
import { setUpDisplay } from '../setup/display.mjs'
import { MissingError, say } from '../setup/outcome.mjs'
import { setUpRuntime } from '../setup/set-up.mjs'
import { runVitest } from './vitest.mjs'

/**
 * Makes the package of this system and tests what was made: what is in it, how it starts and ends and, as root on
 * Debian, how it installs where nothing is.
 * @returns {Promise<import('./counts.mjs').Counts>}
 * @throws {MissingError} off Linux, where nothing of this can be tested without installing it for real
 */
export async function runPackage() {
  if (process.platform !== 'linux') {
    throw new MissingError(
      'Packages are tested on Linux; elsewhere: npm run package, and install what it made.',
    )
  }
  await setUpRuntime()
  const { makePackages } = await import('../package/make-packages.mjs')
  const { files, packed, size } = await makePackages(['deb'])
  say(size ?? '')
  const deb = files.find((file) => file.endsWith('.deb'))
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (!canInstall) say('Installing in a clean root needs root on a Debian: those tests are skipped.')
  const display = await setUpDisplay()
  try {
    return await runVitest('unit', {
      files: ['test/package/'],
      env: {
        LOCK_DESK_TEST_PACKED: packed ?? '',
        ...(canInstall && deb ? { LOCK_DESK_TEST_DEB: deb } : {}),
      },
      report: 'package',
    })
  } finally {
    await display.stop()
  }
}
