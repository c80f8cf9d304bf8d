import { inject, provide } from 'vue'
import type { InjectionKey } from 'vue'
import type { OrderPath } from '#shared/model/orders/order-node'

/** What the fields of an order form write to; each field knows only its path. */
export interface Editing {
  readonly valueAt: (path: OrderPath) => unknown
  readonly set: (path: OrderPath, value: unknown) => void
  /** The text of a field's problem; null if there is none. */
  readonly problemAt: (path: OrderPath) => string | null
}

const key: InjectionKey<Editing> = Symbol('editing')

export const provideEditing = (editing: Editing): void => provide(key, editing)

export const useEditing = (): Editing => {
  const editing = inject(key)
  if (editing === undefined) throw new Error('a field of an order stands outside of its form')
  return editing
}
