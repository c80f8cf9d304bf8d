import type { z } from 'zod'
import { isBlankFile } from '#shared/blank-file'
import { maxSetupBytes } from '#shared/model/app/setup-file'
import type { SetupProblem } from '#shared/model/app/setup-file'
import { visibleText } from '#shared/model/visible-text'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { readUntrustedJson } from '#shared/untrusted-json'
import { createPlaceFinder, pathName, placeAt } from '../util/json-positions'
import { setupFormat, setupSchema, setupVersion } from './setup-form'
import type { SetupContent } from './setup-form'

export interface SetupFailure extends Failure<'not-a-setup-file'> {
  readonly problem: SetupProblem
}

export type ReadSetup = Outcome<SetupContent, SetupFailure>

export const refusedSetup = (problem: SetupProblem) =>
  fail({ code: 'not-a-setup-file' as const, message: `${problem.path}: ${problem.code}`, problem })

const limits = { length: maxSetupBytes, depth: 12, values: 300_000 } as const

interface Problem {
  readonly code: SetupProblem['code']
  readonly path: readonly PropertyKey[]
}

/** The first text, or name of a field, with a character that hides or reorders others. */
const hiddenCharacter = (value: unknown, path: readonly PropertyKey[] = []): Problem | null => {
  if (typeof value === 'string') {
    return visibleText(value) === value ? null : { code: 'hidden-character', path }
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [key, one] of Object.entries(value)) {
    if (visibleText(key) !== key) return { code: 'hidden-character', path }
    const found = hiddenCharacter(one, [...path, Array.isArray(value) ? Number(key) : key])
    if (found !== null) return found
  }
  return null
}

const codeOf = (issue: z.core.$ZodIssue): SetupProblem['code'] => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown-field'
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'missing' : 'wrong-type'
    case 'too_big':
      return 'too-long'
    case 'custom': {
      const rule: unknown = issue.params?.['rule']
      if (rule === 'twice') return 'twice'
      return rule === 'slow-pattern' ? 'slow-pattern' : 'invalid-value'
    }
    default:
      return 'invalid-value'
  }
}

const problemOf = (issue: z.core.$ZodIssue): Problem => {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return { code: codeOf(issue), path: [...issue.path, ...keys] }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** Reads a set-up file. Of a file with several problems, the first is named with its place. */
export const readSetup = (bytes: Uint8Array): ReadSetup => {
  const whole = (code: SetupProblem['code']) => refusedSetup({ code, path: '', line: 1, column: 1 })
  if (bytes.length > maxSetupBytes) return whole('too-large')
  if (isBlankFile(bytes)) return whole('empty')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return whole('not-utf8')
  }
  const json = readUntrustedJson(text, limits)
  if (!json.ok) return refusedSetup({ code: json.problem, path: '', ...placeAt(text, json.offset) })
  const at = ({ code, path }: Problem) =>
    refusedSetup({ code, path: pathName(path), ...createPlaceFinder(text)(path) })
  const { value } = json
  if (fieldOf(value, 'format') !== setupFormat) return at({ code: 'not-a-setup-file', path: ['format'] })
  const version = fieldOf(value, 'version')
  if (typeof version === 'number' && version > setupVersion) {
    return at({ code: 'newer-version', path: ['version'] })
  }
  const hidden = hiddenCharacter(value)
  if (hidden !== null) return at(hidden)
  const parsed = setupSchema.safeParse(value)
  if (parsed.success) return succeed(parsed.data)
  const [issue] = parsed.error.issues
  return at(issue === undefined ? { code: 'invalid-value', path: [] } : problemOf(issue))
}
