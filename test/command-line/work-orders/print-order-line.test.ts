import { describe, expect, it } from 'vitest'
import { printLine } from '../../../src-main/command-line/print-line'
import { errorLine } from '../../../src-main/command-line/protocol'
import type { OutputLine } from '../../../src-main/command-line/protocol'

const textOf = (line: OutputLine, language: 'en' | 'zh') => printLine(line, language, new Map())?.text

const order: OutputLine = {
  type: 'work-order',
  id: '0b7a2f6e',
  digest: `9f2c31aa07be44d1${'0'.repeat(48)}`,
  action: 'disable',
  platform: 'https://platform.example',
  enterprises: ['E1'],
  rows: 2,
  note: '',
  preparedBy: 'Chen\u001b[2J Yu',
  created: 0,
  notBefore: new Date(2026, 11, 1, 8, 5).getTime(),
  expires: new Date(2026, 11, 8).getTime(),
  signer: null,
  key: 'x',
  problem: 'key-unknown',
}

describe('as text', () => {
  it('an order names signer, platform and time, and nothing moves the cursor', () => {
    expect(textOf(order, 'en')).toBe(
      [
        'Disable  2 rows  0b7a2f6e',
        'Signer: Unknown key',
        'Prepared by: Chen\ufffd[2J Yu',
        'Platform: https://platform.example',
        'Valid: 2026-12-01 08:05 – 2026-12-08 00:00',
        'Checksum: 9f2c 31aa 07be 44d1',
      ].join('\n'),
    )
    expect(textOf({ ...order, signer: 'Office', note: '归还' }, 'zh')).toContain('签名方：Office\n')
    expect(textOf({ ...order, note: '归还' }, 'zh')).toMatch(/备注：归还$/)
  })

  it('a key has the words of both lists, those of the language first', () => {
    const key: OutputLine = {
      type: 'key',
      name: 'office-pc',
      key: 'x',
      words: ['capable', 'various'],
      wordsZh: ['规', '慰'],
      state: 'own',
    }
    expect(textOf(key, 'en')).toBe(
      'office-pc  This computer\nWords (English): capable various\nWords (Chinese): 规 慰',
    )
    expect(textOf(key, 'zh')).toBe('office-pc  本机\n六个词（中文）：规 慰\n六个词（英文）：capable various')
  })

  it('a row and a failure say why, a failure also where', () => {
    const row: OutputLine = {
      type: 'order-row',
      key: 'LD8000000017',
      state: 'not-sent',
      reason: 'left-out',
      businessCode: null,
    }
    expect(textOf(row, 'en')).toBe('LD8000000017  Not sent  Not selected.')
    expect(textOf({ ...row, state: 'ready', reason: null }, 'zh')).toBe('LD8000000017  待发送')
    const failure = errorLine('duplicate-name', 'a name twice', { place: '8' })
    expect(textOf(failure, 'en')).toBe('lock-desk: At 8: The file has a name twice. Ask for the file again.')
  })
})
