import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { defaultSeed } from '../../scripts/tour/run-tour.mjs'
import { steps } from '../../scripts/tour/steps.mjs'
import { openTour } from '../../scripts/tour/tour.mjs'
import { sandboxSwitch } from '../support/app'

let folder: string
let tour: Awaited<ReturnType<typeof openTour>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-tour-'))
  tour = await openTour({
    executablePath: process.env['LOCK_DESK_ELECTRON_PATH'] ?? '',
    args: [...sandboxSwitch, resolve('.')],
    seed: defaultSeed,
    outDir: folder,
    hasPictures: false,
  })
})
afterAll(async () => {
  await tour.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await tour.recover('failed')
})

// The steps check themselves what the page and the service say, as in `npm start` without a display.
describe('the tour', () => {
  for (const step of steps) it(step.name, () => tour.run(step))
})
