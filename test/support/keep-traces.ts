import { join, relative, resolve } from 'node:path'
import { afterEach } from 'vitest'
import { endTraces } from '../../scripts/driver/traces.mjs'

const folder = process.env['LOCK_DESK_TRACES']

// A failed test keeps what Playwright recorded of the apps that run; `npx playwright-core show-trace FILE` shows it.
if (folder !== undefined) {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return endTraces(undefined)
    const name = `${relative('test/e2e', task.file.name)} ${task.name}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    return endTraces((index) => resolve(join(folder, `${name.slice(0, 120)}-${index}.zip`)))
  })
}
