import { plainDigits } from '#shared/model/shell-number'
import type { Steps } from '../ui/table/in-slices'

/** An enterprise that can be chosen, or what stands in place of one (“all enterprises”). */
export interface EnterpriseChoice {
  /** Its global id. */
  readonly value: string
  /** Its name, or the id where it has none. */
  readonly label: string
  readonly channelCode: string | null
  readonly channelCustomerId: string | null
  /** What else is to be known of it where it is chosen. */
  readonly note?: string
}

/** What one is found by, in one spelling. */
interface Spelt {
  readonly whole: readonly string[]
  readonly all: string
}

/** Numbers and codes mostly stand in one spelling already; for thousands of them that is worth asking first. */
const isPlain = /^\w*$/

const inOneSpelling = (text: string): string =>
  isPlain.test(text) ? text.toLowerCase() : plainDigits(text).toLowerCase().replace(/\s+/g, ' ')

const spell = ({ value, label, channelCode, channelCustomerId }: EnterpriseChoice): Spelt => {
  const whole = [label, channelCustomerId, value, channelCode].flatMap((text) =>
    text === null || text === '' ? [] : [inOneSpelling(text)],
  )
  return { whole, all: whole.join('\n') }
}

const spelt = new WeakMap<readonly EnterpriseChoice[], Spelt[]>()
const stride = 64

/** Makes what a list is searched in, once for each list and step by step (in-slices.ts): before a key is typed. */
export function* prepareEnterprises(choices: readonly EnterpriseChoice[]): Steps<undefined> {
  const made = spelt.get(choices) ?? []
  spelt.set(choices, made)
  while (made.length < choices.length) {
    made.push(...choices.slice(made.length, made.length + stride).map(spell))
    yield
  }
  return undefined
}

const allSpelt = (choices: readonly EnterpriseChoice[]): readonly Spelt[] => {
  for (const _ of prepareEnterprises(choices)) continue
  return spelt.get(choices) ?? []
}

/**
 * Those whose name, channel code, channel customer id or global id has every word of `text` in it: first the ones that
 * are called exactly that, then those that begin so, each in the order of the register. Everyone for an empty text.
 */
export const findEnterprises = (
  choices: readonly EnterpriseChoice[],
  text: string,
): readonly EnterpriseChoice[] => {
  const query = inOneSpelling(text)
  if (query === '') return choices
  const words = query.split(' ')
  const exact: EnterpriseChoice[] = []
  const begun: EnterpriseChoice[] = []
  const inside: EnterpriseChoice[] = []
  for (const [at, { whole, all }] of allSpelt(choices).entries()) {
    const choice = choices[at]
    if (choice === undefined || !words.every((word) => all.includes(word))) continue
    if (whole.includes(query)) exact.push(choice)
    else if (whole.some((one) => one.startsWith(query))) begun.push(choice)
    else inside.push(choice)
  }
  return [...exact, ...begun, ...inside]
}
