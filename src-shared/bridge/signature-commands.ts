import { z } from 'zod'
import { maxPoints, maxStrokes, padSize, signatureLines } from '../model/changes/signature'
import type { DocumentSignature } from '../model/changes/signature'
import { command, nonEmptyText } from './command'

/** A batch of continuous mode has a job for each lock. */
const maxJobs = 5_000

const document = z.union([
  z.strictObject({ jobIds: z.array(nonEmptyText).min(1).max(maxJobs) }),
  z.strictObject({ loanId: z.string().min(1).max(500) }),
])

const point = z.tuple([z.int().min(0).max(padSize.width), z.int().min(0).max(padSize.height)])
const strokes = z
  .array(z.array(point).min(1).max(maxPoints))
  .min(1)
  .max(maxStrokes, { abort: true })
  .refine((all) => all.reduce((sum, { length }) => sum + length, 0) <= maxPoints, 'too many points')

/** Commands about signatures on receipts and handover notes. */
export const signatureCommands = {
  /** The last signature on each line. */
  'signatures/list': command(z.strictObject({ document })).returns<readonly DocumentSignature[]>(),
  /** Writes the file and records it. Another signature on the same line is deleted. */
  'signatures/save': command(z.strictObject({ document, line: z.enum(signatureLines), strokes })).returns<
    readonly DocumentSignature[]
  >(),
  /** Deletes the signature on a line: it was signed by mistake. */
  'signatures/remove': command(z.strictObject({ document, line: z.enum(signatureLines) })).returns<
    readonly DocumentSignature[]
  >(),
}
