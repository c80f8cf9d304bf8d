import type { Mutant } from './mutant'
import { nameOf } from './mutant'

/** Why an error is not noticed, by its name; the first that fits. */
const reasons: readonly (readonly [RegExp, string])[] = []

export const whySurvived = (mutant: Mutant): string => {
  const name = nameOf(mutant)
  return reasons.find(([pattern]) => pattern.test(name))?.[1] ?? 'not explained'
}
