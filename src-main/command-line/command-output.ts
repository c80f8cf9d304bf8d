import type { Writable } from 'node:stream'
import { printLine } from './print-line'
import type { Emit, OutputLine, RowLine } from './protocol'
import type { Language } from './texts'

export interface CommandOutput {
  readonly emit: Emit
  /** Resolves when everything is written, or when the output is closed. */
  flush(): Promise<void>
}

const written = (stream: Writable): Promise<void> =>
  new Promise((done) => {
    if (!stream.writable) {
      done()
      return
    }
    stream.once('close', done)
    stream.write('', () => done())
  })

/**
 * Writes lines as JSON or as text. A closed pipe (`| head -1`) ends the output and not the work: a change that was
 * confirmed is not left half done because of its report.
 */
export const createCommandOutput = (
  { json, language }: { readonly json: boolean; readonly language: Language },
  { stdout, stderr }: { readonly stdout: Writable; readonly stderr: Writable },
): CommandOutput => {
  const counts = new Map<RowLine['state'], number>()
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined)
  const write = (stream: Writable, text: string) => {
    if (stream.writable) stream.write(`${text}\n`)
  }
  return {
    emit: (line: OutputLine) => {
      if (line.type === 'row') counts.set(line.state, (counts.get(line.state) ?? 0) + 1)
      const printed = json
        ? { text: JSON.stringify(line), isError: false }
        : printLine(line, language, counts)
      if (printed !== null) write(printed.isError ? stderr : stdout, printed.text)
    },
    flush: async () => {
      await Promise.all([written(stdout), written(stderr)])
    },
  }
}
