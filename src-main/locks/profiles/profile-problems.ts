import type { z } from 'zod'
import { profileRules } from '#shared/model/locks/lock-profile'
import type { ProfileProblem, ProfileRule } from '#shared/model/locks/lock-profile'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { readUntrustedJson } from '#shared/untrusted-json'
import type { JsonProblem } from '#shared/untrusted-json'
import { createPlaceFinder, pathName, placeAt } from '../../util/json-positions'
import { lockProfileSchema, profileVersion } from './profile'
import type { LockProfile } from './profile'

/** Larger files are rejected. */
export const maxProfileBytes = 64 * 1024
const maxProblems = 20
/** A profile has no more levels than ten, and hardly more values than fields. */
export const profileLimits = { length: maxProfileBytes, depth: 50, values: 2_500 } as const

const jsonProblems: Readonly<Record<JsonProblem, { readonly rule: ProfileRule; readonly message: string }>> =
  {
    'too-large': { rule: 'not-json', message: `longer than ${maxProfileBytes} bytes` },
    'not-json': { rule: 'not-json', message: 'not JSON: invalid JSON here' },
    'too-deep': { rule: 'not-json', message: 'not JSON: nested too deeply here' },
    'too-many-values': { rule: 'not-json', message: 'not JSON: too many values' },
    'too-long': { rule: 'not-json', message: 'not JSON: a name or a text that is too long' },
    'duplicate-key': { rule: 'duplicate-field', message: 'this name stands twice in its object' },
  }

export interface ProfileFailure extends Failure<'not-a-profile'> {
  readonly problems: readonly ProfileProblem[]
}

type Issue = z.core.$ZodIssue

const isRule = (rule: unknown): rule is ProfileRule => profileRules.some((known) => known === rule)

/** The required form of a text, by its path. */
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

const classifyIssue = (issue: Issue, path: string): { rule: ProfileRule; expected: string } => {
  switch (issue.code) {
    case 'custom': {
      const rule: unknown = issue.params?.['rule']
      return { rule: isRule(rule) ? rule : 'other', expected: '' }
    }
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('received undefined')
        ? { rule: 'missing', expected: issue.expected }
        : { rule: issue.expected === 'tuple' ? 'pair-form' : 'wrong-kind', expected: issue.expected }
    case 'invalid_value':
      return { rule: 'not-one-of', expected: issue.values.map(String).join(', ') }
    case 'invalid_format':
      return { rule: formAt(path), expected: '' }
    case 'invalid_union':
      return { rule: formAt(path), expected: '' }
    case 'too_small':
      return { rule: sized(issue.origin, 'too-small', 'too-short'), expected: String(issue.minimum) }
    case 'too_big':
      return { rule: sized(issue.origin, 'too-big', 'too-long'), expected: String(issue.maximum) }
    default:
      return { rule: 'other', expected: '' }
  }
}

/** Reports an unknown field at the field, not at its object. */
const spreadUnknownKeys = (issue: Issue): readonly { path: readonly PropertyKey[]; issue: Issue }[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, maxProblems).map((key) => ({ path: [...issue.path, key], issue }))
    : [{ path: issue.path, issue }]

const laterVersion = (value: unknown): number | null => {
  if (typeof value !== 'object' || value === null || !('version' in value)) return null
  const { version } = value
  return typeof version === 'number' && version > profileVersion ? version : null
}

/** The problems in English, for support. */
export const problemsMessage = (problems: readonly ProfileProblem[]): string =>
  problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')

/** Parses a profile file; on failure returns every error with its position. */
export const parseProfile = (text: string): Outcome<LockProfile, ProfileFailure> => {
  const failed = (problems: readonly ProfileProblem[]) =>
    fail({ code: 'not-a-profile' as const, message: problemsMessage(problems), problems })
  // A byte order mark, as written by Notepad, is not part of the JSON and takes no column.
  const plain = text.replace(/^\ufeff/, '')
  const read = readUntrustedJson(plain, profileLimits)
  if (!read.ok) {
    return failed([{ ...jsonProblems[read.problem], path: '', ...placeAt(plain, read.offset), expected: '' }])
  }
  const later = laterVersion(read.value)
  if (later !== null) {
    const message = `written for a later Lock Desk (version ${later}); update Lock Desk to use it`
    const place = createPlaceFinder(plain)(['version'])
    return failed([
      { rule: 'not-one-of', path: 'version', ...place, expected: String(profileVersion), message },
    ])
  }
  const parsed = lockProfileSchema.safeParse(read.value)
  if (parsed.success) return succeed(parsed.data)
  const placeOf = createPlaceFinder(plain)
  return failed(
    parsed.error.issues
      .slice(0, maxProblems)
      .flatMap(spreadUnknownKeys)
      .slice(0, maxProblems)
      .map(({ path, issue }) => ({
        ...(issue.code === 'unrecognized_keys'
          ? { rule: 'unknown-field' as const, expected: '' }
          : classifyIssue(issue, pathName(path))),
        path: pathName(path),
        ...placeOf(path),
        message: issue.message,
      })),
  )
}
