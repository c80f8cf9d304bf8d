/** A udev rule that lets the user open a USB lock on Linux. */
export interface UdevRule {
  readonly fileName: string
  /** The path of the rule file. */
  readonly path: string
  readonly text: string
  /** Commands to run after saving the file; the lock need not be plugged in again. */
  readonly commands: string
}

interface UsbIds {
  readonly vendorId: number
  readonly productId: number
}

const hex = (id: number) => (id & 0xffff).toString(16).padStart(4, '0')

/**
 * The rule for one model: access for the user logged in at the seat (systemd's `uaccess`), not for everyone.
 * Contains only the two IDs: device texts are untrusted, and udev rules run as root.
 */
export const udevLine = (ids: UsbIds): string =>
  [
    'KERNEL=="hidraw*"',
    'SUBSYSTEM=="hidraw"',
    `ATTRS{idVendor}=="${hex(ids.vendorId)}"`,
    `ATTRS{idProduct}=="${hex(ids.productId)}"`,
    'TAG+="uaccess"',
  ].join(', ')

/**
 * A rule file for a device's IDs, to copy or save. Its name must sort before 73-seat-late.rules, which applies
 * it.
 */
export const udevRuleFor = (ids: UsbIds): UdevRule => {
  const fileName = `60-lock-desk-${hex(ids.vendorId)}-${hex(ids.productId)}.rules`
  return {
    fileName,
    path: `/etc/udev/rules.d/${fileName}`,
    text: `# Lock Desk: the person at this computer may use locks with the USB ids ${hex(ids.vendorId)}:${hex(ids.productId)}.\n${udevLine(ids)}\n`,
    commands: 'sudo udevadm control --reload\nsudo udevadm trigger --subsystem-match=hidraw --action=add',
  }
}
