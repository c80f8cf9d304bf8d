import { groupBy } from '#shared/group-by'
import type { DeviceFacts } from '#shared/model/locks/plugged-lock'
import type { HidEntry } from './hid-port'

export interface HidUsage {
  readonly page: number
  readonly usage: number
}

/** A path that can be opened, with all its listed usages. */
export interface HidInterface {
  readonly entry: HidEntry
  readonly usages: readonly HidUsage[]
}

/** One physical device with all its interfaces. */
export interface PhysicalDevice {
  readonly facts: DeviceFacts
  readonly interfaces: readonly HidInterface[]
  /** Whether the system distinguishes consecutive plug-ins on the same port. */
  readonly distinguishesPlugIns: boolean
  /**
   * Keys of this plug-in, one per interface. Two listings with a common key show the same plugged-in device,
   * even if an interface has been added since.
   */
  readonly interfaceKeys: readonly string[]
}

const interfaceKeyOf = ({ path, instance, vendorId, productId, serialNumber }: HidEntry): string =>
  JSON.stringify([path, instance, vendorId, productId, serialNumber])

// macOS and Linux list a path once per usage (https://github.com/node-hid/node-hid/issues/550,
// https://github.com/libusb/hidapi/issues/298); Windows has a path per top-level collection. Each path is
// opened once.
const byPath = (entries: readonly HidEntry[]): HidInterface[] => {
  const paths = groupBy(entries, ({ path }) => path)
  return [...paths.values()].flatMap((listed) => {
    const [entry] = listed
    if (entry === undefined) return []
    const usages = listed.flatMap(({ usagePage, usage }) =>
      usagePage === null ? [] : [{ page: usagePage, usage: usage ?? 0 }],
    )
    return [{ entry, usages }]
  })
}

/**
 * For systems that do not group interfaces (Windows, macOS): two interfaces with equal IDs, serial number,
 * interface number and usages belong to different devices, all others to the same one.
 */
const indexAmongEqual = (interfaces: readonly HidInterface[]): string[] => {
  const seen = new Map<string, number>()
  return interfaces.map(({ entry, usages }) => {
    const { vendorId, productId, serialNumber } = entry
    const model = [vendorId, productId, serialNumber]
    const part = JSON.stringify([...model, entry.interface, usages])
    const nth = seen.get(part) ?? 0
    seen.set(part, nth + 1)
    return JSON.stringify([...model, nth])
  })
}

const facts = (interfaces: readonly HidInterface[], first: HidEntry): DeviceFacts => {
  const descriptor = (key: 'product' | 'manufacturer' | 'serialNumber') =>
    interfaces.map(({ entry }) => entry[key]).find((text) => text !== null && text !== '') ?? null
  return {
    vendorId: first.vendorId,
    productId: first.productId,
    product: descriptor('product'),
    manufacturer: descriptor('manufacturer'),
    serialNumber: descriptor('serialNumber'),
  }
}

/** Groups a listing (one row per usage) into devices (one per plug-in). */
export const physicalDevices = (entries: readonly HidEntry[]): PhysicalDevice[] => {
  const interfaces = byPath(entries).sort((one, other) => (one.entry.path < other.entry.path ? -1 : 1))
  const guesses = indexAmongEqual(interfaces)
  const groups = groupBy(
    interfaces.map((each, index) => ({ each, guess: guesses[index] ?? each.entry.path })),
    ({ each, guess }) => each.entry.physical ?? guess,
  )
  return [...groups.values()].flatMap((group) => {
    const members = group.map(({ each }) => each)
    const [first] = members
    if (first === undefined) return []
    return [
      {
        facts: facts(members, first.entry),
        interfaces: members,
        distinguishesPlugIns: members.every(({ entry }) => entry.instance !== null),
        interfaceKeys: members.map(({ entry }) => interfaceKeyOf(entry)),
      },
    ]
  })
}
