import { findingFacts } from '#shared/model/diagnosis'
import type { Diagnosis, FactKind, Finding, NextAction } from '#shared/model/diagnosis'
import { looksRandom } from './looks-random'
import type { Scrubber } from './scrub'

const left = '[left out]'

const fits = (value: unknown, form: RegExp): string =>
  typeof value === 'string' && form.test(value) && !looksRandom(value) ? value : left

const number = (value: unknown): number | string =>
  typeof value === 'number' && Number.isFinite(value) ? value : left

/** What of a fact may leave the house, by its kind; one that is not as its kind says stays here. */
const rules: Readonly<Record<FactKind, (value: unknown, scrub: Scrubber) => unknown>> = {
  count: number,
  bytes: number,
  duration: number,
  time: number,
  word: (value) => fits(value, /^[\w.:#/-]{0,80}$/),
  words: (value) =>
    Array.isArray(value) ? value.slice(0, 40).map((one: unknown) => fits(one, /^[\w.:/-]{1,60}$/)) : left,
  version: (value) => fits(value, /^[\w.+-]{1,40}$/),
  host: (value) => fits(value, /^[\w.:[\]-]{0,255}$/),
  ids: (value) => fits(value, /^[\da-f]{4}:[\da-f]{4}$/),
  hash: (value) => (typeof value === 'string' && /^[\da-f]{64}$/.test(value) ? value : left),
  outside: (value, scrub) => (typeof value === 'string' ? scrub.strict(value) : left),
  given: (value, scrub) => (typeof value === 'string' ? scrub.plain(value) : left),
  person: () => left,
}

/** What is to be done stays; what would be copied may hold a path. */
const plainAction = (action: NextAction): NextAction =>
  action.kind === 'copy' ? { ...action, text: '' } : action

const redacted = (finding: Finding, scrub: Scrubber): Finding => {
  const given: Readonly<Record<string, unknown>> = finding.facts
  const kinds: Readonly<Record<string, FactKind>> = findingFacts[finding.code]
  const facts = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, rules[kind](given[name], scrub)]),
  )
  // Facts of a shape that the code's own type has, or the words that they were left out.
  return { ...finding, facts, action: plainAction(finding.action) } as unknown as Finding
}

export const redactDiagnosis = (diagnosis: Diagnosis, scrub: Scrubber): Diagnosis => ({
  ...diagnosis,
  lines: diagnosis.lines.map((line) => ({
    ...line,
    finding: line.finding === null ? null : redacted(line.finding, scrub),
  })),
})
