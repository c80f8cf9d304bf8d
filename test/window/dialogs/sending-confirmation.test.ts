import { describe, expect, it } from 'vitest'
import { sendingConfirmation } from '../../../src-main/window/dialogs/sending-confirmation'
import type { SendingRequest } from '../../../src-main/window/dialogs/sending-confirmation'

const facts = {
  vendorId: 0x0529,
  productId: 1,
  product: 'Dongle”\nNothing is sent.\u202e',
  manufacturer: null,
  serialNumber: 'S1',
}
const every: SendingRequest[] = [
  { kind: 'device', facts, minutes: 1 },
  {
    kind: 'requests',
    facts,
    requests: [
      {
        profile: { en: 'One', zh: '一' },
        ...{ isFeature: false, reportId: 0, length: 64, bytes: '4c 44 ?? ??' },
      },
      { profile: { en: 'Two”\n', zh: '二”\n' }, isFeature: true, reportId: 5, length: 8, bytes: 'a5 01' },
    ],
  },
  { kind: 'profile', profileId: 'practice', vendorId: 0x0529, productId: 1 },
]

describe('the confirmation before sending to a device', () => {
  it.each(every)('names the device by its IDs, and the button repeats the title ($kind)', (request) => {
    for (const language of ['en', 'zh'] as const) {
      const { message, detail, yes } = sendingConfirmation(request, language)
      expect(message).toContain(yes)
      expect(detail).toContain('0529:0001')
      expect(detail).not.toMatch(/Dongle”\s|\u202e/)
      expect(detail.split('\n')).toHaveLength({ device: 3, requests: 7, profile: 2 }[request.kind])
      if (request.kind === 'requests') expect(detail).toMatch(/4c 44 \?\? \?\?\n.*5.*8.*a5 01$/)
    }
  })
})
