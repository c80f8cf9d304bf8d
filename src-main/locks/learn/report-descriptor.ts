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

/** A short item; the tag includes its type. */
interface Item {
  readonly tag: number
  /** Bytes of the value: 0, 1, 2 or 4. */
  readonly size: number
  readonly value: number
}

/** The short items up to the end, or to one that is cut off. */
function* itemsOf(data: Uint8Array): Generator<Item> {
  for (let at = 0; at < data.length;) {
    const prefix = data[at] ?? 0
    if (prefix === longItem) {
      at += 3 + (data[at + 1] ?? 0)
      continue
    }
    const size = [0, 1, 2, 4][prefix & 3] ?? 0
    if (at + 1 + size > data.length) return
    const value = data.subarray(at + 1, at + 1 + size).reduceRight((sum, byte) => sum * 256 + byte, 0)
    yield { tag: prefix & 0xfc, size, value }
    at += 1 + size
  }
}

/** Reads what it can of a descriptor, which the device may have written wrongly; never throws. */
export const parseReportDescriptor = (data: Uint8Array): ReportDescriptor => {
  const bits = new Map<number, number>()
  const usages: HidUsage[] = []
  const stack: Globals[] = []
  let globals: Globals = { page: 0, size: 0, count: 0, reportId: 0 }
  let usage: HidUsage | null = null
  let hasReportIds = false
  /** Every main item ends the validity of the usage before it. */
  const endUsage = () => (usage = null)

  /** The items that matter, by tag. */
  const take = new Map<number, (item: Item) => void>([
    [0x04, ({ value }) => (globals.page = value)],
    [0x74, ({ value }) => (globals.size = value)],
    [0x94, ({ value }) => (globals.count = value)],
    [
      0x84,
      ({ value }) => {
        globals.reportId = value & 0xff
        hasReportIds = true
      },
    ],
    // Push and pop.
    [
      0xa4,
      () => {
        if (stack.length < maxStack) stack.push({ ...globals })
      },
    ],
    [0xb4, () => (globals = stack.pop() ?? globals)],
    // A usage of four bytes contains its page.
    [
      0x08,
      ({ size, value }) =>
        (usage ??=
          size === 4 ? { page: value >>> 16, usage: value & 0xffff } : { page: globals.page, usage: value }),
    ],
    [
      0xa0,
      ({ value }) => {
        if (value === applicationCollection && usage !== null) usages.push(usage)
        endUsage()
      },
    ],
    [
      0xb0,
      () => {
        bits.set(globals.reportId, (bits.get(globals.reportId) ?? 0) + globals.size * globals.count)
        endUsage()
      },
    ],
    [0x80, endUsage],
    [0x90, endUsage],
    [0xc0, endUsage],
  ])
  for (const item of itemsOf(data)) take.get(item.tag)?.(item)
  const features = new Map([...bits].map(([id, count]) => [id, Math.ceil(count / 8)] as const))
  return { features, hasReportIds, usages }
}
