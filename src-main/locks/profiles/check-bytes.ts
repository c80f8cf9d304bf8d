import type { CheckBy } from './profile'

const sum8 = (data: Uint8Array) => data.reduce((sum, byte) => (sum + byte) & 0xff, 0)
const xor8 = (data: Uint8Array) => data.reduce((sum, byte) => sum ^ byte, 0)

/** CRC-16/MODBUS: polynomial 0x8005 reflected, start 0xffff (MODBUS over Serial Line 1.02, section 6.2.2). */
export const crc16Modbus = (data: Uint8Array): number =>
  data.reduce((crc, byte) => {
    let next = crc ^ byte
    for (let bit = 0; bit < 8; bit += 1) next = next & 1 ? (next >>> 1) ^ 0xa001 : next >>> 1
    return next
  }, 0xffff)

/** The check bytes in the order of the report; empty for `none`. */
export const checkBytes = (kind: CheckBy['kind'], data: Uint8Array): readonly number[] => {
  switch (kind) {
    case 'none':
      return []
    case 'sum8':
      return [sum8(data)]
    case 'xor8':
      return [xor8(data)]
    case 'crc16-modbus': {
      const crc = crc16Modbus(data)
      return [crc & 0xff, crc >>> 8]
    }
  }
}
