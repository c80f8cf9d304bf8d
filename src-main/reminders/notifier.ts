/** The system's notifications: electron-notifier.ts in the app, a list in tests. */
export interface Notifier {
  readonly show: (notification: {
    readonly title: string
    readonly body: string
    readonly onClick: () => void
  }) => void
  /** Removes the notifications that are still shown. */
  readonly clear: () => void
  readonly state: () => NotifierState
}

export interface NotifierState {
  /** False if the system has no notification service. */
  readonly isSupported: boolean
  /** The system's message for the last notification that it did not show. */
  readonly failure: string | null
}
