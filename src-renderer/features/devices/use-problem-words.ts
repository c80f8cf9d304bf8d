import type { ProfileProblem } from '#shared/model/lock-profile'
import { useTexts } from '../../i18n/use-texts'

const kinds = ['number', 'string', 'object', 'array'] as const
const kindOf = (wanted: string): (typeof kinds)[number] | 'other' =>
  kinds.find((kind) => kind === wanted) ?? (wanted === 'tuple' ? 'array' : 'other')

/** A mistake in a profile, in the person's language. */
export const useProblemWords = (): ((problem: ProfileProblem) => string) => {
  const { t } = useTexts()
  return ({ rule, wanted }) => {
    if (rule === 'wrong-kind')
      return t('devices.problem.wrong-kind', { kind: t(`devices.kind.${kindOf(wanted)}`) })
    return t(`devices.problem.${rule}`, { wanted })
  }
}
