import { z } from 'zod'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { readUntrustedJson } from '#shared/untrusted-json'
import { writeCanonical } from '../../work-orders/canonical-json'
import { wordsOf } from '../../work-orders/key-words'
import { branchAccessSchema } from './branch-access'
import type { BranchAccess } from './branch-access'
import { isOnThisComputer, isSocketFolder } from './database-address'

export const joinFileFormat = 'lock-desk-branch'
const joinFileVersion = 1
/** Far more than a certificate with its chain. */
export const maxJoinFileBytes = 64 * 1024

const joinFileSchema = branchAccessSchema
  .extend({
    format: z.literal(joinFileFormat),
    version: z.literal(joinFileVersion),
    password: z.string().min(16).max(200),
    words: z.array(z.string().max(20)).length(6),
  })
  .refine(({ ca, database }) => ca !== null || isOnThisComputer(database.host), { path: ['ca'] })
  .refine(({ ca, database }) => ca === null || !isSocketFolder(database.host), { path: ['ca'] })

export interface JoinFile extends BranchAccess {
  readonly password: string
}

/**
 * Six words of everything in the file but the password, above all of the certificate: two people who compare them see that
 * the file is the one that was written.
 */
export const wordsOfAccess = (access: BranchAccess, language: 'en' | 'zh'): readonly string[] => {
  const { branch, computer, database, ca } = access
  const content = { branch, computer: computer.id, database, ca: ca ?? '' }
  return wordsOf(Buffer.from(writeCanonical(content), 'utf8'), language)
}

export const joinFileText = ({ password, ...access }: JoinFile): string =>
  `${JSON.stringify(
    {
      format: joinFileFormat,
      version: joinFileVersion,
      ...access,
      password,
      words: wordsOfAccess(access, 'en'),
    },
    null,
    2,
  )}\n`

export type JoinFileFailure = Failure<
  'join-file-too-large' | 'not-a-join-file' | 'join-file-newer' | 'join-file-damaged'
> & {
  /** Where in the file, or null. */
  readonly at: string | null
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

const refused = (code: JoinFileFailure['code'], message: string, at: string | null = null) =>
  fail<JoinFileFailure>({ code, message, at })

/** Reads a join file. Its messages name places and no contents, because it holds a password. */
export const readJoinFile = (bytes: Uint8Array): Outcome<JoinFile, JoinFileFailure> => {
  if (bytes.length > maxJoinFileBytes)
    return refused('join-file-too-large', `more than ${maxJoinFileBytes} bytes`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refused('not-a-join-file', 'not UTF-8')
  }
  const json = readUntrustedJson(text, { length: maxJoinFileBytes, depth: 4, values: 100 })
  if (!json.ok) {
    // A file that begins as one was cut or changed; any other was never one.
    const isBegun = text.slice(0, 200).includes(`"${joinFileFormat}"`)
    return refused(isBegun ? 'join-file-damaged' : 'not-a-join-file', json.problem)
  }
  const { value } = json
  if (fieldOf(value, 'format') !== joinFileFormat)
    return refused('not-a-join-file', 'another format', 'format')
  const version = fieldOf(value, 'version')
  if (typeof version === 'number' && version > joinFileVersion)
    return refused('join-file-newer', `version ${version}`, 'version')
  const read = joinFileSchema.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    const further = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
    return refused(
      'join-file-damaged',
      'a field is missing, unknown or invalid',
      [...(issue?.path ?? []), ...further].join('.').slice(0, 100),
    )
  }
  const { format: _format, version: _version, words, ...file } = read.data
  if (words.join(' ') !== wordsOfAccess(file, 'en').join(' '))
    return refused('join-file-damaged', 'the words are not those of its content', 'words')
  return succeed(file)
}
