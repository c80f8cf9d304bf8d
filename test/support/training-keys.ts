import { credentialsFrom } from '../../src-main/platform/auth/credentials'

/** The app's credentials: the published accounts of `npm run service`. */
export const trainingKeys = {
  LOCK_DESK_APP_KEY: 'lock-desk',
  LOCK_DESK_APP_SECRET: 'lock-desk-secret',
  LOCK_DESK_USER: 'counter',
  LOCK_DESK_PASSWORD: 'Counter-2026',
}

export const trainingCredentials = credentialsFrom(trainingKeys)
