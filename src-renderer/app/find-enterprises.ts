import { plainDigits } from '#shared/model/shell-number'

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

const inOneSpelling = (text: string): string => plainDigits(text).toLowerCase().replace(/\s+/g, ' ')

const spell = ({ value, label, channelCode, channelCustomerId }: EnterpriseChoice): Spelt => {
  const whole = [label, channelCustomerId, value, channelCode].flatMap((text) =>
    text === null || text === '' ? [] : [inOneSpelling(text)],
  )
  return { whole, all: whole.join('\n') }
}

const spelt = new WeakMap<readonly EnterpriseChoice[], readonly Spelt[]>()

/** Makes what a list is searched in, once for each list: before a key is typed. */
export const prepareEnterprises = (choices: readonly EnterpriseChoice[]): readonly Spelt[] => {
  const known = spelt.get(choices)
  if (known !== undefined) return known
  const made = choices.map(spell)
  spelt.set(choices, made)
  return made
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
  for (const [at, { whole, all }] of prepareEnterprises(choices).entries()) {
    const choice = choices[at]
    if (choice === undefined || !words.every((word) => all.includes(word))) continue
    if (whole.includes(query)) exact.push(choice)
    else if (whole.some((one) => one.startsWith(query))) begun.push(choice)
    else inside.push(choice)
  }
  return [...exact, ...begun, ...inside]
}
