import { isDeepStrictEqual } from 'node:util'
import type { SimulatedLock, TrayGesture } from '#shared/model/plugged-lock'
import type { DeviceBench } from './device-bench'
import type { HidEntry } from './hid-port'
import type { LockSource, Recognition } from './lock-source'
import type { RoomLog } from './log'
import { createReader } from './reader'
import { createSimulatedHidPort } from './simulated-hid-port'
import { outsideWorld } from './outside-world'
import type { OutsideWorld } from './outside-world'
import { practiceFirmware } from './practice-device'
import { trainingIds, trainingLockFirmware, trainingProduct } from './training-lock'
import { shippedTray } from './tray-file'
import type { TrayItem } from './tray-file'
import { createListeners } from '../listeners'

export interface TrainingTrayEdges extends Partial<OutsideWorld> {
  readonly recognition: Recognition
  readonly log: RoomLog
  /** What lies in the tray; the shipped one if not given. */
  readonly items?: readonly TrayItem[]
}

/** Simulated locks that a person plugs in, pulls out and spoils; they are read as real ones are. It stops with its source. */
export interface TrainingTray {
  readonly source: LockSource & DeviceBench
  list(): readonly SimulatedLock[]
  onChange(listener: (locks: readonly SimulatedLock[]) => void): () => void
  /** False where there is nothing to do it with: no such lock, or none left to swap it for. */
  act(trayId: string, gesture: TrayGesture): boolean
}

interface Seated {
  readonly item: TrayItem
  condition: SimulatedLock['condition']
  /** The port it sits in; null while it lies in the tray. */
  path: string | null
}

const vendorUsage = { usagePage: 0xff00, usage: 1 }

const identityOf = (item: TrayItem) =>
  item.kind === 'lock'
    ? {
        ...trainingIds,
        product: trainingProduct,
        manufacturer: 'Lock Desk',
        serialNumber: `LD-${item.shellNumber.slice(-4)}`,
      }
    : item.device

export const createTrainingTray = (edges: TrainingTrayEdges): TrainingTray => {
  const world = { ...outsideWorld, ...edges }
  const stopped = new AbortController()
  const port = createSimulatedHidPort()
  const reader = createReader({ ...world, port, source: 'simulated' })
  const items = edges.items ?? shippedTray
  const seats: readonly Seated[] = items.map((item) => ({ item, condition: 'well', path: null }))
  const listeners = createListeners<readonly SimulatedLock[]>()
  let plugged = 0

  const list = (): readonly SimulatedLock[] =>
    seats.map(({ item, condition, path }) => ({
      trayId: item.trayId,
      shellNumber: item.kind === 'lock' ? item.shellNumber : null,
      kind: item.kind,
      label: item.label,
      pluggedIn: path !== null,
      condition,
    }))
  let told = list()

  const tell = () => {
    const locks = list()
    if (isDeepStrictEqual(locks, told)) return
    told = locks
    listeners.tell(locks)
  }

  const firmwareOf = (seat: Seated) =>
    seat.item.kind === 'lock'
      ? trainingLockFirmware(seat.item.shellNumber, () => seat.condition, {
          clock: world.clock,
          stopped: stopped.signal,
        })
      : practiceFirmware(seat.item.device.serialNumber)

  const plugIn = (seat: Seated, path: string) => {
    if (seat.path !== null) return
    plugged += 1
    const entry: HidEntry = {
      ...identityOf(seat.item),
      ...vendorUsage,
      path,
      interface: 0,
      instance: String(plugged),
      physical: path,
    }
    seat.path = path
    port.plugIn({ entries: [entry], firmware: firmwareOf(seat) })
  }

  const pullOut = (seat: Seated) => {
    if (seat.path === null) return
    port.pullOut(seat.path)
    seat.path = null
  }

  /** The first free port of the hub. */
  const freePort = () => {
    const taken = new Set(seats.map(({ path }) => path))
    let number = 1
    while (taken.has(`training:${number}`)) number += 1
    return `training:${number}`
  }

  /** A lock shows another condition only when it is read again: as if it had been pulled out and plugged in. */
  const make = (seat: Seated, condition: SimulatedLock['condition']) => {
    if (seat.condition === condition) return
    seat.condition = condition
    const { path } = seat
    if (path === null) return
    pullOut(seat)
    plugIn(seat, path)
  }

  /** The next lock of the tray goes into the same port, before anyone has looked. */
  const swap = (seat: Seated): boolean => {
    const { path } = seat
    const at = seats.indexOf(seat)
    const other = [...seats.slice(at + 1), ...seats.slice(0, at)].find(
      ({ item, path: elsewhere }) => item.kind === 'lock' && elsewhere === null,
    )
    if (path === null || other === undefined) return false
    pullOut(seat)
    plugIn(other, path)
    return true
  }

  const act = (seat: Seated, gesture: TrayGesture): boolean => {
    switch (gesture) {
      case 'plug-in':
        plugIn(seat, freePort())
        return true
      case 'pull-out':
        pullOut(seat)
        return true
      case 'make-unreadable':
        make(seat, 'unreadable')
        return true
      case 'make-busy':
        make(seat, 'busy')
        return true
      case 'make-well':
        make(seat, 'well')
        return true
      case 'swap':
        return swap(seat)
    }
  }

  const look = () => {
    reader.scan('new').catch((error: unknown) => {
      if (!stopped.signal.aborted) edges.log.error(`the training locks cannot be listed: ${String(error)}`)
    })
  }
  const unplug = port.onHotPlug(look)
  for (const seat of seats) if (seat.item.pluggedIn) plugIn(seat, freePort())
  told = list()

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
      const seat = seats.find(({ item }) => item.trayId === trayId)
      if (seat === undefined) return false
      const done = act(seat, gesture)
      tell()
      return done
    },
  }
}
