import { readUntrustedJson } from '#shared/untrusted-json'
import type { JsonProblem } from '#shared/untrusted-json'
import { placeAt } from '../util/json-positions'
import { maxPolicyBytes } from './policy-source'

const limits = { length: maxPolicyBytes, depth: 10, values: 20_000 } as const

const problems: Readonly<Record<JsonProblem, string>> = {
  'too-large': 'is too large',
  'not-json': 'is not valid JSON',
  'too-deep': 'is nested too deeply',
  'too-many-values': 'has too many values',
  'too-long': 'has a name or a text that is too long',
  'duplicate-key': 'has the same key twice',
}

/** The JSON of a policy. Throws with the problem and its place; a key that is there twice is one. */
export const parsePolicyJson = (text: string): unknown => {
  const read = readUntrustedJson(text, limits)
  if (read.ok) return read.value
  const { line, column } = placeAt(text, read.offset)
  throw new Error(`${problems[read.problem]} (line ${line}, column ${column})`)
}
