import type { Settings } from '#shared/model/app/settings'
import { plainName } from '#shared/model/visible-text'
import type { Name } from '#shared/model/name'
import { isLockNumber } from '../change/operator-name'
import { fullName } from '../../names/shown-name'

type OperatorSettings = Pick<Settings, 'operators' | 'operatorIdentity'>

/** At most this many are kept; the least recently used one is removed. */
export const maxOperators = 100

const same = (a: Name, b: Name): boolean => fullName(a).toLowerCase() === fullName(b).toLowerCase()

/** All known operators, most recent first, including the current one even if the list lacks it. */
export const knownOperators = ({ operators, operatorIdentity }: OperatorSettings): readonly Name[] => {
  const current = plainName(fullName(operatorIdentity))
  const isMissing = current !== '' && !operators.some((name) => same(name, current))
  return isMissing ? [current, ...operators] : operators
}

/**
 * The settings with `typed` as operator; null if it is empty. A name that differs only in case keeps its known
 * spelling.
 */
export const withOperator = (settings: OperatorSettings, typed: string): OperatorSettings | null => {
  const name = plainName(typed)
  if (name === '' || isLockNumber(name)) return null
  const known = knownOperators(settings)
  const spelling = known.find((operator) => same(operator, name)) ?? name
  const others = known.filter((operator) => operator !== spelling)
  return { operators: [spelling, ...others].slice(0, maxOperators), operatorIdentity: spelling }
}

/** The settings without an operator; removing the current one leaves none set. */
export const withoutOperator = (settings: OperatorSettings, name: Name): OperatorSettings => ({
  operators: knownOperators(settings).filter((operator) => operator !== name),
  operatorIdentity: same(plainName(fullName(settings.operatorIdentity)), name)
    ? ''
    : settings.operatorIdentity,
})
