import { isDeepStrictEqual } from 'node:util'
import type { SimulatedLock, SimulatorGesture } from '#shared/model/locks/plugged-lock'
import type { ProfileTester } from '../profile-tester'
import type { HidEntry } from '../hid/hid-port'
import type { LockSource, Recognition } from '../lock-source'
import type { Logger } from '../../util/logger'
import { createReader } from '../reader/reader'
import { createSimulatedHidPort } from './simulated-hid-port'
import { systemDeviceDeps } from '../hid/device-deps'
import type { DeviceDeps } from '../hid/device-deps'
import { parseReportDescriptor } from '../learn/report-descriptor'
import {
  modelLockFirmware,
  unknownDeviceFirmware,
  trainingIds,
  trainingLockFirmware,
  trainingProduct,
} from './firmware'
import { bundledSimulatorLocks } from './simulator-file'
import type { SimulatorItem } from './simulator-file'
import { createEmitter } from '../../util/emitter'

export interface LockSimulatorDeps extends Partial<DeviceDeps> {
  readonly recognition: Recognition
  readonly log: Logger
  /** The simulator's locks; by default the bundled ones. */
  readonly items?: readonly SimulatorItem[]
  /** Further locks, from files. */
  readonly modelLocks?: readonly SimulatorItem[]
}

/**
 * Simulated locks that the user can plug in, pull out and disturb; they are read like real ones. Stops with its
 * source.
 */
export interface LockSimulator {
  readonly source: LockSource & ProfileTester
  list(): readonly SimulatedLock[]
  onChange(listener: (locks: readonly SimulatedLock[]) => void): () => void
  /** Returns false if the lock does not exist or there is none left to swap it with. */
  act(trayId: string, gesture: SimulatorGesture): boolean
}

interface Slot {
  readonly item: SimulatorItem
  condition: SimulatedLock['condition']
  /** The port it is plugged into; null if not plugged in. */
  path: string | null
}

const vendorUsage = { usagePage: 0xff00, usage: 1 }

const hidIdsOf = (
  item: SimulatorItem,
): Omit<HidEntry, 'path' | 'usagePage' | 'usage' | 'interface' | 'instance' | 'physical'> => {
  switch (item.kind) {
    case 'lock':
      return {
        ...trainingIds,
        product: trainingProduct,
        manufacturer: 'Lock Desk',
        serialNumber: `LD-${item.shellNumber.slice(-4)}`,
      }
    case 'unknown-device':
      return item.device
    case 'model-lock': {
      const { model, lock } = item
      const { vendorId, productId, manufacturer } = model
      const product = lock.product ?? model.product
      return { vendorId, productId, product, manufacturer, serialNumber: lock.serialNumber ?? null }
    }
  }
}

/** As the system lists them: one per application collection of the report descriptor. */
const usagesOf = (item: SimulatorItem): readonly { usagePage: number; usage: number }[] =>
  item.kind === 'model-lock'
    ? parseReportDescriptor(item.model.reportDescriptor).usages.map(({ page, usage }) => ({
        usagePage: page,
        usage,
      }))
    : [vendorUsage]

export const createLockSimulator = (deps: LockSimulatorDeps): LockSimulator => {
  const readerDeps = { ...systemDeviceDeps, ...deps }
  const stopped = new AbortController()
  const port = createSimulatedHidPort()
  const reader = createReader({ ...readerDeps, port, source: 'simulated' })
  const items = [...(deps.items ?? bundledSimulatorLocks), ...(deps.modelLocks ?? [])]
  const slots: readonly Slot[] = items.map((item) => ({ item, condition: 'well', path: null }))
  const listeners = createEmitter<readonly SimulatedLock[]>()
  let plugged = 0

  const list = (): readonly SimulatedLock[] =>
    slots.map(({ item, condition, path }) => ({
      trayId: item.trayId,
      shellNumber: item.kind === 'lock' ? item.shellNumber : null,
      kind: item.kind === 'lock' ? 'lock' : 'unknown-device',
      label: item.label,
      pluggedIn: path !== null,
      condition,
    }))
  let lastEmitted = list()

  const notify = () => {
    const locks = list()
    if (isDeepStrictEqual(locks, lastEmitted)) return
    lastEmitted = locks
    listeners.emit(locks)
  }

  const firmwareOf = (slot: Slot) => {
    const { item } = slot
    const deviceDeps = { clock: readerDeps.clock, stopped: stopped.signal }
    switch (item.kind) {
      case 'lock':
        return trainingLockFirmware(item.shellNumber, () => slot.condition, deviceDeps)
      case 'unknown-device':
        return unknownDeviceFirmware(item.device.serialNumber)
      case 'model-lock':
        return modelLockFirmware(item.lock, deviceDeps)
    }
  }

  const plugIn = (slot: Slot, path: string) => {
    if (slot.path !== null) return
    plugged += 1
    const { item } = slot
    const entries = usagesOf(item).map((usage): HidEntry => ({
      ...hidIdsOf(item),
      ...usage,
      path,
      interface: 0,
      instance: String(plugged),
      physical: path,
    }))
    slot.path = path
    const descriptor = item.kind === 'model-lock' ? { descriptor: item.model.reportDescriptor } : {}
    port.plugIn({ entries, firmware: firmwareOf(slot), ...descriptor })
  }

  const pullOut = (slot: Slot) => {
    if (slot.path === null) return
    port.pullOut(slot.path)
    slot.path = null
  }

  /** The first free port of the hub. */
  const freePort = () => {
    const usedPaths = new Set(slots.map(({ path }) => path))
    let number = 1
    while (usedPaths.has(`training:${number}`)) number += 1
    return `training:${number}`
  }

  /** A changed condition only shows when the lock is read again, so it is plugged in again. */
  const setCondition = (slot: Slot, condition: SimulatedLock['condition']) => {
    if (slot.condition === condition) return
    slot.condition = condition
    const { path } = slot
    if (path === null) return
    pullOut(slot)
    plugIn(slot, path)
  }

  /** Puts the next lock into the same port before a scan can notice. */
  const swap = (slot: Slot): boolean => {
    const { path } = slot
    const index = slots.indexOf(slot)
    const nextSlot = [...slots.slice(index + 1), ...slots.slice(0, index)].find(
      ({ item, path: otherPath }) => item.kind === 'lock' && otherPath === null,
    )
    if (path === null || nextSlot === undefined) return false
    pullOut(slot)
    plugIn(nextSlot, path)
    return true
  }

  const act = (slot: Slot, gesture: SimulatorGesture): boolean => {
    switch (gesture) {
      case 'plug-in':
        plugIn(slot, freePort())
        return true
      case 'pull-out':
        pullOut(slot)
        return true
      case 'make-unreadable':
        setCondition(slot, 'unreadable')
        return true
      case 'make-busy':
        setCondition(slot, 'busy')
        return true
      case 'make-well':
        setCondition(slot, 'well')
        return true
      case 'swap':
        return swap(slot)
    }
  }

  const refresh = () => {
    reader.scan('new').catch((error: unknown) => {
      if (!stopped.signal.aborted) deps.log.error(`simulated locks cannot be listed: ${String(error)}`)
    })
  }
  const unplug = port.onHotPlug(refresh)
  for (const slot of slots) if (slot.item.pluggedIn) plugIn(slot, freePort())
  lastEmitted = list()

  const stop = async () => {
    unplug()
    listeners.clear()
    stopped.abort(new Error('stopped'))
    await reader.stop()
  }

  return {
    source: { ...reader, stop },
    list,
    onChange: listeners.add,
    act: (trayId, gesture) => {
      const slot = slots.find(({ item }) => item.trayId === trayId)
      if (slot === undefined) return false
      const done = act(slot, gesture)
      notify()
      return done
    },
  }
}
