import counterEn from '../../../resources/guide/en/counter.md?raw'
import techniciansEn from '../../../resources/guide/en/technicians.md?raw'
import counterZh from '../../../resources/guide/zh/counter.md?raw'
import techniciansZh from '../../../resources/guide/zh/technicians.md?raw'
import type { Language } from '../../i18n/i18n'
import type { Guide } from './guide-node'
import { parseGuide } from './parse-guide'

const texts: Record<Language, readonly string[]> = {
  en: [counterEn, techniciansEn],
  zh: [counterZh, techniciansZh],
}
const parsed = new Map<Language, readonly Guide[]>()

/** The guide's documents in a language; the operator guide is first. */
export const guidesIn = (language: Language): readonly Guide[] => {
  const known = parsed.get(language) ?? texts[language].map(parseGuide)
  parsed.set(language, known)
  return known
}
