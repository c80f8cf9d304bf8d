import type { BrokenProfile, ProfileMaker, ProfileProblem } from '#shared/model/locks/lock-profile'
import { useTexts } from '../../i18n/use-texts'

const kinds = ['number', 'string', 'object', 'array'] as const
const kindOf = (expected: string): (typeof kinds)[number] | 'other' =>
  kinds.find((kind) => kind === expected) ?? (expected === 'tuple' ? 'array' : 'other')

/** At most this many problems of a file are listed. */
const maxListed = 3

/** The problems of profiles in the user's language. */
export const useProblemTexts = () => {
  const { t, language } = useTexts()

  const problemText = ({ rule, expected }: ProfileProblem): string => {
    if (rule === 'wrong-kind')
      return t('devices.problem.wrong-kind', { kind: t(`devices.kind.${kindOf(expected)}`) })
    return t(`devices.problem.${rule}`, { expected })
  }
  const brokenTexts = ({ reason }: BrokenProfile): readonly string[] => {
    switch (reason.kind) {
      case 'invalid':
        return reason.problems.slice(0, maxListed).map((problem) =>
          t(problem.path === '' ? 'devices.profiles.atLine' : 'devices.profiles.atField', {
            line: problem.line,
            field: problem.path,
            problem: problemText(problem),
          }),
        )
      case 'too-large':
        return [t('devices.profiles.tooLarge', { max: reason.maxBytes / 1024 })]
      case 'unreadable':
        return [t('devices.profiles.unreadable', { code: reason.code })]
      case 'taken-id':
        return [t('devices.profiles.takenId', { id: reason.id })]
    }
  }
  /** Null is a signature that does not match. */
  const makerText = (maker: ProfileMaker | null): string => {
    if (maker === null) return t('devices.maker.changed')
    if (maker.state === 'unsigned') return t('devices.maker.unsigned')
    const { en, zh } = maker.words
    const words = (language.value === 'zh' ? [zh, en] : [en, zh]).join(' · ')
    return t(`devices.maker.${maker.state}`, { name: maker.name, words })
  }
  return { problemText, brokenTexts, makerText }
}
