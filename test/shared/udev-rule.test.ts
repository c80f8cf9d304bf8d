import { describe, expect, it } from 'vitest'
import { udevRuleFor } from '../../src-shared/udev-rule'

describe('udevRuleFor', () => {
  it("creates a rule from a device's IDs for the user at the computer", () => {
    expect(udevRuleFor({ vendorId: 0x0529, productId: 0x0001 })).toEqual({
      fileName: '60-lock-desk-0529-0001.rules',
      path: '/etc/udev/rules.d/60-lock-desk-0529-0001.rules',
      text: [
        '# Lock Desk: the person at this computer may use locks with the USB ids 0529:0001.',
        'KERNEL=="hidraw*", SUBSYSTEM=="hidraw", ATTRS{idVendor}=="0529", ATTRS{idProduct}=="0001", TAG+="uaccess"',
        '',
      ].join('\n'),
      commands: 'sudo udevadm control --reload\nsudo udevadm trigger --subsystem-match=hidraw --action=add',
    })
  })

  it('sorts before the systemd rule that grants access', () => {
    expect(udevRuleFor({ vendorId: 1, productId: 2 }).fileName < '73-seat-late.rules').toBe(true)
  })

  it('never opens a device to everyone', () => {
    expect(udevRuleFor({ vendorId: 0xffff, productId: 0 }).text).not.toMatch(/MODE|GROUP|OWNER|RUN/)
  })
})
