/** What the app is let in with: as they stand in every training service, and in no other. */
export const trainingKeys = {
  LOCK_DESK_APP_KEY: 'lock-desk',
  LOCK_DESK_APP_SECRET: 'lock-desk-secret',
  LOCK_DESK_USER: 'counter',
  LOCK_DESK_PASSWORD: 'Counter-2026',
}
