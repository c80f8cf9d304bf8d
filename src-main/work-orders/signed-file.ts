import { createHash, createPublicKey, verify } from 'node:crypto'
import type { z } from 'zod'
import { isBlankFile } from '#shared/blank-file'
import type { PlainObject } from '#shared/model/branch/branch-event'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { parseCanonical, writeCanonical } from './canonical-json'
import type { CanonicalFailure, CanonicalObject, CanonicalValue } from './canonical-json'
import { fileVersion, signedFormats } from './file-forms'
import { maxFileBytes } from './limits'

export type FileFailure =
  | CanonicalFailure
  | (Failure<
      | 'file-too-large'
      | 'file-empty'
      | 'other-format'
      | 'newer-version'
      | 'other-algorithm'
      | 'invalid-field'
      | 'signature-invalid'
    > & {
      /** Where in the file, or null. */
      readonly at: string | null
    })

/** A message and a place may name everything that is too much in a file. */
const maxMessageLength = 300

/** Signed before the content, so that a signature of one kind of file is none of another. */
const prefixOf = (format: string): string => `${format} ${fileVersion}\n`

export const bytesToSign = (content: PlainObject, format: string): Buffer =>
  Buffer.from(`${prefixOf(format)}${writeCanonical(content)}`, 'utf8')

/** Whether the signature is the key's, over everything but itself. */
export const isSigned = ({ signature, ...content }: PlainObject, format: string, key: string): boolean => {
  if (typeof signature !== 'string') return false
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verify(null, bytesToSign(content, format), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

const textAt = (value: CanonicalValue, ...names: readonly string[]): CanonicalValue | null => {
  let found: CanonicalValue | undefined = value
  for (const name of names) {
    if (typeof found !== 'object' || Array.isArray(found)) return null
    found = (found as CanonicalObject)[name]
  }
  return found ?? null
}

/** Whether a text names one of the formats: another text was never signed, so it was not changed since, either. */
const namesFormat = (bytes: Uint8Array): boolean =>
  signedFormats.some((one) => Buffer.from(bytes).includes(`"${one}"`))

const sizeProblem = (bytes: Uint8Array): FileFailure | null => {
  if (bytes.length > maxFileBytes)
    return { code: 'file-too-large', message: `more than ${maxFileBytes} bytes`, at: null }
  return isBlankFile(bytes) ? { code: 'file-empty', message: 'no content', at: null } : null
}

/** Reads a file of this format: canonical, within limits, every field valid. */
export const readForm = <Value>(
  bytes: Uint8Array,
  format: string,
  schema: z.ZodType<Value>,
): Outcome<Value, FileFailure> => {
  const unread = sizeProblem(bytes)
  if (unread !== null) return fail(unread)
  const otherFormat = () =>
    fail({ code: 'other-format' as const, message: `not a file of format ${format}`, at: 'format' })
  const parsed = parseCanonical(bytes)
  if (!parsed.ok) return parsed.error.code === 'not-canonical' && !namesFormat(bytes) ? otherFormat() : parsed
  const content = parsed.value
  if (textAt(content, 'format') !== format) return otherFormat()
  const version = textAt(content, 'version')
  if (typeof version === 'number' && version > fileVersion)
    return fail({ code: 'newer-version', message: `version ${version}`, at: 'version' })
  const algorithm = textAt(content, 'signer', 'algorithm') ?? textAt(content, 'algorithm')
  if (algorithm !== 'Ed25519')
    return fail({ code: 'other-algorithm', message: 'not signed with Ed25519', at: 'signer.algorithm' })
  const read = schema.safeParse(content)
  if (read.success) return succeed(read.data)
  const [issue] = read.error.issues
  const further = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const at = [...(issue?.path ?? []), ...further].join('.').slice(0, maxMessageLength)
  return fail({
    code: 'invalid-field',
    message: `${at}: ${issue?.message ?? 'invalid'}`.slice(0, maxMessageLength),
    at,
  })
}

/** Like `readForm`, with a signature by the key that the file names. Whether that key is trusted is another question. */
export const readSigned = <Value extends { readonly signer: { readonly key: string } }>(
  bytes: Uint8Array,
  format: string,
  schema: z.ZodType<Value>,
): Outcome<{ readonly value: Value; readonly digest: string }, FileFailure> => {
  const read = readForm(bytes, format, schema)
  if (!read.ok) return read
  const { value } = read
  if (!isSigned(value, format, value.signer.key))
    return fail({ code: 'signature-invalid', message: 'the signature does not match', at: 'signature' })
  return succeed({ value, digest: createHash('sha256').update(bytes).digest('hex') })
}
