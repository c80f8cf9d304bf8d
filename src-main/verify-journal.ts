import '../src-system/trusted-environment'
import { stat } from 'node:fs/promises'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '#shared/error-message'
import { findJournalFiles } from './journal/journal-files'
import { reportLines } from './journal/verify/report-lines'
import { verifyFiles } from './journal/verify/verify'
import type { FileToVerify } from './journal/verify/verify'

// Reads a journal, verifies every line and every hash, and reports what is in it. Changes nothing. Runs as a
// command-line program, and as a worker thread so that main is not blocked.

const exitCodes = { well: 0, damaged: 1, usage: 2 }
const usage = `Usage: npm run -s journal:verify -- FILE …
  FILE …  the files of one journal, oldest first, or their folder`

const filesOf = async (paths: readonly string[]): Promise<FileToVerify[]> => {
  const [path] = paths
  if (paths.length === 1 && path !== undefined && (await stat(path)).isDirectory()) {
    return findJournalFiles(path)
  }
  return paths.map((one) => ({ path: one }))
}

const main = async (): Promise<number> => {
  const paths = process.argv.slice(2)
  if (paths.length === 0 || paths.some((path) => path.startsWith('-'))) {
    process.stderr.write(`${usage}\n`)
    return exitCodes.usage
  }
  try {
    const files = await filesOf(paths)
    if (files.length === 0) throw new Error('there is no journal in this folder')
    const report = await verifyFiles(files)
    process.stdout.write(`${reportLines(report).join('\n')}\n`)
    const { missing, differing } = report.signatures
    return report.isWhole && missing.length + differing.length === 0 ? exitCodes.well : exitCodes.damaged
  } catch (error) {
    const problem = messageOf(error)
    process.stderr.write(`Could not read the journal: ${problem}\n${usage}\n`)
    return exitCodes.usage
  }
}

if (isMainThread) process.exitCode = await main()
else parentPort?.postMessage(await verifyFiles(workerData as FileToVerify[]))
