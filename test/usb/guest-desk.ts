import { after } from 'node:test'
import { startDisplay, startGuestApp } from './electron-app'
import type { GuestApp } from './electron-app'
import { startService } from './service'

export interface GuestDesk extends GuestApp {
  /** The URL of the licensing service that the app uses. */
  readonly serviceUrl: string
}

let running: Promise<GuestDesk> | null = null
const stops: (() => unknown)[] = []

const start = async (): Promise<GuestDesk> => {
  const began = performance.now()
  const step = (what: string) =>
    console.log(`window: ${what} after ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const display = await startDisplay()
  stops.unshift(() => display.stop())
  step('the display is running')
  // One after the other, since in parallel they would delay each other.
  const service = await startService()
  stops.unshift(() => service.stop())
  step('the service responds')
  const desk = await startGuestApp(display.name, service.url)
  stops.unshift(() => desk.stop())
  step('the window is open')
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
  return { ...desk, serviceUrl: service.url }
}

/** One window for all tests that need one, since starting it takes most of a minute in the guest. */
export const guestDesk = (): Promise<GuestDesk> => (running ??= start())

after(async () => {
  for (const stop of stops) await stop()
})
