import { checkBytes } from './checks'
import type { Firmware } from './simulated-hid-port'

// The training tray's unknown device. No shipped profile knows its protocol, so that a technician can practise writing
// one; the devices page tells it (src-shared/model/practice-device.ts). To all other requests it is silent.
//   request  50 52
//   answer   50 a2  the number, eight bytes, the lowest first  exclusive or of all these bytes
const request = [0x50, 0x52]
const answer = [0x50, 0xa2]
const reportLength = 64

/** `serialNumber` ends with the shell number, as the USB serial numbers of some makers do. */
export const practiceFirmware = (serialNumber: string): Firmware => ({
  onReport: (report, reply) => {
    const asked = report.subarray(1)
    if (!request.every((byte, index) => asked[index] === byte)) return
    const number = Buffer.alloc(8)
    number.writeBigUInt64LE(BigInt(serialNumber.replace(/^\D+/, '')))
    const head = Uint8Array.from([...answer, ...number])
    const reply64 = new Uint8Array(reportLength)
    reply64.set(head)
    reply64.set(checkBytes('xor8', head), head.length)
    reply(reply64)
  },
})
