import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Scrubber } from './scrub'

/** The prefix of an electron-log entry (log/log.ts). */
const entry = /^(\[\d{4}-\d{2}-\d{2} [\d:.]{8,12}\] \[(?:error|warn|info|verbose|debug|silly)\])\s+(.*)$/
const stackFrame = /^\s{2,12}at /

/** Facts of log lines that may be in a bundle; all others are removed. */
const allowedFacts = new Set([
  'code',
  'name',
  'message',
  'stack',
  'error',
  'reason',
  'what',
  'check',
  'training',
  'version',
  'httpStatus',
  'businessCode',
  'changed',
  'cause',
  'errno',
  'syscall',
])
const deepest = 6

const pickAllowed = (value: unknown, scrub: Scrubber, depth = 0): unknown => {
  if (typeof value === 'string') return scrub.strict(value)
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Math.abs(value) < 1e6 ? value : '[number]'
  if (typeof value !== 'object' || depth > deepest) return '…'
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => pickAllowed(item, scrub, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) =>
      allowedFacts.has(name) ? [name, pickAllowed(item, scrub, depth + 1)] : ['…', '[left out]'],
    ),
  )
}

/** The JSON facts at the end of a line. */
const factsIn = (text: string): { readonly at: number; readonly facts: unknown } | null => {
  const position = text.indexOf(' {')
  if (position < 0 || !text.endsWith('}')) return null
  try {
    return { at: position, facts: JSON.parse(text.slice(position + 1)) as unknown }
  } catch {
    return null
  }
}

const scrubbedLine = (line: string, scrub: Scrubber): string => {
  const [, head, text = ''] = entry.exec(line) ?? []
  if (head === undefined) return stackFrame.test(line) ? scrub.strict(line) : line === '' ? '' : '[left out]'
  const found = factsIn(text)
  if (found === null) return `${head} ${scrub.strict(text)}`
  const facts = JSON.stringify(pickAllowed(found.facts, scrub))
  return `${head} ${scrub.strict(text.slice(0, found.at))} ${facts}`
}

/** The longest time slice on the main thread. */
const turnMs = 8

/** Removes private data from a log, in time slices. */
export const scrubLog = async (text: string, scrub: Scrubber, signal?: AbortSignal): Promise<string> => {
  const scrubbed: string[] = []
  let from = performance.now()
  for (const line of text.split('\n')) {
    scrubbed.push(scrubbedLine(line.replace(/\r$/, ''), scrub))
    if (performance.now() - from < turnMs) continue
    await nextTurn()
    signal?.throwIfAborted()
    from = performance.now()
  }
  return scrubbed.join('\n')
}
