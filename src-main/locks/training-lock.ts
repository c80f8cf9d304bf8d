import type { SimulatedLock } from '#shared/model/plugged-lock'
import type { ShellNumber } from '#shared/model/shell-number'
import { checkBytes } from './checks'
import type { Clock } from './clock'
import type { Firmware } from './simulated-hid-port'

// The training lock's protocol, 64-byte reports without a report id. A profile reads it like any other lock:
//   request  4c 44 01  tag[4]
//   answer   4c 44 81  tag[4]  the ten digits as text  sum of all these bytes
const request = [0x4c, 0x44, 0x01]
const answer = [0x4c, 0x44, 0x81]
const tagAt = 3
const tagLength = 4
const reportLength = 64

/** A little slower than the wire, so that “reading” can be seen; far from the second a card may take. */
const answersAfterMs = 60

export const trainingIds = { vendorId: 0x1209, productId: 0x0001 } as const
export const trainingProduct = 'Lock Desk Training Lock'

/** The answer of a training lock to a request report; null when it is not a request. `digits` is what it holds. */
export const trainingAnswer = (report: Uint8Array, digits: string): Uint8Array | null => {
  const asked = report.subarray(1)
  if (!request.every((byte, index) => asked[index] === byte)) return null
  const head = [...answer, ...asked.subarray(tagAt, tagAt + tagLength), ...Buffer.from(digits, 'latin1')]
  const reply = new Uint8Array(reportLength)
  reply.set(head)
  reply.set(checkBytes('sum8', Uint8Array.from(head)), head.length)
  return reply
}

/** A training lock. `condition` is asked at every request, so that it can change while the lock is plugged in. */
export const trainingLockFirmware = (
  shellNumber: ShellNumber,
  condition: () => SimulatedLock['condition'],
  { clock, stopped }: { readonly clock: Clock; readonly stopped: AbortSignal },
): Firmware => ({
  refuses: () => (condition() === 'busy' ? 'busy' : null),
  onReport: (report, reply) => {
    // An unreadable lock answers in form, but what it holds is worn away.
    const digits = condition() === 'unreadable' ? shellNumber.replace(/\d{4}$/, '????') : shellNumber
    const answered = trainingAnswer(report, digits)
    if (answered === null) return
    clock.wait(answersAfterMs, stopped).then(
      () => reply(answered),
      () => undefined,
    )
  },
})
