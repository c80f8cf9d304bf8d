// @vitest-environment node
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  fileOfOrderCode,
  isOrderCode,
  orderCodeOf,
} from '../../../../src-renderer/entities/work-order/order-code'
import { qrSymbol } from '../../../../src-renderer/print/symbols'
import { drawFor } from '../../../locks/fuzz/draw'
import { testSeed } from '../../../support/test-seed'

const draw = drawFor(testSeed, 0)

const fileOf = (count: number): Uint8Array<ArrayBuffer> => {
  const rows = Array.from({ length: count }, () => ({
    assetNum: `LD${String(8_000_000_000 + draw.below(2 ** 32))}`,
  }))
  const signature = Buffer.from(draw.bytes(64)).toString('base64url')
  return new TextEncoder().encode(JSON.stringify({ enterprises: ['5317046820917364501'], rows, signature }))
}

describe('the code of a work order', () => {
  it('has the file of 200 locks as digits that fit a QR code', async () => {
    const file = fileOf(200)
    const code = (await orderCodeOf(file)) ?? ''
    expect(code).toMatch(/^LDRO1\d+$/)
    expect(await fileOfOrderCode(code)).toEqual(file)
    expect(await fileOfOrderCode(code.toLowerCase())).toEqual(file)
    // Printed by earlier versions; a keyboard layout may exchange W and Z.
    for (const prefix of ['LDWO1', 'LDZO1'])
      expect(await fileOfOrderCode(code.replace('LDRO1', prefix))).toEqual(file)
    expect(qrSymbol(code, 'L').width).toBeLessThanOrEqual(177 + 8)
    // As docs/work-orders.md says.
    const hex = BigInt(code.slice(5)).toString(16)
    expect(hex.startsWith('1')).toBe(true)
    expect(inflateRawSync(Buffer.from(hex.slice(1), 'hex'))).toEqual(Buffer.from(file))
  })

  it('does not exist for a file without room', async () => {
    expect(await orderCodeOf(fileOf(600))).toBeNull()
  })

  it('fits up to the last digit', async () => {
    // Random bytes do not get shorter.
    const longest = (await orderCodeOf(new Uint8Array(draw.bytes(2_920)))) ?? ''
    expect(longest.length).toBeGreaterThan(7_000)
    expect(qrSymbol(longest, 'L').width).toBe(177 + 8)
    expect(await orderCodeOf(new Uint8Array(draw.bytes(2_960)))).toBeNull()
  })

  it('is refused when it is damaged, too long or too large inside', async () => {
    const code = (await orderCodeOf(fileOf(20))) ?? ''
    expect(isOrderCode('8000000017')).toBe(false)
    expect(await fileOfOrderCode(code.slice(0, -40))).toBeNull()
    expect(await fileOfOrderCode(`LDWO1${'9'.repeat(7_100)}`)).toBeNull()
    const codeOfZeros = (count: number): string =>
      `LDWO1${BigInt(`0x01${deflateRawSync(Buffer.alloc(count)).toString('hex')}`).toString()}`
    expect((await fileOfOrderCode(codeOfZeros(200_000)))?.length).toBe(200_000)
    expect(await fileOfOrderCode(codeOfZeros(200_001))).toBeNull()
  })
})
