import { describe, expect, it } from 'vitest'
import { checkBytes, crc16Modbus } from '../../../src-main/locks/profiles/check-bytes'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('checkBytes', () => {
  it('returns the published check value of CRC-16/MODBUS', () => {
    expect(crc16Modbus(bytes('123456789'))).toBe(0x4b37)
  })

  it('puts the low byte of a CRC first', () => {
    expect(checkBytes('crc16-modbus', bytes('123456789'))).toEqual([0x37, 0x4b])
  })

  it('keeps sum8 and xor8 in one byte', () => {
    const data = Uint8Array.of(0xff, 0xff, 0x03)
    expect(checkBytes('sum8', data)).toEqual([0x01])
    expect(checkBytes('xor8', data)).toEqual([0x03])
  })
})
