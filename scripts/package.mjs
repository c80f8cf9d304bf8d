import { relative } from 'node:path'
import { readArguments } from './util/arguments.mjs'
import { setUpBuilt } from './setup/set-up.mjs'
import { exitStatus, MissingError, runScript, printMessage, UsageError } from './util/outcome.mjs'
import { projectRoot } from './util/paths.mjs'

/** The targets of each system. */
const systems = /** @type {const} */ ({
  linux: ['deb', 'rpm', 'appimage'],
  win32: ['nsis', 'msi'],
  darwin: ['dmg', 'pkg'],
})
const names = ['dir', ...Object.values(systems).flat()]
const usage = `Usage: npm run package [-- --target ${names.join(',')}]`

// Builds the installers of this system, or the given targets: npm run package.
await runScript(async () => {
  const requestedTargets = readArguments(process.argv.slice(2), ['target'], usage).values.target?.split(',')
  const unknown = requestedTargets?.filter((name) => !names.includes(name)) ?? []
  if (unknown.length > 0) throw new UsageError(`Unknown target "${unknown.join('", "')}".\n${usage}`)
  const supportedTargets = Object.hasOwn(systems, process.platform)
    ? systems[/** @type {keyof typeof systems} */ (process.platform)]
    : []
  const targets = requestedTargets ?? supportedTargets
  for (const name of targets) {
    const home = Object.entries(systems).find(([, list]) =>
      /** @type {readonly string[]} */ (list).includes(name),
    )
    if (home && home[0] !== process.platform)
      throw new MissingError(
        `“${name}” can only be built on ${home[0]}. The workflow “release” builds all targets.`,
      )
  }
  await setUpBuilt()
  const { makePackages } = await import('./package/make-packages.mjs')
  const { files, missing, size } = await makePackages(targets)
  for (const file of files) console.log(relative(projectRoot, file))
  if (size !== undefined) console.log(size)
  for (const { target, why } of missing) printMessage(`${target}: not built. ${why}`)
  return missing.length === 0 ? exitStatus.ok : exitStatus.missing
})
