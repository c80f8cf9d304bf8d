import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const minute = 60_000
/** Against hanging only; a busy computer may take its time. */
const patience = { expect: { poll: { timeout: minute / 2 } }, setupFiles: ['test/support/patient-waits.ts'] }
/** One for each e2e file that runs at a time; none where there is a display already. */
const displays = process.env['LOCK_DESK_TEST_DISPLAYS']?.split(',') ?? []

/** Vitest would leave one idle, which of two is half. */
const everyProcessor = '100%'

export default defineConfig({
  plugins: [vue()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...patience,
          maxWorkers: everyProcessor,
          testTimeout: minute,
          include: ['test/**/*.test.ts'],
          exclude: ['test/{contract,service,e2e,scripts,crash}/**'],
        },
      },
      {
        extends: true,
        test: {
          // Each file starts a service of its own; the limits are there against hanging only.
          name: 'contract',
          ...patience,
          maxWorkers: everyProcessor,
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
          ...patience,
          include: ['test/crash/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 90 * minute,
          hookTimeout: 2 * minute,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...patience,
          setupFiles: [...patience.setupFiles, 'test/support/own-display.ts'],
          maxWorkers: Math.max(1, displays.length),
          testTimeout: 3 * minute,
          hookTimeout: 3 * minute,
        },
      },
    ],
  },
})
