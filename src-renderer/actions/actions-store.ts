import { defineStore } from 'pinia'
import { computed, shallowReactive, watch } from 'vue'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { actionIds } from './action-table'
import type { ActionId } from './action-table'

/** The lock that an action applies to. */
export interface TargetLock {
  /** The number to look up: the shell number, or the full asset number if there is none. */
  readonly number: string
  readonly record: LockRecord | null
  readonly plugId: string | null
}

export interface ActionHandler {
  readonly run: (lock: TargetLock | null) => unknown
  /** Whether the action is available now. */
  readonly isEnabled: () => boolean
  /** Replaces the title in the table. */
  readonly title?: () => string
}

/** Longer than any page takes to load. */
const pageTimeoutMs = 5_000

/** The actions available now, with the handlers of the mounted components. */
export const useActionsStore = defineStore('actions', () => {
  const handlers = shallowReactive(new Map<ActionId, readonly ActionHandler[]>())

  const register = (id: ActionId, handler: ActionHandler): (() => void) => {
    handlers.set(id, [...(handlers.get(id) ?? []), handler])
    return () => {
      const left = (handlers.get(id) ?? []).filter((other) => other !== handler)
      if (left.length === 0) handlers.delete(id)
      else handlers.set(id, left)
    }
  }
  const isRegistered = (id: ActionId): boolean => handlers.has(id)
  /** The newest enabled handler wins. */
  const of = (id: ActionId): ActionHandler | null =>
    handlers.get(id)?.findLast(({ isEnabled }) => isEnabled()) ?? null

  /** Waits until the page that offers the action is mounted. */
  const whenRegistered = async (id: ActionId): Promise<ActionHandler | null> => {
    if (!isRegistered(id)) {
      await new Promise<void>((done) => {
        const end = (): void => {
          clearTimeout(timer)
          stop()
          done()
        }
        const timer = setTimeout(end, pageTimeoutMs)
        const stop = watch(() => isRegistered(id), end)
      })
    }
    return of(id)
  }

  return {
    register,
    of,
    whenRegistered,
    registered: computed<ReadonlySet<ActionId>>(() => new Set(actionIds.filter(isRegistered))),
  }
})
