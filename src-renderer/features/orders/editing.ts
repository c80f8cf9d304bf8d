import { inject, provide } from 'vue'
import type { InjectionKey } from 'vue'
import type { OrderPath } from './order-node'

/** What the fields of an order's form write into; they are told only their place in it. */
export interface Editing {
  readonly valueAt: (path: OrderPath) => unknown
  readonly set: (path: OrderPath, value: unknown) => void
  /** What is wrong with a field, in words; null where nothing is. */
  readonly problemAt: (path: OrderPath) => string | null
}

const key: InjectionKey<Editing> = Symbol('editing')

export const provideEditing = (editing: Editing): void => provide(key, editing)

export const useEditing = (): Editing => {
  const editing = inject(key)
  if (editing === undefined) throw new Error('a field of an order stands outside of its form')
  return editing
}
