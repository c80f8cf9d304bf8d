import { maxRowText, normalized as normalizedText } from '#shared/normalized'
import { plainDigits } from '#shared/model/locks/shell-number'
import type { Steps } from './run-time-sliced'

const stride = 256
/**
 * After this many unknown rows, each further row is looked for only at its expected index, not in the whole
 * list.
 */
const maxSearches = 3

const isAscii = /^[\x20-\x7e\n]*$/

/** Normalized text: lower case, full-width characters as half-width. */
const normalized = (text: string): string =>
  (isAscii.test(text) ? text : normalizedText(text, maxRowText)).toLowerCase()

/** The words of a query, all of which must occur in a row; digit grouping and signs between them are ignored. */
export const termsOf = (query: string): readonly string[] =>
  plainDigits(query)
    .toLowerCase()
    .split(/[\s,;、。]+/)
    .filter((term) => term !== '')

/** Whether all matches of `terms` also match `earlier`, so that only the earlier matches need to be searched. */
export const narrows = (terms: readonly string[], earlier: readonly string[]): boolean =>
  earlier.every((old) => terms.some((term) => term.includes(old)))

/**
 * Finds rows by words. Each row's search text is built once, in lower case; a longer query searches only the
 * matches of the shorter one.
 */
export const createTextFilter = <Row>(searchTextOf: (row: Row) => string) => {
  let rows: readonly Row[] = []
  let searchTexts: string[] = []
  /** The number of search texts built so far. */
  let made = 0
  /** The longest list so far; later lists are often subsets of it. */
  let whole: { readonly rows: readonly Row[]; readonly searchTexts: readonly string[] } = {
    rows: [],
    searchTexts: [],
  }
  let found: { readonly terms: readonly string[]; readonly indices: readonly number[] } | null = null

  function* prepare(): Steps<undefined> {
    while (made < rows.length) {
      searchTexts[made] = normalized(searchTextOf(rows[made] as Row))
      made += 1
      if (made % stride === 0) yield
    }
    if (whole.rows.length < rows.length) whole = { rows, searchTexts }
    return undefined
  }

  return {
    /**
     * Reuses the search texts of known rows that come in their earlier order: a filter removes some rows and
     * later restores them.
     */
    *take(newRows: readonly Row[]): Steps<undefined> {
      if (newRows === rows) return undefined
      rows = newRows
      searchTexts = new Array<string>(newRows.length)
      made = 0
      found = null
      const { rows: known, searchTexts: old } = whole
      let at = 0
      let newCount = 0
      for (const [index, row] of newRows.entries()) {
        let place = at
        const end = newCount < maxSearches ? known.length : Math.min(known.length, at + 1)
        while (place < end && known[place] !== row) place += 1
        const isKnown = place < end
        searchTexts[index] = isKnown ? (old[place] ?? '') : normalized(searchTextOf(row))
        if (!isKnown) newCount += 1
        at = isKnown ? place + 1 : at + 1
        made = index + 1
        if (made % stride === 0) yield
      }
      if (newCount > 0 || newRows.length > known.length) whole = { rows: newRows, searchTexts }
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
        const searchText = searchTexts[index] ?? ''
        if (terms.every((term) => searchText.includes(term))) indices.push(index)
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
