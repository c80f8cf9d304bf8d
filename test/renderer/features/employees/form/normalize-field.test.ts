import { describe, expect, it } from 'vitest'
import { normalizeField } from '../../../../../src-renderer/features/employees/form/normalize-field'

describe('normalizeField', () => {
  it.each([
    ['userName', 'ｃｈｅｎ７', 'chen7', ['full-width']],
    ['userName', "'007", '007', ['number-format']],
    ['userName', '1001.0', '1001', ['number-format']],
    ['passwordMobile', '138-0013 8000', '13800138000', ['spacing']],
    ['passwordMobile', '1.38E+10', '1.38E+10', []],
    ['name', 'Ｃｈｅｎ', 'Ｃｈｅｎ', []],
    ['name', '\u202eChen\u0007', 'Chen', ['hidden']],
    ['name', '👩‍🔧', '👩‍🔧', []],
    ['name', ' Chen \n Yu ', 'Chen Yu', []],
    ['password', ' ａ\u202e ', ' ａ\u202e ', []],
  ] as const)('cleans %s “%s”', (field, input, text, normalized) => {
    expect(normalizeField(field, input)).toEqual({ text, normalized })
  })
})
