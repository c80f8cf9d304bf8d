import { z } from 'zod'

const path = z.string().min(1).max(4_096)
const text = z.string()
const name = z.string().min(1).max(1_000)
const time = z.int().nullable()

/** An administrator's connection: null takes the one that is remembered. */
const admin = { database: z.string().max(10_000).nullable(), ca: path.nullable() }

/** What the commands for a branch ask for. Paths are complete: the app that does the work has another folder. */
export const branchRequests = [
  z.strictObject({ name: z.literal('branch create'), ...admin }),
  z.strictObject({
    name: z.literal('branch add-computer'),
    ...admin,
    computer: name,
    out: path,
    /** Where the desk finds the database; null takes the administrator's address. */
    server: z.string().max(300).nullable(),
  }),
  z.strictObject({ name: z.literal('branch computers'), ...admin }),
  z.strictObject({ name: z.literal('branch remove-computer'), ...admin, computer: name }),
] as const
export type BranchRequest = z.infer<(typeof branchRequests)[number]>
export type BranchRequestOf<Name extends BranchRequest['name']> = Extract<
  BranchRequest,
  { readonly name: Name }
>

export const isBranchRequest = (request: { readonly name: string }): request is BranchRequest =>
  request.name.startsWith('branch ')

/** The lines that these commands print. */
export const branchLines = [
  z.strictObject({ type: z.literal('branch'), id: text, database: text }),
  z.strictObject({
    type: z.literal('join-file'),
    computer: text,
    id: text,
    database: text,
    words: z.array(text),
    wordsZh: z.array(text),
    /** The file. */
    out: text,
  }),
  z.strictObject({
    type: z.literal('computer'),
    id: text,
    name: text,
    state: z.enum(['added', 'joined', 'removed']),
    addedAt: z.int(),
    joinedAt: time,
    lastSeenAt: time,
    removedAt: time,
  }),
] as const
