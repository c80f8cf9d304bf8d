import { describe, expect, it } from 'vitest'
import { createMembership } from '../../src-main/stocktake/membership'

describe('the computer in its branch', () => {
  const start = () => {
    const branch = { computer: null as string | null }
    const membership = createMembership({
      ready: () => Promise.resolve(),
      current: () =>
        branch.computer === null
          ? null
          : { computer: branch.computer, registers: new Map(), names: new Map<string, string>() },
    })
    return { branch, membership }
  }

  it('stays the one that was read until it is read again', async () => {
    const { branch, membership } = start()
    await membership.assertSame()
    branch.computer = 'C1'
    expect([membership.computer(), membership.isSame()]).toEqual([null, false])
    await expect(membership.assertSame()).rejects.toThrow('joined or left')
    membership.renew()
    expect([membership.computer(), membership.isSame()]).toEqual(['C1', true])
    await membership.assertSame()
  })
})
