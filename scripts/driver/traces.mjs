import { setTimeout as pause } from 'node:timers/promises'

/** @typedef {import('playwright-core').ElectronApplication} App */

/** The running apps whose actions are recorded. @type {Set<App>} */
const recorded = new Set()

/** A trace of an app that hangs is not awaited longer. */
const limitMs = 15_000

/**
 * Records what is done in the app and what its window shows, if LOCK_DESK_TRACES is set: it takes up to half
 * of the time again, so a first run does not do it.
 * @param {App} app
 */
export async function recordTrace(app) {
  if (process.env.LOCK_DESK_TRACES === undefined) return
  await app.context().tracing.start({ screenshots: true, snapshots: true })
  recorded.add(app)
  app.once('close', () => recorded.delete(app))
}

/**
 * Ends the record of the test that ran, of each running app, and begins the next one.
 * @param {((index: number) => string) | undefined} pathOf where to keep it, by the index of the app; undefined drops it
 * @returns {Promise<void>}
 */
export async function endTraces(pathOf) {
  const ends = [...recorded].map(async (app, index) => {
    const { tracing } = app.context()
    await tracing.stopChunk(pathOf === undefined ? {} : { path: pathOf(index) })
    await tracing.startChunk()
  })
  // An app that a test killed has no trace.
  await Promise.race([Promise.allSettled(ends), pause(limitMs, undefined, { ref: false })])
}
