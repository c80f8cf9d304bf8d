import { shallowRef } from 'vue'
import { isDeletion } from '#shared/model/orders/order-types'
import { isNode, samePath, textOf, valueAt } from '#shared/model/orders/order-node'
import type { JsonPath, OrderPath } from '#shared/model/orders/order-node'
import type { Problem } from '#shared/model/orders/order-problems'
import type { BatchProblems } from './check/check-batch'
import type { DraftOrder } from './use-batch'

interface TypedEntry {
  readonly id: number
  /** The list that the text is meant for. */
  readonly path: OrderPath
  readonly text: string
}

interface ReadEntry {
  readonly id: number
  /** The list that the numbers are meant for. */
  readonly path: OrderPath
  readonly input: File | string
}

const isBelow = (path: JsonPath, parent: JsonPath): boolean =>
  path.length > parent.length && parent.every((part, at) => part === path[at])

/** Where a part is after another one was removed; null if it is gone with it. */
const pathWithout = (removed: JsonPath, path: OrderPath): OrderPath | null => {
  if (isBelow(path, removed)) return null
  const list = removed.slice(0, -1)
  const [gone, own] = [removed.at(-1), path[list.length]]
  const isBehind = typeof gone === 'number' && typeof own === 'number' && own > gone && isBelow(path, list)
  return isBehind ? path.with(list.length, own - 1) : path
}

/**
 * What is typed into fields that add to a list of an order: numbers and passwords, and files that are read for
 * them. It is in no order until it is added, so the batch is not reviewed without a decision about it.
 */
export const useTypedEntries = (orders: () => readonly DraftOrder[], chosenId: () => number | null) => {
  const entries = shallowRef<readonly TypedEntry[]>([])
  /** A file is read by its field, again when the page was left meanwhile. */
  const reads = shallowRef<readonly ReadEntry[]>([])
  const isAt = (entry: Pick<TypedEntry, 'id' | 'path'>, path: OrderPath): boolean =>
    entry.id === chosenId() && samePath(entry.path, path)

  /** Fields of another order type, or of a removed part, are not shown. */
  const isShown = ({ path }: Pick<TypedEntry, 'path'>, { order }: DraftOrder): boolean =>
    isNode(valueAt(order, path.slice(0, -1))) &&
    (path.at(-1) !== 'passwords' || !isDeletion(textOf(order, 'orderType')))
  const isOpenRead = (entry: ReadEntry, listed: DraftOrder): boolean =>
    entry.id === listed.id && isShown(entry, listed)
  const problemsOf = (listed: DraftOrder): Problem[] => {
    const read = reads.value.filter((entry) => isOpenRead(entry, listed))
    const typed = entries.value.filter(
      (entry) =>
        entry.id === listed.id &&
        entry.text.trim() !== '' &&
        isShown(entry, listed) &&
        !read.some(({ path }) => samePath(path, entry.path)),
    )
    return [
      ...read.map(({ path }): Problem => ({ code: 'still-read', path, detail: '' })),
      ...typed.map(({ path }): Problem => ({ code: 'not-added', path, detail: '' })),
    ]
  }

  return {
    textAt: (path: OrderPath): string => entries.value.find((entry) => isAt(entry, path))?.text ?? '',
    type: (path: OrderPath, text: string): void => {
      const id = chosenId()
      if (id === null) return
      entries.value = [
        ...entries.value.filter((entry) => !isAt(entry, path)),
        ...(text === '' ? [] : [{ id, path, text }]),
      ]
    },
    /**
     * A part of the chosen order was removed: what was typed or is read for it goes with it, and not to the part that
     * takes its place.
     */
    remove: (removed: JsonPath): void => {
      const moved = <Entry extends Pick<TypedEntry, 'id' | 'path'>>(entry: Entry): Entry[] => {
        const path = entry.id === chosenId() ? pathWithout(removed, entry.path) : entry.path
        return path === null ? [] : [{ ...entry, path }]
      }
      entries.value = entries.value.flatMap(moved)
      reads.value = reads.value.flatMap(moved)
    },
    /** The file or pasted text that is read for this list; null for none. Others wait behind it. */
    inputAt: (path: OrderPath): File | string | null =>
      reads.value.find((entry) => isAt(entry, path))?.input ?? null,
    /** Null once the one that is read was added, refused or canceled. */
    read: (path: OrderPath, input: File | string | null): void => {
      const id = chosenId()
      if (id === null) return
      const first = reads.value.find((entry) => isAt(entry, path))
      reads.value =
        input === null
          ? reads.value.filter((entry) => entry !== first)
          : [...reads.value, { id, path, input }]
    },
    readCount: (): number =>
      orders().reduce(
        (sum, listed) => sum + reads.value.filter((entry) => isOpenRead(entry, listed)).length,
        0,
      ),
    /** The text may be what the list lacks: its field has one problem. */
    withEntries: (checked: BatchProblems): BatchProblems => {
      if (entries.value.length === 0 && reads.value.length === 0) return checked
      let errors = checked.errors
      const all = orders().map((listed, at) => {
        const own = checked.orders[at] ?? []
        const added = problemsOf(listed)
        if (added.length === 0) return own
        const others = own.filter(
          ({ code, path }) => code !== 'no-numbers' || !added.some((entry) => samePath(entry.path, path)),
        )
        errors += added.length - (own.length - others.length)
        return [...added, ...others]
      })
      return { ...checked, orders: all, errors }
    },
  }
}
