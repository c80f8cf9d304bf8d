import { normalized } from '#shared/normalized'
import { termsOf } from '../../ui/table/text-filter'

/** The texts an entry is found by: its title and alternative names, such as its title in the other language. */
export interface Findable {
  readonly title: string
  readonly others: readonly string[]
}

/** Lower case without accents. */
const normalize = (text: string): string =>
  normalized(text, 1_000, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()

const initials = (text: string): string =>
  (text.match(/[\p{L}\d]+/gu) ?? []).map((word) => word[0] ?? '').join('')
const isHan = (letter: string): boolean => /\p{Script=Han}/u.test(letter)

/** From 0 to 1; null if the text does not contain the term. Chinese has no spaces, so a word may start anywhere. */
const scoreOf = (text: string, term: string): number | null => {
  const at = text.indexOf(term)
  if (at === 0) return text.length === term.length ? 1 : 0.9
  if (at === -1) return /^[a-z]{2,}$/.test(term) && initials(text).startsWith(term) ? 0.6 : null
  const startsWord =
    isHan(term[0] ?? '') ||
    [...text.matchAll(/(?<![\p{L}\d])[\p{L}\d]/gu)].some(({ index }) => text.startsWith(term, index))
  return startsWord ? 0.75 : 0.4
}

/** How well an entry matches the query, from 0 to 1; null unless every word occurs. */
export const rankOf = (query: string, { title, others }: Findable): number | null => {
  const terms = termsOf(query).map(normalize)
  if (terms.length === 0) return 1
  const normalizedTitle = normalize(title)
  const normalizedOthers = others.map(normalize)
  // An exact title ranks first.
  if (normalizedTitle === terms.join(' ')) return 1
  let sum = 0
  for (const term of terms) {
    const inTitle = scoreOf(normalizedTitle, term)
    const inOthers = Math.max(0, ...normalizedOthers.map((text) => scoreOf(text, term) ?? 0)) / 3
    const best = Math.max(inTitle ?? 0, inOthers)
    if (best === 0) return null
    sum += best
  }
  return sum / terms.length
}

/** The matching entries, best first; equal ones keep their order. */
export const ranked = <Entry extends Findable>(query: string, entries: readonly Entry[]): readonly Entry[] =>
  entries
    .flatMap((entry, place) => {
      const rank = rankOf(query, entry)
      return rank === null ? [] : [{ entry, place, rank }]
    })
    .sort((a, b) => b.rank - a.rank || a.place - b.place)
    .map(({ entry }) => entry)
