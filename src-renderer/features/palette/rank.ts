import { termsOf } from '../../ui/table/text-filter'

/** What an entry is found by: what it is called, and what else somebody may call it (its words in the other language). */
export interface Findable {
  readonly title: string
  readonly others: readonly string[]
}

/** In small letters without accents, as hardly anybody types them. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const initials = (text: string): string =>
  (text.match(/[\p{L}\d]+/gu) ?? []).map((word) => word[0] ?? '').join('')
const isHan = (letter: string): boolean => /\p{Script=Han}/u.test(letter)

/** 0 to 1; null where the text does not have the term. Chinese has no spaces, so that a word may begin anywhere. */
const fit = (text: string, term: string): number | null => {
  const at = text.indexOf(term)
  if (at === 0) return text.length === term.length ? 1 : 0.9
  if (at === -1) return /^[a-z]{2,}$/.test(term) && initials(text).startsWith(term) ? 0.6 : null
  const beginsWord =
    isHan(term[0] ?? '') ||
    [...text.matchAll(/(?<![\p{L}\d])[\p{L}\d]/gu)].some(({ index }) => text.startsWith(term, index))
  return beginsWord ? 0.75 : 0.4
}

/** How well an entry fits what was typed, every word of it somewhere: 0 to 1, or null. */
export const rankOf = (query: string, { title, others }: Findable): number | null => {
  const terms = termsOf(query).map(plain)
  if (terms.length === 0) return 1
  const called = plain(title)
  const elsewhere = others.map(plain)
  // Typed whole, it is what was meant, whatever else has its words.
  if (called === terms.join(' ')) return 1
  let sum = 0
  for (const term of terms) {
    const inTitle = fit(called, term)
    const inOthers = Math.max(0, ...elsewhere.map((text) => fit(text, term) ?? 0)) / 3
    const best = Math.max(inTitle ?? 0, inOthers)
    if (best === 0) return null
    sum += best
  }
  return sum / terms.length
}

/** Those that fit, the best first; of equals whoever stood first. */
export const ranked = <Entry extends Findable>(query: string, entries: readonly Entry[]): readonly Entry[] =>
  entries
    .flatMap((entry, place) => {
      const rank = rankOf(query, entry)
      return rank === null ? [] : [{ entry, place, rank }]
    })
    .sort((one, other) => other.rank - one.rank || one.place - other.place)
    .map(({ entry }) => entry)
