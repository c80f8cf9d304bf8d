import { stat } from 'node:fs/promises'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { findJournalFiles } from './journal/journal-files'
import { reportLines } from './journal/report-lines'
import { verifyFiles } from './journal/verify'
import type { FileToVerify } from './journal/verify'

// Reads a journal, checks every line and every link, and says what is in it. Changes nothing. A program of its own
// for the shell, and a thread of the app's, so that the app does not wait for it.

const exitCodes = { well: 0, damaged: 1, usage: 2 }
const usage = `Usage: npm run -s journal:verify -- FILE …
  FILE …  the files of one journal, the oldest first, or the folder they lie in`

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
    return report.isWhole ? exitCodes.well : exitCodes.damaged
  } catch (error) {
    const said = error instanceof Error ? error.message : 'unknown'
    process.stderr.write(`The journal cannot be read: ${said}\n${usage}\n`)
    return exitCodes.usage
  }
}

if (isMainThread) process.exitCode = await main()
else parentPort?.postMessage(await verifyFiles(workerData as FileToVerify[]))
