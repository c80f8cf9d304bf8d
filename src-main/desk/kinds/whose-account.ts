/** One of the rows that were asked for. */
interface Asked {
  readonly stored: { readonly userName: string; readonly name: string }
}
/** One account that an answer names, with the enterprise's code behind it or, of a failure, perhaps without. */
interface Named {
  readonly userName: string | null
  readonly name?: string | null | undefined
}

/**
 * What stands behind the account that was asked for, where it begins one: the enterprise's code, if it is it. Whether
 * a platform keeps capitals the document does not say.
 */
export const behind = (account: string, whole: string): string | null =>
  whole.toLowerCase().startsWith(account.toLowerCase()) ? whole.slice(account.length) : null

const isSame = (one: string, other: string | null): boolean => one.toLowerCase() === other?.toLowerCase()

interface Reading<Row, Item> {
  readonly owners: ReadonlyMap<Item, Row>
  /** Every account has an owner of its own, and all have the same code behind theirs. */
  readonly fits: boolean
}

/**
 * Whose each account may be. Neither the account nor the code behind it is known for itself: “anna1” is “ann” of code
 * “a1” as well as “anna” of code “1”. The name helps where the answer has it, and the code is the same in all of a
 * call; what may then still be several rows' is nobody's.
 */
const byCode = <Row extends Asked, Item extends Named>(
  rows: readonly Row[],
  items: readonly Item[],
): Reading<Row, Item> & { readonly code: string | undefined } => {
  const codeFor = ({ stored }: Row, item: Item) => behind(stored.userName, item.userName ?? '')
  const candidates = items.map((item) => {
    const all = rows.filter((row) => codeFor(row, item) !== null)
    const named = all.filter(({ stored }) => stored.name === item.name)
    return { item, rows: named.length > 0 ? named : all }
  })
  const matched = candidates.filter((one) => one.rows.length > 0)
  const [first, ...others] = matched.map(
    ({ item, rows: own }) => new Set(own.map((row) => codeFor(row, item))),
  )
  const codes = [...(first ?? [])].filter((code) => others.every((own) => own.has(code)))
  const code = (codes.length === 1 ? codes[0] : undefined) ?? undefined
  const owners = new Map<Item, Row>()
  for (const { item, rows: own } of matched) {
    const fitting = code === undefined ? own : own.filter((row) => codeFor(row, item) === code)
    const [row, other] = fitting
    if (row !== undefined && other === undefined) owners.set(item, row)
  }
  const fits = owners.size === items.length && new Set(owners.values()).size === items.length
  return { owners, fits: fits && (items.length === 0 || code !== undefined), code }
}

/** Failures name the account as it was asked for. */
const asAsked = <Row extends Asked, Item extends Named>(
  rows: readonly Row[],
  succeeded: readonly Item[],
  failed: readonly Item[],
): Reading<Row, Item> => {
  const owners = new Map<Item, Row>()
  for (const item of failed) {
    const alike = rows.filter(({ stored }) => isSame(stored.userName, item.userName))
    const exact = alike.filter(({ stored }) => stored.userName === item.userName)
    const [row, second] = exact.length > 0 ? exact : alike
    if (row !== undefined && second === undefined) owners.set(item, row)
  }
  const isWhole = owners.size === failed.length && new Set(owners.values()).size === failed.length
  const refused = new Set(owners.values())
  const added = byCode(
    rows.filter((row) => !refused.has(row)),
    succeeded,
  )
  // An account that was made and is nobody else's may be one that is said to have failed.
  const stray = succeeded.filter((item) => !added.owners.has(item))
  for (const [item, { stored }] of owners)
    if (stray.some(({ userName }) => behind(stored.userName, userName ?? '') !== null)) owners.delete(item)
  for (const [item, row] of added.owners) owners.set(item, row)
  return { owners, fits: isWhole && added.fits }
}

/** Failures name the account as successes do, with the code behind it. */
const asMade = <Row extends Asked, Item extends Named>(
  rows: readonly Row[],
  succeeded: readonly Item[],
  failed: readonly Item[],
): Reading<Row, Item> => {
  const { owners, fits, code } = byCode(rows, [...succeeded, ...failed])
  return { owners, fits: fits && code !== undefined && code !== '' }
}

/**
 * Which row each account of an answer is about (member operation 1). The document does not say whether a failure names
 * the account with the enterprise's code: the reading that fits the whole answer is taken, and where both do, only
 * what they agree in.
 */
export const ownersOf = <Row extends Asked, Item extends Named>(
  rows: readonly Row[],
  succeeded: readonly Item[],
  failed: readonly Item[],
): ReadonlyMap<Item, Row> => {
  const asked = asAsked(rows, succeeded, failed)
  const made = failed.length === 0 ? { owners: asked.owners, fits: false } : asMade(rows, succeeded, failed)
  if (!made.fits) return asked.owners
  if (!asked.fits) return made.owners
  return new Map([...asked.owners].filter(([item, row]) => made.owners.get(item) === row))
}
