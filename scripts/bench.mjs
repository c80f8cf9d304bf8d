import { readArguments } from './util/arguments.mjs'
import { setUpDisplay } from './setup/display.mjs'
import { exitStatus, runScript, UsageError } from './util/outcome.mjs'
import { projectRoot } from './util/paths.mjs'
import { useRunFolder } from './setup/run-folder.mjs'
import { checkSandbox } from './setup/sandbox.mjs'
import { setUpApp } from './setup/set-up.mjs'

/** Benchmarks by name. */
const benches = {
  start: async () => (await import('../test/bench/start.mjs')).benchStart,
  usb: async () => (await import('../test/bench/usb.mjs')).benchUsb,
  service: async () => (await import('../test/bench/service.mjs')).benchService,
  tables: async () => (await import('../test/bench/tables.mjs')).benchTables,
  assets: async () => (await import('../test/bench/assets.mjs')).benchAssets,
  jobs: async () => (await import('../test/bench/jobs.mjs')).benchJobs,
  journal: async () => (await import('../test/bench/journal.mjs')).benchJournal,
  lists: async () => (await import('../test/bench/lists.mjs')).benchLists,
  branch: async () => (await import('../test/bench/branch.mjs')).benchBranch,
  'branch-start': async () => (await import('../test/bench/branch-start.mjs')).benchBranchStart,
}

const usage = `Usage: npm run bench [-- ${Object.keys(benches).join('|')}]`

await runScript(async () => {
  useRunFolder()
  const { positionals } = readArguments(process.argv.slice(2), [], usage, { positionals: true })
  const names = positionals.length === 0 ? Object.keys(benches) : positionals
  const chosen = names.map((name) => {
    if (!Object.hasOwn(benches, name)) throw new UsageError(`Unknown benchmark "${name}".\n${usage}`)
    return benches[/** @type {keyof typeof benches} */ (name)]
  })
  const runtime = await setUpApp()
  await checkSandbox(runtime.executable)
  const display = await setUpDisplay()
  try {
    for (const load of chosen) await (await load())({ ...runtime, projectRoot })
  } finally {
    await display.stop()
  }
  return exitStatus.ok
})
