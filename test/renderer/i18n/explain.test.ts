import { describe, expect, it } from 'vitest'
import type { CommandFailure } from '#shared/commands'
import type { ChangeReason, ChangeState } from '#shared/model/change'
import { businessCodes } from '#shared/model/business-codes'
import { platformFailureCodes } from '#shared/platform-failure'
import type { PlatformFailure } from '#shared/platform-failure'
import { explainEntry, explainFailure, explainReason } from '../../../src-renderer/i18n/explain'
import { entry } from '../support/samples'
import { wordsIn } from '../support/draw'

const languages = ['en', 'zh'] as const
const platformFailure = (part: Partial<PlatformFailure> = {}): PlatformFailure => ({
  code: 'refused',
  message: '',
  changed: 'no',
  ...part,
})

// A kind added to the contract and forgotten here does not compile.
const kinds: Record<Exclude<ChangeReason['kind'], 'platform' | 'status'>, true> = {
  'missing-in-answer': true,
  'lock-pulled-out': true,
  'lock-unreadable': true,
  'lock-swapped': true,
  'journal-not-writable': true,
  'not-confirmed': true,
  interrupted: true,
  said: true,
  cancelled: true,
  superseded: true,
  'password-gone': true,
  'said-by-person': true,
  'left-unknown': true,
  'read-back-not-applied': true,
  'read-back-applied': true,
}
const failureCodes: Record<CommandFailure['code'], true> = {
  ...(Object.fromEntries(platformFailureCodes.map((code) => [code, true])) as Record<
    PlatformFailure['code'],
    true
  >),
  'refused-sender': true,
  'invalid-input': true,
  'not-found': true,
  'not-saved': true,
  'own-folder': true,
  'not-confirmed': true,
  'too-early': true,
  switching: true,
  internal: true,
}
const reasons: ChangeReason[] = [
  ...Object.keys(kinds).map((kind) => ({ kind, message: 'The account exists' }) as ChangeReason),
  ...[2, 3, 4, 7, null].map((status) => ({ kind: 'status', status }) as const),
  { kind: 'platform', failure: platformFailure({ code: 'timeout', changed: 'unknown' }) },
]

const isWorded = (text: string, language: 'en' | 'zh') => {
  expect(text).not.toMatch(/^(words|desk|frame)\./)
  expect(text).not.toMatch(/undefined|null|NaN|\{/)
  expect(text).toMatch(language === 'zh' ? /\p{Script=Han}/u : /[a-z]/)
}

describe.each(languages)('explanations in %s', (language) => {
  const words = wordsIn(language)

  it.each(Object.keys(businessCodes))(
    'have words for business code %s, and the code in small print',
    (code) => {
      const told = explainFailure(platformFailure({ businessCode: code }), words)
      isWorded(told.what, language)
      isWorded(told.next, language)
      expect(told.smallPrint.join(' ')).toContain(code)
    },
  )

  it.each(Object.keys(failureCodes))('have words and a next action for the failure %s', (code) => {
    const told = explainFailure({ code, message: 'x', changed: 'no' } as CommandFailure, words)
    isWorded(told.what, language)
    isWorded(told.next, language)
  })

  it.each(reasons)('have words and a next action for %o', (reason) => {
    const told = explainReason(reason, words)
    isWorded(told.what, language)
    isWorded(told.next, language)
  })

  it.each(['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown'] satisfies ChangeState[])(
    'have words for an entry that is %s',
    (state) => {
      for (const action of ['disable', 'enable'] as const) {
        isWorded(explainEntry(entry({ state, action }), words).what, language)
      }
    },
  )
})

describe('explainFailure', () => {
  it('keeps the code of the platform that the document does not list for support', () => {
    const told = explainFailure(
      platformFailure({ businessCode: '99999', message: 'no such thing' }),
      wordsIn('en'),
    )
    expect(told.smallPrint).toEqual(['Code 99999', 'no such thing'])
  })

  it('names an HTTP status only where it says something', () => {
    const statuses = [200, 299, 503].map(
      (httpStatus) => explainFailure(platformFailure({ httpStatus }), wordsIn('en')).smallPrint,
    )
    expect(statuses).toEqual([[], [], ['HTTP 503']])
  })

  it('does not say “before you send again” about a read', () => {
    const timeout = platformFailure({ code: 'timeout' })
    const read = explainFailure(timeout, wordsIn('en'))
    const change = explainFailure(timeout, wordsIn('en'), { isRead: false })
    expect(read.next).not.toContain('send')
    expect(change.next).toContain('send')
  })
})

describe('explainEntry', () => {
  it('offers to look an unknown change up, whatever the reason says', () => {
    const told = explainEntry(
      entry({
        state: 'unknown',
        reason: { kind: 'platform', failure: platformFailure({ code: 'timeout', changed: 'unknown' }) },
      }),
      wordsIn('en'),
    )
    expect(told.remedy).toBe('settle')
  })

  it('puts Chinese sentences together without a space', () => {
    const told = explainEntry(
      entry({ state: 'failed', reason: { kind: 'status', status: 2 } }),
      wordsIn('zh'),
    )
    expect(told.what).toBe('锁没有被禁用。平台上没有这个号码的锁。')
  })
})
