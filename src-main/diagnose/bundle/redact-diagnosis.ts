import { findingFacts } from '#shared/model/app/diagnosis'
import type { Diagnosis, FactKind, Finding, NextAction } from '#shared/model/app/diagnosis'
import { looksRandom } from './looks-random'
import type { Scrubber } from './scrub'

const placeholder = '[left out]'

const matchingOrPlaceholder = (value: unknown, form: RegExp): string =>
  typeof value === 'string' && form.test(value) && !looksRandom(value) ? value : placeholder

const numberOrPlaceholder = (value: unknown): number | string =>
  typeof value === 'number' && Number.isFinite(value) ? value : placeholder

/** What the bundle contains of each kind of fact; a value of another form is removed. */
const rules: Readonly<Record<FactKind, (value: unknown, scrub: Scrubber) => unknown>> = {
  count: numberOrPlaceholder,
  bytes: numberOrPlaceholder,
  duration: numberOrPlaceholder,
  time: numberOrPlaceholder,
  code: (value) => matchingOrPlaceholder(value, /^[\w.:#/-]{0,80}$/),
  codes: (value) =>
    Array.isArray(value)
      ? value.slice(0, 40).map((one: unknown) => matchingOrPlaceholder(one, /^[\w.:/-]{1,60}$/))
      : placeholder,
  version: (value) => matchingOrPlaceholder(value, /^[\w.+-]{1,40}$/),
  host: (value) => matchingOrPlaceholder(value, /^[\w.:[\]-]{0,255}$/),
  ids: (value) => matchingOrPlaceholder(value, /^[\da-f]{4}:[\da-f]{4}$/),
  hash: (value) => (typeof value === 'string' && /^[\da-f]{64}$/.test(value) ? value : placeholder),
  external: (value, scrub) => (typeof value === 'string' ? scrub.strict(value) : placeholder),
  name: (value, scrub) => (typeof value === 'string' ? scrub.plain(value) : placeholder),
  person: () => placeholder,
}

/** Keeps the action but removes the text to copy, which may contain a path. */
const redactAction = (action: NextAction): NextAction =>
  action.kind === 'copy' ? { ...action, text: '' } : action

const redactFinding = (finding: Finding, scrub: Scrubber): Finding => {
  const values: Readonly<Record<string, unknown>> = finding.facts
  const kinds: Readonly<Record<string, FactKind>> = findingFacts[finding.code]
  const facts = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, rules[kind](values[name], scrub)]),
  )
  // The facts have the declared shape, or a placeholder for a removed value.
  return { ...finding, facts, action: redactAction(finding.action) } as unknown as Finding
}

export const redactDiagnosis = (diagnosis: Diagnosis, scrub: Scrubber): Diagnosis => ({
  ...diagnosis,
  lines: diagnosis.lines.map((line) => ({
    ...line,
    finding: line.finding === null ? null : redactFinding(line.finding, scrub),
  })),
})
