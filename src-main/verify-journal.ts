import { readFile } from 'node:fs/promises'
import { verifyJournal } from './journal/verify'

// Reads a journal's file, checks every line and every link, and says what is in it. Changes nothing.

const exitCodes = { well: 0, damaged: 1, usage: 2 }
const usage = 'Usage: npm run -s journal:verify -- FILE'

const main = async (): Promise<number> => {
  const [path, ...more] = process.argv.slice(2)
  if (path === undefined || more.length > 0 || path.startsWith('-')) {
    process.stderr.write(`${usage}\n`)
    return exitCodes.usage
  }
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    process.stderr.write(
      `The journal cannot be read: ${error instanceof Error ? error.message : 'unknown'}\n${usage}\n`,
    )
    return exitCodes.usage
  }
  const { isWhole, report } = verifyJournal(bytes)
  process.stdout.write(`${report.join('\n')}\n`)
  return isWhole ? exitCodes.well : exitCodes.damaged
}

process.exitCode = await main()
