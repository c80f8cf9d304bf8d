import { defineStore } from 'pinia'
import { computed, shallowReactive, watch } from 'vue'
import type { LockRecord } from '#shared/model/lock-record'
import { actionIds } from './action-table'
import type { ActionId } from './action-table'

/** The lock that an action is done to. */
export interface MeantLock {
  /** As it is looked up: its shell number, or the whole asset number where it has none. */
  readonly number: string
  readonly record: LockRecord | null
  readonly plugId: string | null
}

export interface Offer {
  readonly run: (lock: MeantLock | null) => unknown
  /** Whether it can be done now. */
  readonly may: () => boolean
  /** Where the page has better words for it than the table. */
  readonly title?: () => string
}

/** Longer than any page takes to come. */
const pageComesWithin = 5_000

/** What can be done now, by whoever is on the screen to do it. */
export const useActionsStore = defineStore('actions', () => {
  const offers = shallowReactive(new Map<ActionId, readonly Offer[]>())

  const offer = (id: ActionId, one: Offer): (() => void) => {
    offers.set(id, [...(offers.get(id) ?? []), one])
    return () => {
      const left = (offers.get(id) ?? []).filter((other) => other !== one)
      if (left.length === 0) offers.delete(id)
      else offers.set(id, left)
    }
  }
  const isOffered = (id: ActionId): boolean => offers.has(id)
  /** Whoever came last does it. */
  const of = (id: ActionId): Offer | null => offers.get(id)?.findLast(({ may }) => may()) ?? null

  /** Once the page that offers it has come. */
  const soon = async (id: ActionId): Promise<Offer | null> => {
    if (!isOffered(id)) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, pageComesWithin)
        const stop = watch(
          () => isOffered(id),
          () => {
            clearTimeout(timer)
            stop()
            done()
          },
        )
      })
    }
    return of(id)
  }

  return {
    offer,
    of,
    soon,
    offered: computed<ReadonlySet<ActionId>>(() => new Set(actionIds.filter(isOffered))),
  }
})
