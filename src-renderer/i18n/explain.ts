import type { CommandFailure } from '#shared/bridge/commands'
import type { ChangeReason, JournalEntry } from '#shared/model/changes/change'
import { businessCodes } from '#shared/model/api/business-codes'
import {
  businessCodeOf,
  failureNameOf,
  isPlatformFailure,
  reasonNameOf,
} from '#shared/texts/explanation-name'
import type { ReasonName } from '#shared/texts/explanation-name'
import { visibleText } from '#shared/model/visible-text'
import { canCheckResult } from '#shared/model/changes/can-check-result'
import { joinSentences } from './i18n'
import type { Texts } from './use-texts'
import { shownName, shownText } from '../names/shown-name'

/** The action of the button beside an explanation. */
type Remedy = 'check-result' | 'retry' | 'look-up' | 'check-platform'

/** What happened and the next step in the user's language, with codes for support separately. */
export interface Explanation {
  readonly what: string
  readonly next: string
  readonly smallPrint: readonly string[]
  /** A message of another language than the window's, or in technical words, to be shown on request. */
  readonly detail?: string
  readonly remedy: Remedy | null
}

export type Translator = Pick<Texts, 't'> & { readonly language: 'en' | 'zh' }

/** 200 and 299 are the regular statuses (docs/api.md, section 1); any other one is shown for support. */
const isIrregular = (httpStatus: number): boolean => httpStatus !== 200 && httpStatus !== 299

const maxDetailLength = 240
export const shortened = (text: string): string =>
  text.length > maxDetailLength ? `${text.slice(0, maxDetailLength)}…` : text

/** Codes whose English message has additional information. */
const withDetail = new Set<CommandFailure['code']>([
  'refused',
  'malformed',
  'invalid',
  'invalid-input',
  'internal',
])

/** Messages of platforms are in English. Names and codes alone say nothing in another language either. */
export const isForeign = (message: string, language: Translator['language']): boolean =>
  language === 'zh' && message !== '' && !/\p{Script=Han}/u.test(message)

/** The message beside the codes, or, if it is foreign, as a detail. */
export const withMessage = (
  smallPrint: readonly string[],
  message: string,
  { language }: Translator,
): Pick<Explanation, 'smallPrint' | 'detail'> => {
  if (message === '') return { smallPrint }
  return isForeign(message, language)
    ? { smallPrint, detail: shortened(shownText(message)) }
    : { smallPrint: [...smallPrint, shortened(shownText(message))] }
}

/** Where in a signed file: an invalid field, or the character that cannot be read. The other codes name the field. */
const placeOf = (failure: CommandFailure, t: Translator['t']): string | null => {
  if (!('at' in failure)) return null
  const { code, at } = failure
  if (typeof at === 'number') return t('common.place.character', { n: at })
  return code === 'invalid-field' && at ? t('common.place.field', { field: visibleText(at) }) : null
}

const smallPrintOf = (
  failure: CommandFailure,
  translator: Translator,
): Pick<Explanation, 'smallPrint' | 'detail'> => {
  const { t } = translator
  const parts: string[] = []
  if (isPlatformFailure(failure)) {
    const { businessCode, httpStatus } = failure
    if (businessCode !== undefined) parts.push(t('common.code', { code: businessCode }))
    if (httpStatus !== undefined && isIrregular(httpStatus)) {
      parts.push(t('common.httpStatus', { status: httpStatus }))
    }
  }
  const place = placeOf(failure, t)
  if (place !== null) parts.push(place)
  return withMessage(parts, withDetail.has(failure.code) ? failure.message : '', translator)
}

/** How long a busy platform asks to wait, in whole seconds. */
const secondsOf = (failure: CommandFailure): number =>
  'retryAfterMs' in failure ? Math.ceil(failure.retryAfterMs / 1000) : 0

const remedyOf = (failure: CommandFailure): Remedy | null => {
  if (failure.code === 'unreachable' || failure.code === 'timeout' || failure.code === 'busy') return 'retry'
  if (failure.code === 'unauthorized') return 'check-platform'
  return failure.code === 'refused' ? 'look-up' : 'retry'
}

/** Explains a failed command or request. `isRead`: a timeout of a read-only request needs no warning. */
export const explainFailure = (
  failure: CommandFailure,
  translator: Translator,
  { isRead = true }: { isRead?: boolean } = {},
): Explanation => {
  const print = smallPrintOf(failure, translator)
  const remedy = remedyOf(failure)
  const businessCode = businessCodeOf(failure)
  if (businessCode !== null) {
    const { what, next } = businessCodes[businessCode][translator.language]
    return { what, next, ...print, remedy }
  }
  const seconds = secondsOf(failure)
  const name = seconds > 0 ? 'busyFor' : failureNameOf(failure, isRead)
  return {
    what: translator.t(`common.failure.${name}.what`, { seconds }),
    next: translator.t(`common.failure.${name}.next`),
    ...print,
    remedy,
  }
}

const remediesOfReasons: Record<ReasonName, Remedy | null> = {
  'status-no-such-lock': 'look-up',
  'status-failed': 'look-up',
  'status-wrong-type': 'look-up',
  'status-other': 'look-up',
  'missing-in-answer': 'look-up',
  'lock-pulled-out': 'retry',
  'lock-unreadable': 'retry',
  'lock-swapped': 'retry',
  'journal-not-writable': 'retry',
  'log-not-delivered': 'retry',
  'not-confirmed': 'retry',
  interrupted: 'look-up',
  said: 'retry',
  cancelled: null,
  superseded: null,
  'changed-state': null,
  'changed-holder': 'look-up',
  'changed-type': 'look-up',
  'changed-data': null,
  'changed-missing': 'look-up',
  'password-gone': null,
  'said-by-person': null,
  'left-unknown': null,
  'read-back-not-applied': 'retry',
  'read-back-applied': null,
}

export const explainReason = (reason: ChangeReason, translator: Translator): Explanation => {
  if (reason.kind === 'platform') return explainFailure(reason.failure, translator, { isRead: false })
  const name = reasonNameOf(reason)
  const smallPrint: string[] = []
  const operator = 'operatorIdentity' in reason ? reason.operatorIdentity : ''
  if ('note' in reason && reason.note !== '') smallPrint.push(shownText(reason.note))
  if (reason.kind === 'status' && reason.status !== null) {
    smallPrint.push(translator.t('common.statusCode', { status: reason.status }))
  }
  return {
    what: translator.t(`common.reason.${name}.what`, { operator: shownName(operator) }),
    next: translator.t(`common.reason.${name}.next`),
    ...withMessage(smallPrint, reason.kind === 'said' ? reason.message : '', translator),
    remedy: remediesOfReasons[name],
  }
}

/** What a business code means is in the present tense. Read later, it says how it was then. */
export const asOfThen = (reason: string, { t }: Translator): string => t('common.reasonThen', { reason })

/** As `explainReason`, for a change that ended before. */
export const explainPastReason = (reason: ChangeReason, translator: Translator): Explanation => {
  const explained = explainReason(reason, translator)
  const isOfCode = reason.kind === 'platform' && businessCodeOf(reason.failure) !== null
  return isOfCode ? { ...explained, what: asOfThen(explained.what, translator) } : explained
}

interface Meaning {
  readonly meaning: string
  readonly reason: Explanation | null
}

const withReason = (
  { meaning, reason }: Meaning,
  { language }: Translator,
): Pick<Explanation, 'what' | 'smallPrint'> => ({
  what: joinSentences(language, [meaning, reason?.what ?? '']),
  smallPrint: reason?.smallPrint ?? [],
})

const explainUnknown = (
  entry: JournalEntry,
  meaning: Meaning,
  translator: Translator,
  checkText: string | null,
): Explanation => {
  const known = { ...meaning.reason, ...withReason(meaning, translator) }
  if (entry.reason?.kind === 'left-unknown') return { ...known, next: '', remedy: null }
  return canCheckResult(entry)
    ? { ...known, next: checkText ?? translator.t('common.unknownNext'), remedy: 'check-result' }
    : { ...known, next: translator.t('common.unknownAsk'), remedy: null }
}

/** Explains a change's result: the sentence, its reason if there is one, and the next step. */
export const explainEntry = (
  entry: JournalEntry,
  translator: Translator,
  /** The text about the last check (check-text.ts); null if it was not checked. */
  checkText: string | null = null,
  explain: typeof explainReason = explainReason,
): Explanation => {
  const meaning = translator.t(`common.outcomeMeaning.${entry.action}.${entry.state}`)
  const reason = entry.reason === null ? null : explain(entry.reason, translator)
  if (entry.state === 'unknown') return explainUnknown(entry, { meaning, reason }, translator, checkText)
  if (entry.state === 'failed' || entry.state === 'not-sent') {
    return reason === null
      ? { what: meaning, next: '', smallPrint: [], remedy: 'retry' }
      : { ...reason, what: joinSentences(translator.language, [meaning, reason.what]) }
  }
  const isMarked = entry.reason?.kind === 'said-by-person'
  const shown = isMarked ? withReason({ meaning, reason }, translator) : { what: meaning, smallPrint: [] }
  return { ...shown, next: '', remedy: null }
}
