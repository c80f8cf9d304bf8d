import { randomUUID } from 'node:crypto'
import type { Notice } from '#shared/bridge/app-commands'
import { createEmitter } from '../util/emitter'

export interface Notices {
  list(): readonly Notice[]
  add(code: Notice['code'], detail: string): void
  dismiss(id: string): void
  /** Removes a notice whose cause is gone. */
  remove(code: Notice['code']): void
  onChange(listener: (notices: readonly Notice[]) => void): () => void
}

/** Problems the user should know about; each notice stays until it is dismissed or removed. */
export const createNotices = (): Notices => {
  let notices: readonly Notice[] = []
  const listeners = createEmitter<readonly Notice[]>()
  const setNotices = (next: readonly Notice[]) => {
    notices = next
    listeners.emit(notices)
  }
  return {
    list: () => notices,
    add: (code, detail) => {
      const isKnown = notices.some((notice) => notice.code === code && notice.detail === detail)
      if (!isKnown) setNotices([...notices, { id: randomUUID(), code, detail }])
    },
    remove: (code) => setNotices(notices.filter((notice) => notice.code !== code)),
    dismiss: (id) => setNotices(notices.filter((notice) => notice.id !== id)),
    onChange: listeners.add,
  }
}
