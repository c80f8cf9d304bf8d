import { ESLint } from 'eslint'
import { readArguments } from './util/arguments.mjs'
import { exitStatus, runScript } from './util/outcome.mjs'
import { projectRoot } from './util/paths.mjs'

const usage = 'Usage: npm run lint [-- FILE… --fix]'

// ESLint with all rules: npm run lint
await runScript(async () => {
  const args = readArguments(process.argv.slice(2), [], usage, { flags: ['fix'], positionals: true })
  const files = args.positionals
  await readComponents(files.length === 0 ? ['src-renderer/**/*.vue'] : files)
  const eslint = new ESLint({ cwd: projectRoot, fix: args.values.fix === true })
  const results = await eslint.lintFiles(files.length === 0 ? ['.'] : files)
  await ESLint.outputFixes(results)
  const formatter = await eslint.loadFormatter()
  process.stdout.write(await formatter.format(results))
  const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0)
  return isClean ? exitStatus.ok : exitStatus.failed
})

/**
 * Gives the type check the scripts of all components, before a rule asks it for a type. Each script that it gets
 * later is a new program to it, in which it infers all types again.
 * @param {readonly string[]} files
 */
async function readComponents(files) {
  const parserOnly = new ESLint({ cwd: projectRoot, ruleFilter: () => false })
  await parserOnly.lintFiles([...files])
}
