import { plainDigits } from '#shared/model/shell-number'
import type { Steps } from './in-slices'

const stride = 256

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
  let found: { readonly terms: readonly string[]; readonly indices: readonly number[] } | null = null

  function* prepare(): Steps<undefined> {
    while (made < rows.length) {
      haystacks[made] = haystackOf(rows[made] as Row).toLowerCase()
      made += 1
      if (made % stride === 0) yield
    }
    return undefined
  }

  return {
    /** Rows that stand where they stood before are not prepared again. */
    *take(given: readonly Row[]): Steps<undefined> {
      if (given === rows) return undefined
      const before = rows
      const old = haystacks
      const known = made
      rows = given
      haystacks = new Array<string>(given.length)
      made = 0
      found = null
      for (const [index, row] of given.entries()) {
        haystacks[index] =
          index < known && before[index] === row ? (old[index] ?? '') : haystackOf(row).toLowerCase()
        made = index + 1
        if (made % stride === 0) yield
      }
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
