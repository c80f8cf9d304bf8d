import { describe, expect, it } from 'vitest'
import { readCode } from '../../../../src-renderer/app/scan/scanned-code'

const gs = '\x1D'

describe('what a code contains', () => {
  it.each([
    ['8000000017', '8000000017'],
    ['8000 000 017', '8000 000 017'],
    [']C18000000017', '8000000017'],
    [']Q3(21)8000000017', '8000000017'],
    ['*8000000017*', '8000000017'],
    ['LD8000000017', 'LD8000000017'],
    ['(21)8000000017', '8000000017'],
    ['(01)04006381333931(21)8000000017', '8000000017'],
    ['(01)04006381333931(10)8123456789(21)8000000017', '8000000017'],
    ['218000000017', '8000000017'],
    [']C1218000000017', '8000000017'],
    [`${gs}218000000017`, '8000000017'],
    ['0104006381333931218000000017', '8000000017'],
    [`]d2010400638133393110LOT7${gs}218000000017${gs}17300101`, '8000000017'],
    [`0104006381333931${gs}21LD8000000017`, '8000000017'],
    ['https://verify.example.com/p/20260101/8000000017', '8000000017'],
    ['HTTPS://VERIFY.EXAMPLE.COM/?SN=LD8000000017', '8000000017'],
    ['https://a.example/8000000017?utm_source=label', '8000000017'],
    ['example.com/8000000017', '8000000017'],
    ['lock-desk://lock/8000000017', '8000000017'],
    ['SN:8000000017', '8000000017'],
    ['S/N: 6000000017', '6000000017'],
    ['序列号：8000000017', '8000000017'],
  ])('%s is one lock', (sent, text) => {
    expect(readCode(sent)).toEqual({ kind: 'number', text })
  })

  it.each([
    // EAN-13 with ten digits in it that would be a shell number.
    '4006381333931',
    '6901234567892',
    '8000-00017',
    '18000000017',
    'tel:8012345678',
    'BEGIN:VCARD TEL:8012345678 END:VCARD',
    'https://a.example/8000000017/8000000018',
    'enable 8000000018',
    '(21)4006381333931',
    `0104006381333932218000000017`,
    '',
  ])('“%s” is no lock', (sent) => {
    expect(readCode(sent).kind).toBe('other')
  })

  it('tells several numbers from two that are glued', () => {
    expect(readCode('8000000017 8000000018').kind).toBe('several')
    expect(readCode('80000000178000000018').kind).toBe('glued')
  })

  it('knows printed orders, also of earlier versions and with W and Z exchanged', () => {
    for (const prefix of ['LDRO1', 'LDWO1', 'ldwo1', 'LDZO1'])
      expect(readCode(`]Q1${prefix}12345678`)).toEqual({ kind: 'order', text: `${prefix}12345678` })
  })
})
