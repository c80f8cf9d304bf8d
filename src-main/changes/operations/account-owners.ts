/** One requested row. */
interface RequestedRow {
  readonly stored: { readonly userName: string; readonly name: string }
}
/** An account in the response. In successes it ends with the enterprise's code; in failures it may not. */
interface ReportedAccount {
  readonly userName: string | null
  readonly name?: string | null | undefined
}

/**
 * The suffix after the requested account, which is the enterprise's code if the account matches; otherwise
 * null. Case is ignored, as the API does not say whether it is kept.
 */
export const suffixAfter = (account: string, reported: string): string | null =>
  reported.toLowerCase().startsWith(account.toLowerCase()) ? reported.slice(account.length) : null

const isSame = (one: string, other: string | null): boolean => one.toLowerCase() === other?.toLowerCase()

interface Matching<Row, Item> {
  readonly owners: ReadonlyMap<Item, Row>
  /** Every account has its own row, and all have the same code. */
  readonly isComplete: boolean
}

/**
 * Matches accounts to rows. Neither account nor code is known by itself: “anna1” is “ann” with code “a1” or
 * “anna” with code “1”. The employee's name helps if the response has it, and the code is the same in a whole
 * response. An account that still matches several rows has no owner.
 */
const matchByCode = <Row extends RequestedRow, Item extends ReportedAccount>(
  rows: readonly Row[],
  items: readonly Item[],
): Matching<Row, Item> & { readonly code: string | undefined } => {
  const codeFor = ({ stored }: Row, item: Item) => suffixAfter(stored.userName, item.userName ?? '')
  const candidates = items.map((item) => {
    const all = rows.filter((row) => codeFor(row, item) !== null)
    const withSameName = all.filter(({ stored }) => stored.name === item.name)
    return { item, rows: withSameName.length > 0 ? withSameName : all }
  })
  const matched = candidates.filter((one) => one.rows.length > 0)
  const [first, ...others] = matched.map(
    ({ item, rows: candidateRows }) => new Set(candidateRows.map((row) => codeFor(row, item))),
  )
  const codes = [...(first ?? [])].filter((code) => others.every((candidateRows) => candidateRows.has(code)))
  const code = (codes.length === 1 ? codes[0] : undefined) ?? undefined
  const owners = new Map<Item, Row>()
  for (const { item, rows: candidateRows } of matched) {
    const fitting =
      code === undefined ? candidateRows : candidateRows.filter((row) => codeFor(row, item) === code)
    const [row, other] = fitting
    if (row !== undefined && other === undefined) owners.set(item, row)
  }
  const isComplete = owners.size === items.length && new Set(owners.values()).size === items.length
  return { owners, isComplete: isComplete && (items.length === 0 || code !== undefined), code }
}

/** Assumes that failures name the account as requested, without the code. */
const matchFailuresWithoutCode = <Row extends RequestedRow, Item extends ReportedAccount>(
  rows: readonly Row[],
  succeeded: readonly Item[],
  failed: readonly Item[],
): Matching<Row, Item> => {
  const owners = new Map<Item, Row>()
  for (const item of failed) {
    const alike = rows.filter(({ stored }) => isSame(stored.userName, item.userName))
    const exact = alike.filter(({ stored }) => stored.userName === item.userName)
    const [row, second] = exact.length > 0 ? exact : alike
    if (row !== undefined && second === undefined) owners.set(item, row)
  }
  const areFailuresMatched = owners.size === failed.length && new Set(owners.values()).size === failed.length
  const refused = new Set(owners.values())
  const added = matchByCode(
    rows.filter((row) => !refused.has(row)),
    succeeded,
  )
  // An unmatched success may be the same account as a reported failure, so that failure is not attributed.
  const unmatched = succeeded.filter((item) => !added.owners.has(item))
  for (const [item, { stored }] of owners)
    if (unmatched.some(({ userName }) => suffixAfter(stored.userName, userName ?? '') !== null))
      owners.delete(item)
  for (const [item, row] of added.owners) owners.set(item, row)
  return { owners, isComplete: areFailuresMatched && added.isComplete }
}

/** Assumes that failures name the account with the code, as successes do. */
const matchFailuresWithCode = <Row extends RequestedRow, Item extends ReportedAccount>(
  rows: readonly Row[],
  succeeded: readonly Item[],
  failed: readonly Item[],
): Matching<Row, Item> => {
  const { owners, isComplete, code } = matchByCode(rows, [...succeeded, ...failed])
  return { owners, isComplete: isComplete && code !== undefined && code !== '' }
}

/**
 * Maps each account of a response to its row (member operation 1). The API does not say whether failures
 * include the enterprise's code: the reading that fits the whole response is used; if both fit, only the
 * matches they agree on.
 */
export const ownersOf = <Row extends RequestedRow, Item extends ReportedAccount>(
  rows: readonly Row[],
  succeeded: readonly Item[],
  failed: readonly Item[],
): ReadonlyMap<Item, Row> => {
  const withoutCode = matchFailuresWithoutCode(rows, succeeded, failed)
  const withCode =
    failed.length === 0
      ? { owners: withoutCode.owners, isComplete: false }
      : matchFailuresWithCode(rows, succeeded, failed)
  if (!withCode.isComplete) return withoutCode.owners
  if (!withoutCode.isComplete) return withCode.owners
  return new Map([...withoutCode.owners].filter(([item, row]) => withCode.owners.get(item) === row))
}
