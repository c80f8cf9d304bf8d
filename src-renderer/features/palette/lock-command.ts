import { normalized } from '#shared/normalized'
import { zh } from '../../i18n/chinese'
import { en } from '../../i18n/messages'
import { mayBeNumber } from './use-lock-search'

const lockActions = ['disable-lock', 'enable-lock'] as const

export interface LockCommand {
  /** Null if the query names no action: the text is then only searched. */
  readonly action: (typeof lockActions)[number] | null
  /** The lock's number. */
  readonly number: string
}

const normalize = (text: string): string => normalized(text).toLowerCase()

/** The action names in each language, without the number. */
const verbs = lockActions.flatMap((action) =>
  [en, zh].map(({ actions: { title } }) => ({
    action,
    verb: normalize(title[action].replace('{number}', '').trim()),
  })),
)

/** Recognizes “Enable 8000000018” in either language and word order as an action and a lock. */
export const lockCommandIn = (query: string): LockCommand => {
  const text = normalize(query).trim()
  for (const { action, verb } of verbs) {
    const rest = text.startsWith(verb)
      ? text.slice(verb.length)
      : text.endsWith(verb)
        ? text.slice(0, -verb.length)
        : ''
    if (mayBeNumber(rest)) return { action, number: rest.trim() }
  }
  return { action: null, number: query }
}
