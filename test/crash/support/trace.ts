/** How much of the journal had been handed to the system, and how much of that was synced. */
interface Records {
  readonly jobs: number
  readonly sents: number
}
export interface Requested {
  readonly written: Records
  readonly synced: Records
}

const count = (text: string, kind: string): number => text.split(`\\"kind\\":\\"${kind}\\"`).length - 1

/**
 * Reads what strace wrote (`-f -y -s 65536`) of the journal's writes and syncs and of the requests that disable: for
 * each request, how far the journal had come when its first byte was handed to the system.
 */
export const readTrace = (trace: string): Requested[] => {
  const requested: Requested[] = []
  let written: Records = { jobs: 0, sents: 0 }
  let synced: Records = { jobs: 0, sents: 0 }
  /** What a sync that has begun will have brought to the disk, by thread. */
  const syncing = new Map<string, Records>()
  for (const line of trace.split('\n')) {
    const thread = line.split(' ', 1)[0] ?? ''
    const isSync = line.includes('fdatasync')
    if (isSync && /fdatasync\(\d+<[^>]*journal\.log>/.test(line)) syncing.set(thread, written)
    if (isSync && line.includes(' = 0')) {
      synced = syncing.get(thread) ?? synced
      syncing.delete(thread)
    } else if (/ p?write(v|64)?\(\d+<[^>]*journal\.log>/.test(line)) {
      written = { jobs: written.jobs + count(line, 'job'), sents: written.sents + count(line, 'sent') }
    } else if (/"POST [^"]*\/asset\/lock/.test(line)) requested.push({ written, synced })
  }
  return requested
}
