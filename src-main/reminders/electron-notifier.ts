import { Notification } from 'electron'
import type { Notifier } from './notifier'

/** Electron drops the click of a notification that nothing refers to. */
const maxShown = 20

export const createElectronNotifier = (): Notifier => {
  const shown = new Set<Notification>()
  let failure: string | null = null
  const remove = (notification: Notification): void => {
    shown.delete(notification)
    notification.close()
  }
  return {
    show: ({ title, body, onClick }) => {
      if (!Notification.isSupported()) return
      const notification = new Notification({ title, body })
      notification.on('click', () => {
        remove(notification)
        onClick()
      })
      notification.on('close', () => shown.delete(notification))
      notification.on('failed', (_event, error) => {
        failure = error
        shown.delete(notification)
      })
      notification.on('show', () => {
        failure = null
      })
      shown.add(notification)
      const [oldest] = shown
      if (shown.size > maxShown && oldest !== undefined) remove(oldest)
      notification.show()
    },
    clear: () => {
      for (const notification of [...shown]) remove(notification)
    },
    state: () => ({ isSupported: Notification.isSupported(), failure }),
  }
}
