import { isDeepStrictEqual } from 'node:util'
import { initialDevices } from '#shared/model/locks/attached-device'
import type { AttachedDevices } from '#shared/model/locks/attached-device'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { createEmitter } from '../util/emitter'

/** A list that is emitted only when it differs from the one before. */
const createEmittedList = <List>(first: List) => {
  const listeners = createEmitter<List>()
  let list = first
  return {
    read: (): List => list,
    update: (next: List): void => {
      if (isDeepStrictEqual(next, list)) return
      list = next
      listeners.emit(list)
    },
    onChange: listeners.add,
    stop: listeners.clear,
  }
}

/** The plugged-in locks and all attached devices, as a lock source gives them. */
export const createEmittedLists = () => ({
  locks: createEmittedList<readonly PluggedLock[]>([]),
  devices: createEmittedList<AttachedDevices>(initialDevices),
})
