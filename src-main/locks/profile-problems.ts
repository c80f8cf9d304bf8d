import type { z } from 'zod'
import { profileRules } from '#shared/model/lock-profile'
import type { ProfileProblem, ProfileRule } from '#shared/model/lock-profile'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { pathName, placeAt, readJson } from './json-places'
import { lockProfileSchema, profileVersion } from './profile'
import type { LockProfile } from './profile'

/** Files longer than this are no profiles. */
export const longestProfile = 64 * 1024
const mostProblems = 20

export interface ProfileFailure extends Failure<'not-a-profile'> {
  readonly problems: readonly ProfileProblem[]
}

type Issue = z.core.$ZodIssue

const isRule = (rule: unknown): rule is ProfileRule => profileRules.some((known) => known === rule)

/** What form a text must have, by where it stands. */
const formRules: readonly (readonly [RegExp, ProfileRule])[] = [
  [/^id$/, 'id-form'],
  [/^match\.(vendor|product)Id$/, 'usb-id-form'],
  [/^extract\.prefix$/, 'prefix-form'],
  [/^read\.(request|answer\.startsWith)$/, 'hex-form'],
]
const formAt = (path: string): ProfileRule => formRules.find(([place]) => place.test(path))?.[1] ?? 'other'

const sized = (origin: string, number: ProfileRule, text: ProfileRule): ProfileRule => {
  if (origin === 'array') return 'pair-form'
  return origin === 'string' ? text : number
}

const judge = (issue: Issue, path: string): { rule: ProfileRule; wanted: string } => {
  switch (issue.code) {
    case 'custom': {
      const rule: unknown = issue.params?.['rule']
      return { rule: isRule(rule) ? rule : 'other', wanted: '' }
    }
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('received undefined')
        ? { rule: 'missing', wanted: issue.expected }
        : { rule: issue.expected === 'tuple' ? 'pair-form' : 'wrong-kind', wanted: issue.expected }
    case 'invalid_value':
      return { rule: 'not-one-of', wanted: issue.values.map(String).join(', ') }
    case 'invalid_format':
      return { rule: formAt(path), wanted: '' }
    case 'invalid_union':
      return { rule: formAt(path), wanted: '' }
    case 'too_small':
      return { rule: sized(issue.origin, 'too-small', 'too-short'), wanted: String(issue.minimum) }
    case 'too_big':
      return { rule: sized(issue.origin, 'too-big', 'too-long'), wanted: String(issue.maximum) }
    default:
      return { rule: 'other', wanted: '' }
  }
}

/** An unknown field stands at the field itself, not at the object around it. */
const spread = (issue: Issue): readonly { path: string; issue: Issue }[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: pathName([...issue.path, key]), issue }))
    : [{ path: pathName(issue.path), issue }]

/** What is missing has no place of its own: it is that of what it is missing in. */
const offsetOf = (path: string, places: ReadonlyMap<string, number>): number => {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const offset = places.get(at)
    if (offset !== undefined) return offset
    if (at === '') return 0
  }
}

const laterVersion = (value: unknown): number | null => {
  if (typeof value !== 'object' || value === null || !('version' in value)) return null
  const { version } = value
  return typeof version === 'number' && version > profileVersion ? version : null
}

/** A profile out of a file's text, or every mistake with its place. */
export const parseProfile = (text: string): Outcome<LockProfile, ProfileFailure> => {
  const failed = (problems: readonly ProfileProblem[]) =>
    fail({
      code: 'not-a-profile' as const,
      message: problems
        .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
        .join('; '),
      problems,
    })
  const whole = (message: string, offset: number) =>
    failed([{ rule: 'not-json', path: '', ...placeAt(text, offset), wanted: '', message }])
  if (text.length > longestProfile) return whole(`longer than ${longestProfile} bytes`, 0)
  // A byte order mark, as Notepad writes one, is no part of the JSON and takes no column.
  const plain = text.replace(/^\ufeff/, '')
  const read = readJson(plain)
  if (!read.ok) return whole(`not JSON: ${read.message}`, read.offset)
  const later = laterVersion(read.value)
  if (later !== null) {
    const message = `written for a later Lock Desk (version ${later}); update Lock Desk to use it`
    const place = placeAt(plain, offsetOf('version', read.places))
    return failed([
      { rule: 'not-one-of', path: 'version', ...place, wanted: String(profileVersion), message },
    ])
  }
  const parsed = lockProfileSchema.safeParse(read.value)
  if (parsed.success) return succeed(parsed.data)
  return failed(
    parsed.error.issues
      .flatMap(spread)
      .slice(0, mostProblems)
      .map(({ path, issue }) => ({
        ...(issue.code === 'unrecognized_keys'
          ? { rule: 'unknown-field' as const, wanted: '' }
          : judge(issue, path)),
        path,
        ...placeAt(plain, offsetOf(path, read.places)),
        message: issue.message,
      })),
  )
}
