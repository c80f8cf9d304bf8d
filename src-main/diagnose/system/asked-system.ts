import { execFile } from 'node:child_process'

/** Runs one of the system's own programs and gives what it printed; rejects where it fails or the signal fires. */
export type AskSystem = (program: string, args: readonly string[], signal: AbortSignal) => Promise<string>

const mostBytes = 4 * 1024 * 1024

export const askSystem: AskSystem = (program, args, signal) =>
  new Promise((resolve, reject) => {
    const options = { signal, windowsHide: true, maxBuffer: mostBytes, encoding: 'utf8' as const }
    execFile(program, [...args], options, (error, printed) => {
      if (error === null) resolve(printed)
      else reject(new Error(error.message))
    })
  })
