import { isStillToCome, relativeTime } from '../../i18n/times'
import { useTexts } from '../../i18n/use-texts'
import { useNow } from './clock'

/** A relative time such as “3 hours ago”; reactive to the clock and the language. */
export const useAgo = (): ((time: number) => string) => {
  const now = useNow()
  const { t, language } = useTexts()
  return (time) =>
    isStillToCome(time, now.value)
      ? t('frame.time.unknown')
      : (relativeTime(time, now.value, language.value) ?? t('frame.time.now'))
}
