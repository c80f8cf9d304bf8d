import { z } from 'zod'

const path = z.string().min(1).max(4_096)
const text = z.string()
const name = z.string().min(1).max(1_000)
const time = z.int().nullable()
const end = z.strictObject({ n: z.int(), hash: z.string() })

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
  z.strictObject({ name: z.literal('branch join'), file: path }),
  z.strictObject({ name: z.literal('branch status') }),
  z.strictObject({ name: z.literal('branch leave') }),
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
    /** Of a new file: its address leads to the computer where it is used. Null where a computer joins with it. */
    sameComputer: z.boolean().nullable(),
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
  z.strictObject({
    type: z.literal('branch-status'),
    joined: z.boolean(),
    /** Null in no branch. */
    computer: text.nullable(),
    database: text.nullable(),
    connected: z.boolean(),
    /** Events of this computer that the database does not have yet. */
    notShared: z.int(),
    lastSeenAt: time,
    /** The code of what is wrong. */
    problem: text.nullable(),
  }),
  /** A computer whose journal or chain of events became shorter or different. */
  z.strictObject({
    type: z.literal('changed-end'),
    computer: text.nullable(),
    what: z.enum(['journal', 'chain']),
    before: end,
    now: end,
  }),
] as const
