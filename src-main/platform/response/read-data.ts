import { z } from 'zod'
import { operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { runTimeSliced } from '../../util/async'
import { readResponse } from './envelope'

/** The rest of a response after its rows; null if the data is a list. */
export type DataEnd = Outcome<{ readonly value: unknown } | null, PlatformFailure>

/** An empty row takes three bytes in a response and a hundred times as many when it is read. */
const maxRows = 500_000
/** Rows read in a step on this thread. */
const rowsPerStep = 250

/** A row, an object or a slice up to this weight is read and passed on in some milliseconds. */
const maxWeight = 50_000
/** Text of this length weighs as much as a value. */
const charactersPerValue = 64

/** The number of values in `value`, with long text counted several times; not above `limit`. */
const weightOf = (value: unknown, limit = maxWeight + 1): number => {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersPerValue)
  let weight = 1
  if (typeof value !== 'object' || value === null) return weight
  for (const inner of Object.values(value)) {
    if (weight >= limit) return weight
    weight += weightOf(inner, limit - weight)
  }
  return weight
}

const schemaOf = (id: OperationId): z.ZodType => operations[id].data.read

/** Whether the operation's `data` is a list, which is read and passed on in slices. */
export const isList = (id: OperationId): boolean => schemaOf(id) instanceof z.ZodArray

const problemOf = ({ issues }: z.ZodError): string => issues[0]?.message ?? 'unreadable'

/** Yields the rows of a list in slices of about the same weight; returns why it cannot be read, or null. */
function* readSlices(
  schema: z.ZodArray,
  rows: readonly unknown[],
  sliceLength: number,
): Generator<readonly unknown[], string | null> {
  if (rows.length > maxRows) return `more than ${maxRows} rows`
  let from = 0
  let weight = 0
  for (let to = 1; to <= rows.length; to += 1) {
    const rowWeight = weightOf(rows[to - 1])
    if (rowWeight > maxWeight) return 'a row is too long'
    weight += rowWeight
    if (to - from < sliceLength && weight < maxWeight && to < rows.length) continue
    const read = z.safeParse(schema, rows.slice(from, to))
    if (!read.success) return problemOf(read.error)
    yield read.data
    from = to
    weight = 0
  }
  return null
}

/**
 * Converts an HTTP response to an operation's `data` or a failure. A list's rows are yielded in slices, so that
 * the caller can pass them on without blocking.
 */
export function* readDataInSlices(
  id: OperationId,
  { status, text }: { readonly status: number; readonly text: string },
  sliceLength: number,
): Generator<readonly unknown[], DataEnd> {
  const { changesState } = operations[id]
  const schema = schemaOf(id)
  const answer = readResponse(status, text, changesState)
  if (!answer.ok) {
    // Only one object has data in a failure (60027), and a list may be too long to pass on in one piece.
    const { data, ...failure } = answer.error
    return fail(isList(id) || data === undefined ? failure : { ...failure, data })
  }
  // A missing list is empty in a read; in a change it is an error, because the result is unknown.
  const value = answer.value ?? (isList(id) && !changesState ? [] : answer.value)
  const refused = (why: string): DataEnd =>
    fail({ code: 'malformed', message: `data: ${why}`, changed: changesState ? 'unknown' : 'no' })
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const problem = yield* readSlices(schema, value, sliceLength)
    return problem === null ? succeed(null) : refused(problem)
  }
  if (weightOf(value) > maxWeight) return refused('too long')
  const read = schema.safeParse(value)
  return read.success ? succeed({ value: read.data }) : refused(problemOf(read.error))
}

function* readRows(
  id: OperationId,
  answer: { readonly status: number; readonly text: string },
): Generator<undefined, Outcome<unknown, PlatformFailure>> {
  const reading = readDataInSlices(id, answer, rowsPerStep)
  const rows: unknown[] = []
  for (;;) {
    const step = reading.next()
    if (step.done !== true) {
      for (const row of step.value) rows.push(row)
      yield
    } else if (!step.value.ok) return step.value
    else return succeed(step.value.value === null ? rows : step.value.value.value)
  }
}

/** The same on this thread, with time for other tasks. */
export const readData = (
  id: OperationId,
  answer: { readonly status: number; readonly text: string },
): Promise<Outcome<unknown, PlatformFailure>> => runTimeSliced(readRows(id, answer))
