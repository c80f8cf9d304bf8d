import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { createSequencer } from '../util/async'
import { readText } from '../util/files/regular-file'

const recordSchema = z.object({
  /** ISO 8601. */
  at: z.string().max(40),
  /** `window`, or Electron's name of the child process. */
  process: z.string().max(60),
  /** Chromium's reason: crashed, oom, killed, … */
  reason: z.string().max(40),
  exitCode: z.number(),
})

/** A record of a crashed process, without any of its data. */
export type CrashRecord = z.infer<typeof recordSchema>

export interface CrashRecords {
  add(record: CrashRecord): Promise<void>
  /** The last crashes, oldest first, including earlier runs. */
  list(): Promise<readonly CrashRecord[]>
}

const maxRecords = 20

const readLine = (line: string): CrashRecord[] => {
  try {
    const read = recordSchema.safeParse(JSON.parse(line))
    return read.success ? [read.data] : []
  } catch {
    return []
  }
}

/** Stored in a separate file, one record per line, because a bundle may be created long after the crash. */
export const createCrashRecords = (path: string): CrashRecords => {
  const sequencer = createSequencer()
  const read = async () => (await readText(path).catch(() => '')).split('\n').flatMap(readLine)
  return {
    add: (record) =>
      sequencer.queue(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        const known = await read()
        const line = `${JSON.stringify(record)}\n`
        if (known.length < 2 * maxRecords) await appendFile(path, line, { mode: 0o600 })
        else {
          const lines = known.slice(1 - maxRecords).map((one) => `${JSON.stringify(one)}\n`)
          await writeFile(path, [...lines, line].join(''), { mode: 0o600 })
        }
      }),
    list: () => sequencer.queue(async () => (await read()).slice(-maxRecords)),
  }
}
