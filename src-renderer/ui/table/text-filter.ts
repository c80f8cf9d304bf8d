import { plainDigits } from '#shared/model/shell-number'
import type { Steps } from './in-slices'

const stride = 256
/** Rows that are not found among the known ones before they are looked for in their own places only. */
const mostSearches = 3

/** The words of a query, each of which must stand somewhere in a row; digits however they are grouped. */
export const termsOf = (query: string): readonly string[] =>
  plainDigits(query)
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '')

/** Whether everything that fits `terms` also fitted `earlier`: then what did not fit before needs no second look. */
export const narrows = (terms: readonly string[], earlier: readonly string[]): boolean =>
  earlier.every((old) => terms.some((term) => term.includes(old)))

/**
 * Finds rows by words. What a row is searched in is made once, lower case; a longer query only looks through what the
 * shorter one left.
 */
export const createTextFilter = <Row>(haystackOf: (row: Row) => string) => {
  let rows: readonly Row[] = []
  let haystacks: string[] = []
  /** How many haystacks are made. */
  let made = 0
  /** The longest list there was, of which later ones may be parts. */
  let whole: { readonly rows: readonly Row[]; readonly haystacks: readonly string[] } = {
    rows: [],
    haystacks: [],
  }
  let found: { readonly terms: readonly string[]; readonly indices: readonly number[] } | null = null

  function* prepare(): Steps<undefined> {
    while (made < rows.length) {
      haystacks[made] = haystackOf(rows[made] as Row).toLowerCase()
      made += 1
      if (made % stride === 0) yield
    }
    if (whole.rows.length < rows.length) whole = { rows, haystacks }
    return undefined
  }

  return {
    /**
     * Rows that are known are not prepared again, as long as they come in the order in which they came before: a filter
     * takes some of them out, and lets all of them in again.
     */
    *take(given: readonly Row[]): Steps<undefined> {
      if (given === rows) return undefined
      rows = given
      haystacks = new Array<string>(given.length)
      made = 0
      found = null
      const { rows: known, haystacks: old } = whole
      let at = 0
      let fresh = 0
      for (const [index, row] of given.entries()) {
        let place = at
        const end = fresh < mostSearches ? known.length : Math.min(known.length, at + 1)
        while (place < end && known[place] !== row) place += 1
        const isKnown = place < end
        haystacks[index] = isKnown ? (old[place] ?? '') : haystackOf(row).toLowerCase()
        if (!isKnown) fresh += 1
        at = isKnown ? place + 1 : at + 1
        made = index + 1
        if (made % stride === 0) yield
      }
      if (fresh > 0 || given.length > known.length) whole = { rows: given, haystacks }
      return undefined
    },

    *find(query: string): Steps<readonly Row[]> {
      const terms = termsOf(query)
      if (terms.length === 0) return rows
      yield* prepare()
      const searched = found !== null && narrows(terms, found.terms) ? found.indices : null
      const count = searched?.length ?? rows.length
      const indices: number[] = []
      for (let at = 0; at < count; at++) {
        const index = searched === null ? at : (searched[at] ?? 0)
        const haystack = haystacks[index] ?? ''
        if (terms.every((term) => haystack.includes(term))) indices.push(index)
        if (at % stride === 0) yield
      }
      found = { terms, indices }
      const fitting: Row[] = []
      for (const [at, index] of indices.entries()) {
        fitting.push(rows[index] as Row)
        if (at % stride === 0) yield
      }
      return fitting
    },
  }
}
