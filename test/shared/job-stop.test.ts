import { describe, expect, it } from 'vitest'
import { changeActions } from '#shared/model/changes/change'
import { jobStopSentences, sayJobStop } from '#shared/texts/job-stop'
import type { JobStop } from '#shared/texts/job-stop'
import { jobStop as en } from '#shared/texts/job-stops-en'
import { jobStop as zh } from '#shared/texts/job-stops-zh'

const first = {
  kind: 'first-failed',
  state: 'failed',
  reason: { kind: 'status', status: 4 },
} satisfies JobStop
const many = {
  kind: 'many-failed',
  tried: 20,
  failed: 8,
  unconfirmed: 2,
  reason: { kind: 'said', message: 'The account exists' },
} satisfies JobStop
const what = () => 'The platform rejected this item.'
const inEnglish = (stop: JobStop, action: (typeof changeActions)[number]) =>
  jobStopSentences(stop, action, sayJobStop(en), what).join(' ')
const inChinese = (stop: JobStop, action: (typeof changeActions)[number]) =>
  jobStopSentences(stop, action, sayJobStop(zh), () => '平台拒绝了此项。').join('')

describe('why a job stopped itself', () => {
  it('names the item by its kind, and the reason in the sentence or after it', () => {
    expect(inEnglish(first, 'disable')).toBe('The first lock failed: wrong lock type. Nothing else was sent.')
    expect(inEnglish({ ...first, state: 'unknown', reason: null }, 'assign')).toBe(
      'The first assignment is unconfirmed. Nothing else was sent.',
    )
    expect(inEnglish(many, 'add-employee')).toBe(
      '8 of 20 employees failed or are unconfirmed. The platform rejected this item.',
    )
    expect(inEnglish({ ...many, unconfirmed: 0, reason: null }, 'lend')).toBe('8 of 20 loans failed.')
    expect(inChinese(first, 'enable')).toBe('第一把加密锁失败：授权类型不符。其余均未发送。')
    expect(inChinese(many, 'delete-employee')).toBe('20 名员工中有 8 个失败或结果未知。平台拒绝了此项。')
  })

  it('has no placeholder left for any action', () => {
    for (const action of changeActions) {
      for (const stop of [first, many]) {
        expect(inEnglish(stop, action)).not.toMatch(/[{}]|undefined/)
        expect(inChinese(stop, action)).not.toMatch(/[{}]|undefined/)
      }
    }
  })
})
