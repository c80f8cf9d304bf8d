import { describe, expect, it } from 'vitest'
import type { CommandFailure } from '#shared/bridge/commands'
import type { ChangeReason, ChangeState } from '#shared/model/changes/change'
import { businessCodes } from '#shared/model/api/business-codes'
import { branchFailureCodes } from '#shared/model/branch/branch-failure'
import type { BranchFailureCode } from '#shared/model/branch/branch-failure'
import { orderFailureCodes } from '#shared/model/changes/order-failure'
import type { OrderFailureCode } from '#shared/model/changes/order-failure'
import { platformFailureCodes } from '#shared/model/api/platform-failure'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { explainEntry, explainFailure, explainReason } from '../../../src-renderer/i18n/explain'
import { entry } from '../support/samples'
import { translatorIn } from '../support/mount-component'

const languages = ['en', 'zh'] as const
const platformFailure = (part: Partial<PlatformFailure> = {}): PlatformFailure => ({
  code: 'refused',
  message: '',
  changed: 'no',
  ...part,
})

// A kind that is missing here does not compile.
const kinds: Record<Exclude<ChangeReason['kind'], 'platform' | 'status' | 'changed-since-check'>, true> = {
  'missing-in-answer': true,
  'lock-pulled-out': true,
  'lock-unreadable': true,
  'lock-swapped': true,
  'journal-not-writable': true,
  'log-not-delivered': true,
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
  ...(Object.fromEntries(orderFailureCodes.map((code) => [code, true])) as Record<OrderFailureCode, true>),
  ...(Object.fromEntries(branchFailureCodes.map((code) => [code, true])) as Record<BranchFailureCode, true>),
  'refused-sender': true,
  'invalid-input': true,
  'not-found': true,
  'not-saved': true,
  'file-not-saved': true,
  'restore-unfinished': true,
  'limit-reached': true,
  'own-folder': true,
  'not-confirmed': true,
  'too-early': true,
  'in-progress': true,
  switching: true,
  'look-only': true,
  'other-platform': true,
  'loan-too-long': true,
  'too-many-loans': true,
  'loans-unknown': true,
  'not-allowed': true,
  'work-order-required': true,
  'changes-limited': true,
  'policy-unreadable': true,
  internal: true,
}
const reasons: ChangeReason[] = [
  ...Object.keys(kinds).map((kind) => ({ kind, message: 'The account exists' }) as ChangeReason),
  ...(['state', 'holder', 'type', 'missing'] as const).map((what): ChangeReason => ({
    kind: 'changed-since-check',
    what,
  })),
  ...[2, 3, 4, 7, null].map((status) => ({ kind: 'status', status }) as const),
  { kind: 'platform', failure: platformFailure({ code: 'timeout', changed: 'unknown' }) },
]

const isWorded = (text: string, language: 'en' | 'zh') => {
  expect(text).not.toMatch(/^(common|desk|frame)\./)
  expect(text).not.toMatch(/undefined|null|NaN|\{/)
  expect(text).toMatch(language === 'zh' ? /\p{Script=Han}/u : /[a-z]/)
}

describe.each(languages)('explanations in %s', (language) => {
  const translator = translatorIn(language)

  it.each(Object.keys(businessCodes))(
    'have texts for business code %s, with the code in the details',
    (code) => {
      const explanation = explainFailure(platformFailure({ businessCode: code }), translator)
      isWorded(explanation.what, language)
      isWorded(explanation.next, language)
      expect(explanation.smallPrint.join(' ')).toContain(code)
    },
  )

  it.each(Object.keys(failureCodes))('have texts and a next step for the failure %s', (code) => {
    const explanation = explainFailure({ code, message: 'x', changed: 'no' } as CommandFailure, translator)
    isWorded(explanation.what, language)
    isWorded(explanation.next, language)
  })

  it.each(reasons)('have texts and a next step for %o', (reason) => {
    const explanation = explainReason(reason, translator)
    isWorded(explanation.what, language)
    isWorded(explanation.next, language)
  })

  it.each(['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown'] satisfies ChangeState[])(
    'have texts for an entry that is %s',
    (state) => {
      for (const action of ['disable', 'enable'] as const) {
        isWorded(explainEntry(entry({ state, action }), translator).what, language)
      }
    },
  )
})

describe('explainFailure', () => {
  it('says how long a busy platform asks to wait', () => {
    const busy = platformFailure({ code: 'busy', retryAfterMs: 1_500 })
    expect(explainFailure(busy, translatorIn('en')).what).toBe(
      'The platform asks to wait 2 s. It did nothing.',
    )
  })

  it('keeps an unlisted code of the platform for support', () => {
    const explanation = explainFailure(
      platformFailure({ businessCode: '99999', message: 'no such thing' }),
      translatorIn('en'),
    )
    expect(explanation.smallPrint).toEqual(['Code 99999', 'no such thing'])
  })

  it('shows an HTTP status only where it is informative', () => {
    const statuses = [200, 299, 503].map(
      (httpStatus) => explainFailure(platformFailure({ httpStatus }), translatorIn('en')).smallPrint,
    )
    expect(statuses).toEqual([[], [], ['HTTP 503']])
  })

  it('says where a signed file is invalid', () => {
    const of = (code: OrderFailureCode, at: string | number | null) =>
      languages.map(
        (language) => explainFailure({ code, message: '', at }, translatorIn(language)).smallPrint,
      )
    expect(of('invalid-field', 'rows.0.assetNum')).toEqual([
      ['Field: rows.0.assetNum'],
      ['字段：rows.0.assetNum'],
    ])
    expect(of('not-json', 7)).toEqual([['Character 7'], ['第 7 个字符']])
    expect(of('invalid-field', 'a\u202eb')).toEqual([['Field: a\ufffdb'], ['字段：a\ufffdb']])
    for (const [code, at] of [
      ['invalid-field', ''],
      ['not-utf8', null],
      ['signature-invalid', 'signature'],
    ] as const) {
      expect(of(code, at)).toEqual([[], []])
    }
  })

  it('says that a signed file is empty, and what to do', () => {
    expect(explainFailure({ code: 'file-empty', message: 'no bytes', at: null }, translatorIn('en'))).toEqual(
      expect.objectContaining({
        what: 'The file is empty.',
        next: 'Copy it again, or ask for the file again.',
        smallPrint: [],
      }),
    )
    expect(explainFailure({ code: 'file-empty', message: '', at: null }, translatorIn('zh')).what).toBe(
      '文件为空。',
    )
  })

  it('does not mention sending again for a read', () => {
    const timeout = platformFailure({ code: 'timeout' })
    const read = explainFailure(timeout, translatorIn('en'))
    const change = explainFailure(timeout, translatorIn('en'), { isRead: false })
    expect(read.next).not.toContain('send')
    expect(change.next).toContain('send')
  })
})

describe('explainEntry', () => {
  it('offers reading back for an unconfirmed change, whatever its reason', () => {
    const explanation = explainEntry(
      entry({
        state: 'unknown',
        reason: { kind: 'platform', failure: platformFailure({ code: 'timeout', changed: 'unknown' }) },
      }),
      translatorIn('en'),
    )
    expect(explanation.remedy).toBe('check-result')
  })

  it('joins Chinese sentences without a space', () => {
    const explanation = explainEntry(
      entry({ state: 'failed', reason: { kind: 'status', status: 2 } }),
      translatorIn('zh'),
    )
    expect(explanation.what).toBe('锁未禁用。平台上没有这个号码的锁。')
  })
})

describe('a message of the platform', () => {
  const refusal = (message: string): CommandFailure => ({
    code: 'refused',
    message,
    changed: 'no',
    businessCode: '33018',
  })
  const said = { kind: 'said' as const, message: 'userName must not be empty' }

  it('in English is a detail of a Chinese window, and stands beside its code in an English one', () => {
    const english = refusal('Borrowed lock 8000000031 is lent to another employee')
    const zh = explainFailure(english, translatorIn('zh'))
    expect(zh.smallPrint.join()).not.toContain('Borrowed')
    expect(zh.smallPrint.join()).toContain('33018')
    expect(zh.detail).toContain('Borrowed lock')
    const en = explainFailure(english, translatorIn('en'))
    expect([en.smallPrint.join(), en.detail]).toEqual([expect.stringContaining('Borrowed lock'), undefined])
    expect(explainReason(said, translatorIn('zh'))).toMatchObject({ smallPrint: [], detail: said.message })
  })

  it('in Chinese is shown in both', () => {
    for (const language of ['en', 'zh'] as const) {
      const explained = explainFailure(refusal('借用锁已借给其他员工'), translatorIn(language))
      expect(explained.smallPrint.join()).toContain('借用锁')
      expect(explained.detail).toBeUndefined()
    }
  })
})
