import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Scrubber } from './scrub'

/** As electron-log writes the beginning of an entry (log/log.ts). */
const entry = /^(\[\d{4}-\d{2}-\d{2} [\d:.]{8,12}\] \[(?:error|warn|info|verbose|debug|silly)\])\s+(.*)$/
const stackFrame = /^\s{2,12}at /

/** The facts of a log line that may be told, by their names; anything else somebody added is left out. */
const toldFacts = new Set([
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

const toldOnly = (value: unknown, scrub: Scrubber, depth = 0): unknown => {
  if (typeof value === 'string') return scrub.strict(value)
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Math.abs(value) < 1e6 ? value : '[number]'
  if (typeof value !== 'object' || depth > deepest) return '…'
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => toldOnly(item, scrub, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) =>
      toldFacts.has(name) ? [name, toldOnly(item, scrub, depth + 1)] : ['…', '[left out]'],
    ),
  )
}

/** Where the facts begin that end the line, as JSON. */
const factsIn = (text: string): { readonly at: number; readonly facts: unknown } | null => {
  const at = text.indexOf(' {')
  if (at < 0 || !text.endsWith('}')) return null
  try {
    return { at, facts: JSON.parse(text.slice(at + 1)) as unknown }
  } catch {
    return null
  }
}

const scrubbedLine = (line: string, scrub: Scrubber): string => {
  const [, head, text = ''] = entry.exec(line) ?? []
  if (head === undefined) return stackFrame.test(line) ? scrub.strict(line) : line === '' ? '' : '[left out]'
  const found = factsIn(text)
  if (found === null) return `${head} ${scrub.strict(text)}`
  const told = JSON.stringify(toldOnly(found.facts, scrub))
  return `${head} ${scrub.strict(text.slice(0, found.at))} ${told}`
}

/** As long as main may be held at a time. */
const turnMs = 8

/** A log without what must not leave the house, made in slices so that main is not held. */
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
