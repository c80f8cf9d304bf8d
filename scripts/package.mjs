import { relative } from 'node:path'
import { readArguments } from './setup/arguments.mjs'
import { setUpBuilt } from './setup/set-up.mjs'
import { exitStatus, MissingError, runScript, say, UsageError } from './setup/outcome.mjs'
import { projectRoot } from './setup/places.mjs'

/** What can be made, and where. */
const systems = /** @type {const} */ ({
  linux: ['deb', 'appimage'],
  win32: ['nsis'],
  darwin: ['dmg'],
})
const names = ['dir', ...Object.values(systems).flat()]
const usage = `Usage: npm run package [-- --target ${names.join(',')}]`

// Makes the installers of this system, or those that are named: npm run package.
await runScript(async () => {
  const given = readArguments(process.argv.slice(2), ['target'], usage).values.target?.split(',')
  const unknown = given?.filter((name) => !names.includes(name)) ?? []
  if (unknown.length > 0) throw new UsageError(`There is no target "${unknown.join('", "')}".\n${usage}`)
  const here = Object.hasOwn(systems, process.platform)
    ? systems[/** @type {keyof typeof systems} */ (process.platform)]
    : []
  const targets = given ?? here
  for (const name of targets) {
    const home = Object.entries(systems).find(([, list]) =>
      /** @type {readonly string[]} */ (list).includes(name),
    )
    if (home && home[0] !== process.platform)
      throw new MissingError(
        `“${name}” is made on ${home[0]} only; the workflow “release” makes all of them.`,
      )
  }
  await setUpBuilt()
  const { makePackages } = await import('./package/make-packages.mjs')
  const { files, missing, size } = await makePackages(targets)
  for (const file of files) console.log(relative(projectRoot, file))
  if (size !== undefined) console.log(size)
  for (const { target, why } of missing) say(`${target}: not made. ${why}`)
  return missing.length === 0 ? exitStatus.ok : exitStatus.missing
})
