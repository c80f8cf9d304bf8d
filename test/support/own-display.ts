/** Parallel test files each have a display, started by `scripts/suites/quick-suites.mjs`. */
const displays = (process.env['LOCK_DESK_TEST_DISPLAYS'] ?? '').split(',')
const worker = Number(process.env['VITEST_POOL_ID'] ?? 1)
const display = displays[(worker - 1) % displays.length]
if (display !== undefined && display !== '') process.env['DISPLAY'] = display
