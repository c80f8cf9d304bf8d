import { randomUUID } from 'node:crypto'
import type { Notice } from '#shared/commands'
import { createListeners } from '../listeners'

export interface Notices {
  list(): readonly Notice[]
  add(code: Notice['code'], detail: string): void
  dismiss(id: string): void
  /** What is over by itself. */
  remove(code: Notice['code']): void
  onChange(listener: (notices: readonly Notice[]) => void): () => void
}

/** What the app met and the person should know; each stays until it is dismissed. */
export const createNotices = (): Notices => {
  let notices: readonly Notice[] = []
  const listeners = createListeners<readonly Notice[]>()
  const become = (next: readonly Notice[]) => {
    notices = next
    listeners.tell(notices)
  }
  return {
    list: () => notices,
    add: (code, detail) => {
      const isKnown = notices.some((notice) => notice.code === code && notice.detail === detail)
      if (!isKnown) become([...notices, { id: randomUUID(), code, detail }])
    },
    remove: (code) => become(notices.filter((notice) => notice.code !== code)),
    dismiss: (id) => become(notices.filter((notice) => notice.id !== id)),
    onChange: listeners.add,
  }
}
