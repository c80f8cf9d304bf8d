/** What lets the person at this computer open a USB lock on Linux. */
export interface UdevRule {
  readonly fileName: string
  /** Where the file goes. */
  readonly path: string
  readonly text: string
  /** Typed once the file is in its place; afterwards the lock need not be plugged in again. */
  readonly commands: string
}

interface UsbIds {
  readonly vendorId: number
  readonly productId: number
}

const hex = (id: number) => (id & 0xffff).toString(16).padStart(4, '0')

/**
 * One line for one model: access for whoever is logged in at the seat (systemd's `uaccess`), never for everyone. Only
 * the two ids go into it: a device's own texts could say anything, and udev rules run as root.
 */
export const udevLine = (ids: UsbIds): string =>
  [
    'KERNEL=="hidraw*"',
    'SUBSYSTEM=="hidraw"',
    `ATTRS{idVendor}=="${hex(ids.vendorId)}"`,
    `ATTRS{idProduct}=="${hex(ids.productId)}"`,
    'TAG+="uaccess"',
  ].join(', ')

/** A rule file from a device's own ids, to copy or save. It must sort before 73-seat-late.rules, which does the work. */
export const udevRuleFor = (ids: UsbIds): UdevRule => {
  const fileName = `60-lock-desk-${hex(ids.vendorId)}-${hex(ids.productId)}.rules`
  return {
    fileName,
    path: `/etc/udev/rules.d/${fileName}`,
    text: `# Lock Desk: the person at this computer may use locks with the USB ids ${hex(ids.vendorId)}:${hex(ids.productId)}.\n${udevLine(ids)}\n`,
    commands: 'sudo udevadm control --reload\nsudo udevadm trigger --subsystem-match=hidraw --action=add',
  }
}
