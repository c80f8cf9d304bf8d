import type { HidUsage } from '../hid/physical-devices'

// HID 1.11, section 6.2.2: the items of a report descriptor.

/** What a report descriptor names. */
export interface ReportDescriptor {
  /** Bytes of each feature report without its report ID, by report ID; 0 if the reports have none. */
  readonly features: ReadonlyMap<number, number>
  /** Whether every report starts with its ID. */
  readonly hasReportIds: boolean
  /** Of the application collections. */
  readonly usages: readonly HidUsage[]
}

const longItem = 0xfe
const applicationCollection = 1
const maxStack = 32

interface Globals {
  page: number
  size: number
  count: number
  reportId: number
}

/** Reads what it can of a descriptor, which the device may have written wrongly; never throws. */
export const parseReportDescriptor = (data: Uint8Array): ReportDescriptor => {
  const bits = new Map<number, number>()
  const usages: HidUsage[] = []
  const stack: Globals[] = []
  let globals: Globals = { page: 0, size: 0, count: 0, reportId: 0 }
  let usage: HidUsage | null = null
  let hasReportIds = false
  for (let at = 0; at < data.length;) {
    const prefix = data[at] ?? 0
    if (prefix === longItem) {
      at += 3 + (data[at + 1] ?? 0)
      continue
    }
    const size = [0, 1, 2, 4][prefix & 3] ?? 0
    if (at + 1 + size > data.length) break
    const value = data.subarray(at + 1, at + 1 + size).reduceRight((sum, byte) => sum * 256 + byte, 0)
    at += 1 + size
    switch (prefix & 0xfc) {
      case 0x04:
        globals.page = value
        break
      case 0x74:
        globals.size = value
        break
      case 0x94:
        globals.count = value
        break
      case 0x84:
        globals.reportId = value & 0xff
        hasReportIds = true
        break
      case 0xa4:
        if (stack.length < maxStack) stack.push({ ...globals })
        break
      case 0xb4:
        globals = stack.pop() ?? globals
        break
      case 0x08:
        // A usage of four bytes contains its page.
        usage ??=
          size === 4 ? { page: value >>> 16, usage: value & 0xffff } : { page: globals.page, usage: value }
        break
      case 0xa0:
        if (value === applicationCollection && usage !== null) usages.push(usage)
        usage = null
        break
      case 0xb0:
        bits.set(globals.reportId, (bits.get(globals.reportId) ?? 0) + globals.size * globals.count)
        usage = null
        break
      case 0x80:
      case 0x90:
      case 0xc0:
        usage = null
        break
    }
  }
  const features = new Map([...bits].map(([id, count]) => [id, Math.ceil(count / 8)] as const))
  return { features, hasReportIds, usages }
}
