import { join } from 'node:path'
import { groups } from './mutation/groups.mjs'
import { readArguments } from './util/arguments.mjs'
import { runChild } from './util/child.mjs'
import { UsageError, exitStatus, runScript } from './util/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'
import { projectRoot } from './util/paths.mjs'
import { useRunFolder } from './setup/run-folder.mjs'

const usage = `Usage: npm run test:mutation [-- --only ${Object.keys(groups).join(',')}]`

// Mutates the journal, the failure classifier and the reconciler; their tests must detect at least 85 % of the
// mutants. test/mutation.md explains the undetected ones.
await runScript(async () => {
  useRunFolder()
  const { values } = readArguments(process.argv.slice(2), ['only'], usage)
  const names = values.only?.split(',') ?? Object.keys(groups)
  for (const name of names) if (!(name in groups)) throw new UsageError(`Unknown group "${name}".\n${usage}`)
  await setUpPackages()
  /** @type {string[]} */
  const below = []
  for (const name of names) {
    console.log(`\n${name}`)
    const { status } = await runChild(
      process.execPath,
      [
        join(projectRoot, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
        'run',
        'scripts/mutation/stryker.config.mjs',
      ],
      { cwd: projectRoot, env: { ...process.env, LOCK_DESK_MUTATION: name }, output: 'inherit' },
    )
    if (status !== 0) below.push(name)
  }
  console.log(
    below.length === 0 ? '\nAll groups reach 85 %.' : `\nBelow 85 % or not run: ${below.join(', ')}`,
  )
  return below.length === 0 ? exitStatus.ok : exitStatus.failed
})
