import { describe, expect, it } from 'vitest'
import { loanCommands } from '#shared/bridge/loan-commands'
import { reviewCommands } from '#shared/bridge/review-commands'
import { plainName, visibleText } from '#shared/model/visible-text'

describe('visibleText', () => {
  it.each(['', '北桥 & Söhne', 'line\tone\r\nline two', 'שלום \u200f!', 'a\u200db', '👩‍🔧'])(
    'keeps %j',
    (text) => {
      expect(visibleText(text)).toBe(text)
    },
  )

  it.each([
    ['a\u0000b', 'a\ufffdb'],
    ['gpj.\u202eexe', 'gpj.\ufffdexe'],
    ['\u2066x\u2069', '\ufffdx\ufffd'],
    ['\u001b[31mred\u009b', '\ufffd[31mred\ufffd'],
  ])('shows the hidden characters of %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown)
    expect(visibleText(shown)).toBe(shown)
  })
})

describe('plainName', () => {
  it.each(['北桥 & Söhne', 'שלום', '👩‍🔧 Zhao', "O'Neil"])('keeps %j', (name) => {
    expect(plainName(name)).toBe(name)
  })

  it.each([
    ['  Li\n Wei\t', 'Li Wei'],
    ['gpj.\u202eexe', 'gpj.exe'],
    ['\u2066Li\u2069 Wei\u200b\u0007', 'Li Wei'],
    ['\u202e\u200b ', ''],
  ])('removes what is hidden in %j', (typed, name) => {
    expect(plainName(typed)).toBe(name)
    expect(visibleText(name)).toBe(name)
  })
})

it('notes reach main without hidden characters', () => {
  const note = 'called \u202eback\u0007'
  const loan = { borrowedUsbKey: 'L', memberGlobalId: null, note, operatorIdentity: 'Li Wei' }
  expect(loanCommands['loans/close'].input.parse(loan).note).toBe('called back')
  const review = { entryIds: ['a.0'], as: 'done', note, operatorIdentity: 'Li Wei' }
  expect(reviewCommands['changes/mark-result'].input.parse(review).note).toBe('called back')
})
