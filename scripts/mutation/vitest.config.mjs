import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { groupOf } from './groups.mjs'

/** The tests that Stryker runs over a group's mutants: those that are about its files, and nothing slower. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  // A long timeout: a test that is only slow on a busy computer must not count as a detected mutant.
  test: { include: [...groupOf(process.env['LOCK_DESK_MUTATION']).tests], testTimeout: 30_000 },
})
