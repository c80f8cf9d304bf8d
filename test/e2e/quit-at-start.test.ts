import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, it } from 'vitest'
import { freshUserData, startApp } from '../support/app'

let userData: string
beforeAll(async () => {
  userData = await freshUserData()
})
afterAll(() => rm(userData, { recursive: true, force: true }))

it('the app quits at any moment of its start', async () => {
  for (const delayMs of [0, 0, 0, 20, 40, 80, 160, 320]) {
    const app = await startApp({ userData })
    await new Promise((done) => setTimeout(done, delayMs))
    await app.stop()
  }
})
