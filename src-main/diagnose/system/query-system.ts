import { runSystemProgram } from '../../util/system-program'

/** Runs a system program and returns its output; rejects if it fails or the signal aborts. */
export type QuerySystem = (program: string, args: readonly string[], signal: AbortSignal) => Promise<string>

const maxBytes = 4 * 1024 * 1024

export const querySystem: QuerySystem = async (program, args, signal) =>
  (await runSystemProgram(program, args, { maxBytes, signal })).toString('utf8')
