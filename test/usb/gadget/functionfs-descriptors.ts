// The two blocks that a FunctionFS program writes to ep0 first (linux/usb/functionfs.h).

const u32 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, index) => bytes.writeUInt32LE(value, 4 * index))
  return bytes
}
const u16 = (value: number) => [value & 0xff, value >> 8]

const magic = { descriptors: 3, strings: 2 } as const
const speeds = { full: 1, high: 2 } as const

export interface HidFunction {
  readonly descriptorLength: number
  readonly reportLength: number
  /** The subclass and protocol of a boot device: HID 1.11, sections 4.2 and 4.3. */
  readonly boot?: 'keyboard' | 'mouse' | undefined
  /** Classes of further interfaces, which have no endpoints. */
  readonly otherClasses?: readonly number[] | undefined
}

/** Interface, HID, an interrupt endpoint each way (USB 2.0, section 9.6; HID 1.11, section 6.2.1). */
const oneSpeed = (
  { descriptorLength, reportLength, boot, otherClasses = [] }: HidFunction,
  interval: number,
) =>
  Buffer.from([
    ...[9, 0x04, 0, 0, 2, 0x03, ...(boot === undefined ? [0, 0] : [1, boot === 'keyboard' ? 1 : 2]), 0],
    ...[9, 0x21, 0x11, 0x01, 0, 1, 0x22, ...u16(descriptorLength)],
    ...[7, 0x05, 0x81, 0x03, ...u16(reportLength), interval],
    ...[7, 0x05, 0x02, 0x03, ...u16(reportLength), interval],
    ...otherClasses.flatMap((each, index) => [9, 0x04, 1 + index, 0, 0, each, 0, 0, 0]),
  ])

export const hidDescriptors = (hid: HidFunction): Buffer => {
  // Every millisecond: interval 1 at full speed, 4 (2³ eighths of one) at high speed.
  const full = oneSpeed(hid, 1)
  const high = oneSpeed(hid, 4)
  const count = 4 + (hid.otherClasses?.length ?? 0)
  const body = Buffer.concat([u32(count, count), full, high])
  return Buffer.concat([u32(magic.descriptors, 12 + body.length, speeds.full | speeds.high), body])
}

export const noStrings = (): Buffer => u32(magic.strings, 16, 0, 0)
