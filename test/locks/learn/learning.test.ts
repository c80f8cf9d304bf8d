import { describe, expect, it } from 'vitest'
import { createLearning } from '../../../src-main/locks/learn/learning'
import type { ProfileTester } from '../../../src-main/locks/profile-tester'
import { succeed } from '../../../src-shared/outcome'
import type { ShellNumber } from '../../../src-shared/model/locks/shell-number'

const numbers = ['8123456789', '6987001234', '8555012345'] as [ShellNumber, ShellNumber, ShellNumber]
const facts = { vendorId: 1, productId: 2, product: 'Key', manufacturer: 'Maker' }

/** Three plugged-in locks with the number in their serial numbers; `readAs` is what a profile reads. */
const learn = async (readAs: (number: ShellNumber) => string | null) => {
  const tester = {
    devices: () => ({
      devices: numbers.map((number) => ({ deviceId: number, facts, isProtected: false })),
    }),
    sample: (deviceId: string) =>
      Promise.resolve(
        succeed({
          facts: { ...facts, serialNumber: `SN${deviceId}` },
          reports: [],
          skipped: [],
          hasDescriptor: true,
        }),
      ),
    tryProfile: (deviceId: string) =>
      Promise.resolve(succeed({ decoded: { number: readAs(deviceId as ShellNumber) } })),
  } as unknown as ProfileTester
  const learning = createLearning(tester)
  for (const number of numbers.slice(0, 2)) await learning.add(number, number)
  const last = await learning.add(numbers[2], numbers[2])
  return { last, text: learning.profileText() }
}

describe('the profile that was learned', () => {
  it('can be saved when it reads the plugged-in locks', async () => {
    const { last, text } = await learn((number) => number)
    expect(last).toMatchObject({ learning: { canSave: true, result: { state: 'learned' } } })
    expect(text).toContain('"by": "serial"')
  })

  it('is refuted by a plugged-in lock that it reads with another number, or not at all', async () => {
    for (const wrong of ['8000000000', null]) {
      const { last, text } = await learn((number) => (number === numbers[1] ? wrong : number))
      expect(last).toMatchObject({ learning: { canSave: false, result: { state: 'none' } } })
      expect(text).toBeNull()
    }
  })
})
