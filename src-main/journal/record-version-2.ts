// The first lines of version 2 knew of a row no employee and no request, and told endings as lists: the fields came
// without a new number. They are read as the later ones.

type Fields = Readonly<Partial<Record<string, unknown>>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wholeRow = (row: unknown): unknown =>
  isFields(row) && !('request' in row)
    ? { ...row, memberGlobalId: null, memberName: null, request: null }
    : row

const wholeEnd = (end: unknown): unknown => {
  if (!Array.isArray(end) || end.length !== 3) return end
  const [row, state, reason] = end as unknown[]
  return { row, state, reason }
}

/** A line of version 2 as its later lines are, whatever it is otherwise; it still has to be looked at. */
export const likeLaterVersion2 = (parsed: unknown): unknown => {
  if (!isFields(parsed) || parsed['v'] !== 2) return parsed
  const { intent, ends } = parsed
  if (parsed['kind'] === 'job' && isFields(intent) && Array.isArray(intent['rows'])) {
    return { ...parsed, intent: { ...intent, rows: intent['rows'].map(wholeRow) } }
  }
  if (parsed['kind'] === 'ended' && Array.isArray(ends)) return { ...parsed, ends: ends.map(wholeEnd) }
  return parsed
}
