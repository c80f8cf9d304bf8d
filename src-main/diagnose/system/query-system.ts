import { execFile } from 'node:child_process'

/** Runs a system program and returns its output; rejects if it fails or the signal aborts. */
export type QuerySystem = (program: string, args: readonly string[], signal: AbortSignal) => Promise<string>

const maxBytes = 4 * 1024 * 1024

export const querySystem: QuerySystem = (program, args, signal) =>
  new Promise((resolve, reject) => {
    const options = { signal, windowsHide: true, maxBuffer: maxBytes, encoding: 'utf8' as const }
    execFile(program, [...args], options, (error, printed) => {
      if (error === null) resolve(printed)
      else reject(new Error(error.message))
    })
  })
