import type { CommandFailure } from '#shared/commands'
import type { ChangeReason, JournalEntry } from '#shared/model/change'
import { businessCodes, isBusinessCode } from '#shared/model/business-codes'
import type { PlatformFailure } from '#shared/platform-failure'
import { canBeLookedUp } from '../changes/can-be-looked-up'
import { joinSentences } from './i18n'
import type { TextKey } from './messages'
import type { Texts } from './use-texts'

/** What one button beside an explanation can do about it. */
export type Remedy = 'settle' | 'retry' | 'look-up' | 'check-platform'

/** What happened and the one thing to do next, in the person's language; codes for support apart. */
export interface Explanation {
  readonly what: string
  readonly next: string
  readonly smallPrint: readonly string[]
  readonly remedy: Remedy | null
}

export type Words = Pick<Texts, 't'> & { readonly language: 'en' | 'zh' }

const isPlatformFailure = (failure: CommandFailure): failure is PlatformFailure => 'changed' in failure

/** 200 and 299 are the statuses of every answer (API document, section 1); any other is worth telling support. */
const isTelling = (httpStatus: number): boolean => httpStatus !== 200 && httpStatus !== 299

const longestDetail = 240
const shortened = (text: string): string =>
  text.length > longestDetail ? `${text.slice(0, longestDetail)}…` : text

/** Codes whose English message says something that the words do not. */
const withDetail = new Set<CommandFailure['code']>([
  'refused',
  'malformed',
  'invalid',
  'invalid-input',
  'internal',
])

const smallPrintOf = (failure: CommandFailure, { t }: Words): string[] => {
  const parts: string[] = []
  if (isPlatformFailure(failure)) {
    const { businessCode, httpStatus } = failure
    if (businessCode !== undefined) parts.push(t('words.code', { code: businessCode }))
    if (httpStatus !== undefined && isTelling(httpStatus)) {
      parts.push(t('words.httpStatus', { status: httpStatus }))
    }
  }
  if (withDetail.has(failure.code) && failure.message !== '') parts.push(shortened(failure.message))
  return parts
}

const remedyOf = (failure: CommandFailure): Remedy | null => {
  if (failure.code === 'unreachable' || failure.code === 'timeout') return 'retry'
  if (failure.code === 'unauthorized') return 'check-platform'
  return failure.code === 'refused' ? 'look-up' : 'retry'
}

/** A failed command or call. `isRead` words a timeout of something that changes nothing. */
export const explainFailure = (
  failure: CommandFailure,
  words: Words,
  { isRead = true }: { isRead?: boolean } = {},
): Explanation => {
  const smallPrint = smallPrintOf(failure, words)
  const remedy = remedyOf(failure)
  const businessCode = isPlatformFailure(failure) ? failure.businessCode : undefined
  if (businessCode !== undefined && isBusinessCode(businessCode)) {
    const { what, next } = businessCodes[businessCode][words.language]
    return { what, next, smallPrint, remedy }
  }
  const missing = isPlatformFailure(failure) ? failure.missing : undefined
  const name = missing ?? (failure.code === 'timeout' && isRead ? 'timeoutOfRead' : failure.code)
  return {
    what: words.t(`words.failure.${name}.what`),
    next: words.t(`words.failure.${name}.next`),
    smallPrint,
    remedy,
  }
}

/** `status` of a lock operation result (API document, section 2.1). */
const statusNames = new Map([
  [2, 'status-no-such-lock'],
  [3, 'status-failed'],
  [4, 'status-wrong-type'],
] as const)

type ReasonName = TextKey extends infer Key
  ? Key extends `words.reason.${infer Name}.what`
    ? Name
    : never
  : never

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
  'not-confirmed': 'retry',
  interrupted: 'look-up',
  said: 'retry',
  cancelled: null,
  superseded: null,
  'password-gone': null,
  'said-by-person': null,
  'left-unknown': null,
  'read-back-not-applied': 'retry',
  'read-back-applied': null,
}

export const explainReason = (reason: ChangeReason, words: Words): Explanation => {
  if (reason.kind === 'platform') return explainFailure(reason.failure, words, { isRead: false })
  const name: ReasonName =
    reason.kind === 'status' ? (statusNames.get(reason.status as 2 | 3 | 4) ?? 'status-other') : reason.kind
  const smallPrint: string[] = []
  const operator = 'operatorIdentity' in reason ? reason.operatorIdentity : ''
  if ('note' in reason && reason.note !== '') smallPrint.push(reason.note)
  if (reason.kind === 'status' && reason.status !== null) {
    smallPrint.push(words.t('words.statusCode', { status: reason.status }))
  }
  if (reason.kind === 'said' && reason.message !== '') smallPrint.push(shortened(reason.message))
  return {
    what: words.t(`words.reason.${name}.what`, { operator }),
    next: words.t(`words.reason.${name}.next`),
    smallPrint,
    remedy: remediesOfReasons[name],
  }
}

/** What became of a change: the sentence, its reason where there is one, and what to do. */
export const explainEntry = (entry: JournalEntry, words: Words): Explanation => {
  const meaning = words.t(`words.outcomeMeaning.${entry.action}.${entry.state}`)
  const reason = entry.reason === null ? null : explainReason(entry.reason, words)
  if (entry.state === 'unknown' && entry.reason?.kind === 'left-unknown') {
    return {
      what: joinSentences(words.language, [meaning, reason?.what ?? '']),
      next: '',
      smallPrint: reason?.smallPrint ?? [],
      remedy: null,
    }
  }
  if (entry.state === 'unknown') {
    const what = joinSentences(words.language, [meaning, reason?.what ?? ''])
    const smallPrint = reason?.smallPrint ?? []
    return canBeLookedUp(entry)
      ? { what, next: words.t('words.unknownNext'), smallPrint, remedy: 'settle' }
      : { what, next: words.t('words.unknownAsk'), smallPrint, remedy: null }
  }
  if (entry.state === 'failed' || entry.state === 'not-sent') {
    return reason === null
      ? { what: meaning, next: '', smallPrint: [], remedy: 'retry' }
      : { ...reason, what: joinSentences(words.language, [meaning, reason.what]) }
  }
  const isSaid = entry.reason?.kind === 'said-by-person'
  return {
    what: isSaid ? joinSentences(words.language, [meaning, reason?.what ?? '']) : meaning,
    next: '',
    smallPrint: isSaid ? (reason?.smallPrint ?? []) : [],
    remedy: null,
  }
}
