import type { DeviceFacts } from '#shared/model/plugged-lock'
import type { HidEntry } from './hid-port'

export interface HidUsage {
  readonly page: number
  readonly usage: number
}

/** One path that can be opened, with all usages it was listed under. */
export interface HidInterface {
  readonly entry: HidEntry
  readonly usages: readonly HidUsage[]
}

/** What a person would call one device, however many interfaces it has. */
export interface PhysicalDevice {
  readonly facts: DeviceFacts
  readonly interfaces: readonly HidInterface[]
  /** Whether the system tells one plugging-in from the next on the same port. */
  readonly tellsPlugs: boolean
  /**
   * Names of this plugging-in, one for each interface. Two listings that share one see the same device still plugged
   * in, even if an interface has come up since.
   */
  readonly seats: readonly string[]
}

const seatOf = ({ path, instance, vendorId, productId, serialNumber }: HidEntry): string =>
  JSON.stringify([path, instance, vendorId, productId, serialNumber])

/** `Map.groupBy`, which Node 20 does not have. */
const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

// macOS and Linux list one path once for each usage (https://github.com/node-hid/node-hid/issues/550,
// https://github.com/libusb/hidapi/issues/298); Windows has a path for each top-level collection. Either way it is
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
 * Where the system does not say which interfaces belong together (Windows, macOS): two of the same ids, serial
 * number, interface number and usages cannot be parts of one device, all others are taken to be.
 */
const nthOfItsKind = (interfaces: readonly HidInterface[]): string[] => {
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
  const said = (key: 'product' | 'manufacturer' | 'serialNumber') =>
    interfaces.map(({ entry }) => entry[key]).find((text) => text !== null && text !== '') ?? null
  return {
    vendorId: first.vendorId,
    productId: first.productId,
    product: said('product'),
    manufacturer: said('manufacturer'),
    serialNumber: said('serialNumber'),
  }
}

/** Sorts a listing (one row a usage) into devices (one a plug). */
export const physicalDevices = (entries: readonly HidEntry[]): PhysicalDevice[] => {
  const interfaces = byPath(entries).sort((one, other) => (one.entry.path < other.entry.path ? -1 : 1))
  const guesses = nthOfItsKind(interfaces)
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
        tellsPlugs: members.every(({ entry }) => entry.instance !== null),
        seats: members.map(({ entry }) => seatOf(entry)),
      },
    ]
  })
}
