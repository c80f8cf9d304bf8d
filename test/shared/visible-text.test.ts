import { describe, expect, it } from 'vitest'
import { visibleText } from '#shared/model/visible-text'

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
