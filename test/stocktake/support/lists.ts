import type { LockRecord } from '#shared/model/locks/lock-record'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { foldNumber, isShellNumber, mayBeAssetNumber, shellNumberIn } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import type { AssetDirectory } from '../../../src-main/directory/asset-directory'
import { createEmitter } from '../../../src-main/util/emitter'

export const lockAt = (place: number): string => `8${String(place).padStart(9, '0')}`

export const recordOf = (number: string, part: Partial<LockRecord> = {}): LockRecord => ({
  shellNumber: shellNumberIn(number),
  assetNum: isShellNumber(number) ? `LD${number}` : number,
  assetId: null,
  enterpriseGlobalId: 'E1',
  enterpriseName: 'North',
  licenseType: 'normal_recover_usbkey',
  chipGeneration: 5,
  locked: false,
  freezing: null,
  borrowedUsbKey: null,
  lent: null,
  holder: null,
  limitStart: null,
  limitEnd: null,
  createdAt: null,
  updatedAt: null,
  grantable: null,
  assignStatus: null,
  online: null,
  extensions: null,
  customerId: null,
  readAt: 1,
  ...part,
})

/** The lists of two enterprises in memory. Only their reading part exists, so nothing can be sent. */
export const listsOf = (initial: readonly LockRecord[]) => {
  let rows = initial
  const refreshed = createEmitter<string>()
  const changed = createEmitter<readonly string[]>()
  const of = (id: string | null) => rows.filter((row) => id === null || row.enterpriseGlobalId === id)
  const directory: Pick<
    AssetDirectory,
    'list' | 'enterprises' | 'lookUpMany' | 'onRefreshed' | 'onLocalChange'
  > = {
    list: (id, from, limit) => ({
      rows: of(id).slice(from, from + limit),
      total: of(id).length,
      version: 1,
      readAt: 1,
      failure: null,
    }),
    enterprises: (ids) =>
      ['E1', 'E2', 'unread']
        .filter((id) => ids?.includes(id) !== false)
        .map((id) => ({
          enterpriseGlobalId: id,
          enterpriseName: id === 'E1' ? 'North' : null,
          channelCode: null,
          channelCustomerId: null,
          assets: of(id).length,
          readAt: id === 'unread' ? null : 1,
          failure: null,
        })),
    lookUpMany: async (numbers) => {
      await Promise.resolve()
      const byNumber = new Map<string, LockRecord[]>()
      for (const row of rows)
        for (const key of new Set([row.shellNumber ?? row.assetNum, foldNumber(row.assetNum)]))
          byNumber.set(key, [...(byNumber.get(key) ?? []), row])
      const results = numbers.map((input) => {
        const number = foldNumber(input)
        const found = byNumber.get(number) ?? []
        const [record, second] = found
        if (record === undefined)
          return { state: mayBeAssetNumber(number) ? ('not-listed' as const) : ('not-a-number' as const) }
        return second === undefined
          ? { state: 'found' as const, record }
          : { state: 'ambiguous' as const, records: found }
      })
      return { results, enterprises: 2, unread: 0, failure: null }
    },
    onRefreshed: refreshed.add,
    onLocalChange: changed.add,
  }
  return {
    directory,
    /** New lists are read. */
    replace: (next: readonly LockRecord[]): void => {
      rows = next
      refreshed.emit('E1')
    },
  }
}

/** Plugged-in locks. */
export const ports = () => {
  let plugged: readonly PluggedLock[] = []
  let lastPlug = 0
  const changed = createEmitter<readonly PluggedLock[]>()
  return {
    locks: { list: () => plugged, onChange: changed.add },
    plugIn: (number: string): void => {
      lastPlug += 1
      const lock: PluggedLock = {
        plugId: `plug-${lastPlug}`,
        source: 'simulated',
        device: { vendorId: 1, productId: 1, product: null, manufacturer: null, serialNumber: null },
        profile: null,
        reading: { state: 'read', shellNumber: number as ShellNumber },
        pluggedAt: lastPlug,
      }
      plugged = [lock, ...plugged]
      changed.emit(plugged)
    },
    pullOut: (number: string): void => {
      plugged = plugged.filter(({ reading }) => reading.state !== 'read' || reading.shellNumber !== number)
      changed.emit(plugged)
    },
  }
}
