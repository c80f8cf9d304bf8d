import { z } from 'zod'
import { operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { readAnswer } from './envelope'

/** What an answer comes to beside the rows that were given before; null where the data is a list. */
export type DataEnd = Outcome<{ readonly value: unknown } | null, PlatformFailure>

/**
 * An HTTP answer as the `data` of an operation, or as what became of the call. A list's rows are given a slice at a
 * time, so that they can be handed on without holding anyone up.
 */
export function* readDataInSlices(
  id: OperationId,
  { status, text }: { readonly status: number; readonly text: string },
  sliceLength: number,
): Generator<readonly unknown[], DataEnd> {
  const { changesState, data } = operations[id]
  const schema: z.ZodType = data.read
  const isList = schema instanceof z.ZodArray
  const answer = readAnswer(status, text, changesState)
  if (!answer.ok) return answer
  // A list that is left out of a read's answer is an empty one; a change must say what became of it.
  const value = answer.value ?? (isList && !changesState ? [] : answer.value)
  const unreadable = ({ issues }: z.ZodError): DataEnd =>
    fail({
      code: 'malformed',
      message: `data: ${issues[0]?.message ?? 'unreadable'}`,
      changed: changesState ? 'unknown' : 'no',
    })
  if (!isList || !Array.isArray(value)) {
    const read = schema.safeParse(value)
    return read.success ? succeed({ value: read.data }) : unreadable(read.error)
  }
  for (let from = 0; from < value.length; from += sliceLength) {
    const read = z.safeParse(schema, value.slice(from, from + sliceLength))
    if (!read.success) return unreadable(read.error)
    yield read.data
  }
  return succeed(null)
}

/** The same at once, on this thread. */
export const readData = (
  id: OperationId,
  answer: { readonly status: number; readonly text: string },
): Outcome<unknown, PlatformFailure> => {
  const reading = readDataInSlices(id, answer, Number.POSITIVE_INFINITY)
  let rows: readonly unknown[] = []
  for (;;) {
    const step = reading.next()
    if (step.done !== true) rows = step.value
    else if (!step.value.ok) return step.value
    else return succeed(step.value.value === null ? rows : step.value.value.value)
  }
}
