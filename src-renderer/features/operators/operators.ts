import type { Settings } from '#shared/commands'
import { isShellNumber, plainDigits } from '#shared/model/shell-number'

type People = Pick<Settings, 'operators' | 'operatorIdentity'>

/** As many are kept; who has not been here for longest goes. */
export const mostOperators = 100

/** What is typed or pasted, as it goes to the platform: on one line, without what stands around it. */
export const tidyIdentity = (typed: string): string => typed.replace(/\s+/g, ' ').trim()

/** A lock scanned into the field where a person was meant: nobody is called that. */
export const isLockNumber = (typed: string): boolean => isShellNumber(plainDigits(typed))

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Everybody known here, who came last first; who is at the desk is among them whatever the list says. */
export const knownOperators = ({ operators, operatorIdentity }: People): readonly string[] => {
  const current = tidyIdentity(operatorIdentity)
  const isMissing = current !== '' && !operators.some((name) => same(name, current))
  return isMissing ? [current, ...operators] : operators
}

/** The settings once `typed` is at the desk; null where that is nobody. A name known in other letters stays as it was. */
export const withOperator = (people: People, typed: string): People | null => {
  const name = tidyIdentity(typed)
  if (name === '' || isLockNumber(name)) return null
  const known = knownOperators(people)
  const spelt = known.find((one) => same(one, name)) ?? name
  const others = known.filter((one) => one !== spelt)
  return { operators: [spelt, ...others].slice(0, mostOperators), operatorIdentity: spelt }
}

/** The settings without a person; removing who is at the desk leaves nobody there. */
export const withoutOperator = (people: People, name: string): People => ({
  operators: knownOperators(people).filter((one) => one !== name),
  operatorIdentity: same(tidyIdentity(people.operatorIdentity), name) ? '' : people.operatorIdentity,
})
