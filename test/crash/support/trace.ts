/** How much of the journal was written, and how much of it was synced. */
interface JournalState {
  readonly jobs: number
  readonly sents: number
}
export interface Requested {
  readonly written: JournalState
  readonly synced: JournalState
}

const count = (text: string, kind: string): number => text.split(`\\"kind\\":\\"${kind}\\"`).length - 1

/** Reads strace output (`-f -y -s 65536`): for each request, the journal's state when its first byte was sent. */
export const readTrace = (trace: string): Requested[] => {
  const requested: Requested[] = []
  let written: JournalState = { jobs: 0, sents: 0 }
  let synced: JournalState = { jobs: 0, sents: 0 }
  /** What a started sync will have brought to disk, by thread. */
  const syncing = new Map<string, JournalState>()
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
