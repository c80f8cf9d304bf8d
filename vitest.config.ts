import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { commandNames } from './scripts/setup/command-names.mjs'
import { useRunFolder } from './scripts/setup/run-folder.mjs'

// Before Vitest starts, because it uses a temporary folder too.
useRunFolder()

const minute = 60_000
/** Ends hanging tests only; a busy computer may be slow. */
const timeouts = { expect: { poll: { timeout: minute / 2 } }, setupFiles: ['test/support/wait-timeouts.ts'] }
/** One for each concurrent e2e file; none if the computer has a display. */
const displays = process.env['LOCK_DESK_TEST_DISPLAYS']?.split(',') ?? []

/** The files share modules, because no file mocks one; new ones for each file take a third longer. */
const isolate = false

/** By default, Vitest leaves one processor idle, which is half of two. */
const maxWorkers = '100%'

export default defineConfig({
  plugins: [vue()],
  // One file instead of hundreds, which Node would read one by one in every isolated test file.
  resolve: { alias: [{ find: /^naive-ui$/, replacement: 'naive-ui/dist/index.prod.mjs' }] },
  define: await commandNames(import.meta.dirname),
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...timeouts,
          setupFiles: [
            ...timeouts.setupFiles,
            'test/support/moving-clock.ts',
            'test/support/clean-window.ts',
            'test/support/fixed-seed.ts',
          ],
          maxWorkers,
          testTimeout: minute,
          include: ['test/**/*.test.ts'],
          exclude: ['test/{contract,service,e2e,pages,scripts,crash}/**'],
        },
      },
      {
        extends: true,
        test: {
          // Each file starts a service of its own; the limits are there against hanging only.
          name: 'contract',
          ...timeouts,
          isolate,
          maxWorkers,
          setupFiles: [...timeouts.setupFiles, 'test/support/moving-clock.ts', 'test/support/fixed-seed.ts'],
          include: ['test/{contract,service,scripts}/**/*.test.ts'],
          testTimeout: minute,
          hookTimeout: 2 * minute,
        },
      },
      {
        extends: true,
        test: {
          // Kills and faults by the hundred: npm run test:crash says how many.
          name: 'crash',
          ...timeouts,
          include: ['test/crash/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 90 * minute,
          hookTimeout: 2 * minute,
        },
      },
      {
        extends: true,
        test: {
          // The built page in one window for each worker, which the files share one after another.
          name: 'pages',
          isolate,
          include: ['test/pages/**/*.test.ts'],
          ...timeouts,
          setupFiles: [...timeouts.setupFiles, 'test/support/own-display.ts'],
          maxWorkers: Math.max(1, displays.length),
          testTimeout: minute,
          hookTimeout: minute,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          isolate,
          include: ['test/e2e/**/*.test.ts'],
          ...timeouts,
          setupFiles: [...timeouts.setupFiles, 'test/support/own-display.ts', 'test/support/keep-traces.ts'],
          maxWorkers: Math.max(1, displays.length),
          testTimeout: 3 * minute,
          hookTimeout: 3 * minute,
        },
      },
    ],
  },
})
