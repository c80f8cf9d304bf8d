// HID report descriptors, byte by byte (Device Class Definition for HID 1.11, section 6.2.2).

const collection = (page: readonly number[], usage: number, items: readonly number[]) =>
  Uint8Array.from([...page, 0x09, usage, 0xa1, 0x01, ...items, 0xc0])

const count = (bytes: number) => (bytes < 256 ? [0x95, bytes] : [0x96, bytes & 0xff, bytes >> 8])

/** Bytes from 0 to 255, `length` of them, as an input, output or feature item. */
const bytesItem = (usage: number, length: number, item: 'input' | 'output' | 'feature') => [
  ...[0x09, usage, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, ...count(length)],
  ...{ input: [0x81, 0x02], output: [0x91, 0x02], feature: [0xb1, 0x02] }[item],
]

const vendorPage = [0x06, 0x00, 0xff]

/** The usual report of license locks: one vendor-defined input and output report, without a report ID. */
export const vendorReports = (length = 64) =>
  collection(vendorPage, 1, [...bytesItem(2, length, 'input'), ...bytesItem(3, length, 'output')])

/** The same with numbered reports. `length` does not include the number. */
export const numberedReports = (reportId: number, length = 63) =>
  collection(vendorPage, 1, [
    ...[0x85, reportId, ...bytesItem(2, length, 'input')],
    ...[0x85, reportId, ...bytesItem(3, length, 'output')],
  ])

/** A feature report beside an input report, which every HID device must have. */
export const featureReports = (length = 64, reportId = 0) => {
  const id = reportId === 0 ? [] : [0x85, reportId]
  return collection(vendorPage, 1, [
    ...[...id, ...bytesItem(2, length, 'input')],
    ...[...id, ...bytesItem(3, length, 'feature')],
  ])
}

/** A minimal keyboard. */
export const keyboardReports = () =>
  Uint8Array.from([
    ...[0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x05, 0x07, 0x19, 0xe0, 0x29, 0xe7, 0x15, 0x00, 0x25, 0x01],
    ...[0x75, 0x01, 0x95, 0x08, 0x81, 0x02, 0x95, 0x06, 0x75, 0x08, 0x25, 0x65, 0x19, 0x00, 0x29, 0x65],
    ...[0x81, 0x00, 0xc0],
  ])

/** A minimal mouse with three buttons. */
export const mouseReports = () =>
  Uint8Array.from([
    ...[0x05, 0x01, 0x09, 0x02, 0xa1, 0x01, 0x09, 0x01, 0xa1, 0x00, 0x05, 0x09, 0x19, 0x01, 0x29, 0x03],
    ...[0x15, 0x00, 0x25, 0x01, 0x95, 0x03, 0x75, 0x01, 0x81, 0x02, 0x95, 0x01, 0x75, 0x05, 0x81, 0x01],
    ...[0x05, 0x01, 0x09, 0x30, 0x09, 0x31, 0x15, 0x81, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x02, 0x81, 0x06],
    ...[0xc0, 0xc0],
  ])

/** A security key (CTAP 2.1, section 11.2.8.1). */
export const securityKeyReports = () =>
  collection([0x06, 0xd0, 0xf1], 1, [...bytesItem(0x20, 64, 'input'), ...bytesItem(0x21, 64, 'output')])
