import { plainDigits } from '#shared/model/locks/shell-number'
import type { Name } from '#shared/model/name'
import type { Steps } from '../../ui/table/run-time-sliced'
import { fullName } from '../../names/shown-name'

/** An enterprise to choose, or an option without one (“all enterprises”). */
export interface EnterpriseChoice {
  /** Its global ID. */
  readonly value: string
  /** Its name; the ID if it has none. */
  readonly label: Name
  readonly channelCode: string | null
  readonly channelCustomerId: string | null
  /** Additional information shown with the option. */
  readonly note?: string
}

/** The normalized search text of an enterprise. */
interface SearchText {
  readonly parts: readonly string[]
  readonly all: string
}

/** Most numbers and codes need no normalization; the check is faster for thousands of them. */
const isPlain = /^\w*$/

const normalized = (text: string): string =>
  isPlain.test(text) ? text.toLowerCase() : plainDigits(text).toLowerCase().replace(/\s+/g, ' ')

const searchTextOf = ({ value, label, channelCode, channelCustomerId }: EnterpriseChoice): SearchText => {
  const parts = [fullName(label), channelCustomerId, value, channelCode].flatMap((text) =>
    text === null || text === '' ? [] : [normalized(text)],
  )
  return { parts, all: parts.join('\n') }
}

const indexes = new WeakMap<readonly EnterpriseChoice[], SearchText[]>()
const stepSize = 64

/** Builds a list's search index once, in steps (run-time-sliced.ts), before a key is typed. */
export function* prepareEnterprises(choices: readonly EnterpriseChoice[]): Steps<undefined> {
  const made = indexes.get(choices) ?? []
  indexes.set(choices, made)
  while (made.length < choices.length) {
    made.push(...choices.slice(made.length, made.length + stepSize).map(searchTextOf))
    yield
  }
  return undefined
}

const indexOf = (choices: readonly EnterpriseChoice[]): readonly SearchText[] => {
  for (const _ of prepareEnterprises(choices)) continue
  return indexes.get(choices) ?? []
}

/**
 * The enterprises whose name, channel code, channel customer ID or global ID contains every word of `text`:
 * exact names first, then names that begin with it, each in list order. All of them for an empty text.
 */
export const findEnterprises = (
  choices: readonly EnterpriseChoice[],
  text: string,
): readonly EnterpriseChoice[] => {
  const query = normalized(text)
  if (query === '') return choices
  const words = query.split(' ')
  const exact: EnterpriseChoice[] = []
  const prefixMatches: EnterpriseChoice[] = []
  const otherMatches: EnterpriseChoice[] = []
  for (const [at, { parts, all }] of indexOf(choices).entries()) {
    const choice = choices[at]
    if (choice === undefined || !words.every((word) => all.includes(word))) continue
    if (parts.includes(query)) exact.push(choice)
    else if (parts.some((part) => part.startsWith(query))) prefixMatches.push(choice)
    else otherMatches.push(choice)
  }
  return [...exact, ...prefixMatches, ...otherMatches]
}
