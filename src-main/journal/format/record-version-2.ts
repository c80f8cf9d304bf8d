// Early lines of version 2 have no employee and no request in a row, and store results as lists; the version
// number did not change. They are converted to the later form.

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

/** Converts a line of version 2 to its later form; the result is not validated yet. */
export const upgradeEarlyVersion2 = (parsed: unknown): unknown => {
  if (!isFields(parsed) || parsed['v'] !== 2) return parsed
  const { intent, ends } = parsed
  if (parsed['kind'] === 'job' && isFields(intent) && Array.isArray(intent['rows'])) {
    return { ...parsed, intent: { ...intent, rows: intent['rows'].map(wholeRow) } }
  }
  if (parsed['kind'] === 'ended' && Array.isArray(ends)) return { ...parsed, ends: ends.map(wholeEnd) }
  return parsed
}
