/* global window, location */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { _electron } from 'playwright-core'
import { parseJson } from '../../scripts/util/json.mjs'
import { memoryFolder } from '../../scripts/setup/run-folder.mjs'
import { workPerKey } from './key-work.mjs'
import { median, percentile } from './statistics.mjs'
import { startService } from './training-service.mjs'

/** Pause between two keys: fast typing, with time for the work that a key causes. */
const betweenKeysMs = 110
/** A press on a preset filters all rows again. */
const betweenPressesMs = 700
/** Limit for the main thread's work per key at the 99th percentile, in milliseconds. */
const aim = 50
/** The enterprises of the seed `scale` in addition to those of training. */
const enterprises = 79
const rounds = 3

/** Typed text: numbers, names in both languages, typos and corrections. */
const queries = ['8500 000 01', 'suzhou', '苏州', 'certificate 85', 'zzz']
/** Each is pressed twice: on and off. */
const pictures = [
  'chart-states-disabled',
  'chart-states-lent',
  'chart-ends-never',
  'chart-ends-ended',
  'chart-chips-4',
  'filter-borrowed',
]

/**
 * The page “Assets” of the real app with the service seeded with 100,000 assets, for all enterprises: the main
 * thread's work for each key typed into the search and each press on a preset.
 * @param {{ executable: string, switches: string[], projectRoot: string }} where
 */
export async function benchAssets({ executable, switches, projectRoot }) {
  const folder = await mkdtemp(join(memoryFolder(), 'lock-desk-bench-'))
  const service = await startService(
    join(projectRoot, 'out/main/service.js'),
    join(folder, 'service'),
    'scale',
  )
  try {
    const app = await _electron.launch({
      executablePath: executable,
      args: [
        ...switches,
        projectRoot,
        '--user-data',
        join(folder, 'profile'),
        '--platform',
        service.url,
        '--user-centre',
        `${service.url}/oauth/token`,
      ],
      env: {
        .../** @type {Record<string, string>} */ (process.env),
        LOCK_DESK_APP_KEY: 'lock-desk',
        LOCK_DESK_APP_SECRET: 'lock-desk-secret',
        LOCK_DESK_USER: 'counter',
        LOCK_DESK_PASSWORD: 'Counter-2026',
      },
    })
    try {
      const page = await app.firstWindow()
      await openAll(page)
      const assets = Number(await page.getByTestId('asset-count').getAttribute('data-count'))
      await page.screenshot({ path: join(projectRoot, 'out/bench/assets.png') })
      /** @type {{ keys: import('./key-work.mjs').KeyWork[], presses: import('./key-work.mjs').KeyWork[] }} */
      const measured = { keys: [], presses: [] }
      for (let round = 0; round <= rounds; round++) {
        const keys = await traced(app, join(folder, 'trace.json'), () => typeAll(page))
        const presses = await traced(app, join(folder, 'trace.json'), () => pressAll(page))
        // The first round measures code that is not compiled yet.
        if (round > 0) {
          measured.keys.push(...keys)
          measured.presses.push(...presses)
        }
        process.stderr.write(`round ${round} of ${rounds}\n`)
      }
      await report(assets, measured, join(projectRoot, 'out/bench/assets.json'))
    } finally {
      await app.close()
    }
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {import('playwright-core').Page} page */
async function openAll(page) {
  const give = (/** @type {string} */ name, /** @type {unknown} */ input) =>
    page.evaluate(
      ([command, commandInput]) => {
        const { commands } =
          /** @type {{ lockDesk: { commands: Record<string, (input: unknown) => Promise<unknown>> } }} */ (
            /** @type {unknown} */ (window)
          ).lockDesk
        return commands[String(command)]?.(commandInput)
      },
      [name, input],
    )
  await give('settings/change', { language: 'en', theme: 'light' })
  for (let number = 1; number <= enterprises; number++) {
    const channelCustomerId = `S-${String(number).padStart(3, '0')}`
    await give('enterprises/add', { by: 'channel', channelCode: 'SCALE', channelCustomerId })
  }
  await page.evaluate(() => {
    location.hash = '#/assets'
    let met = 0
    const mark = () => {
      performance.mark(`bench-key-${met++}`)
    }
    window.addEventListener('keydown', mark, { capture: true })
    window.addEventListener('pointerdown', mark, { capture: true })
  })
  await page.getByTestId('enterprise-picker').click()
  await page.locator('[data-testid=enterprise-option][data-value=""]').click()
  const until = Date.now() + 120_000
  for (let before = -1; Date.now() < until;) {
    await pause(1500)
    const count = page.getByTestId('asset-count')
    const now = (await count.count()) === 0 ? 0 : Number(await count.getAttribute('data-count'))
    if (now > 90_000 && now === before) break
    before = now
  }
}

/** @param {import('playwright-core').Page} page */
async function typeAll(page) {
  await page.getByTestId('asset-search').focus()
  for (const query of queries) {
    for (const character of query) {
      if (/[\u4e00-\u9fff]/.test(character)) await page.keyboard.insertText(character)
      else await page.keyboard.press(character === ' ' ? 'Space' : character)
      await pause(betweenKeysMs)
    }
    for (let left = query.length; left > 0; left--) {
      await page.keyboard.press('Backspace')
      await pause(betweenKeysMs)
    }
  }
}

/** @param {import('playwright-core').Page} page */
async function pressAll(page) {
  for (const picture of pictures) {
    for (let press = 0; press < 2; press++) {
      await page.getByTestId(picture).click()
      await pause(betweenPressesMs)
    }
  }
}

/**
 * @param {import('playwright-core').ElectronApplication} app
 * @param {string} file for the trace
 * @param {() => Promise<void>} work
 */
async function traced(app, file, work) {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({
      included_categories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'blink.user_timing',
      ],
      excluded_categories: ['*'],
    }),
  )
  await work()
  await app.evaluate(({ contentTracing }, path) => contentTracing.stopRecording(path), file)
  const trace = /** @type {{ traceEvents: import('./key-work.mjs').TraceEvent[] }} */ (
    parseJson(await readFile(file, 'utf8'))
  )
  return workPerKey(trace.traceEvents)
}

/**
 * @param {number} assets
 * @param {{ keys: import('./key-work.mjs').KeyWork[], presses: import('./key-work.mjs').KeyWork[] }} measured
 * @param {string} file
 */
async function report(assets, measured, file) {
  const results = { keys: summary(measured.keys), presses: summary(measured.presses) }
  const met = results.keys.work.p99 <= aim
  console.log(`\nThe page of assets over ${assets} rows: main thread, ms, ${rounds} rounds.`)
  console.log(`${''.padEnd(26)}${'a key'.padStart(10)}${'a press'.padStart(10)}`)
  for (const at of /** @type {const} */ (['p50', 'p95', 'p99', 'max'])) {
    console.log(row(`its own time, ${at}`, results.keys.work[at], results.presses.work[at]))
  }
  console.log(row('longest task, p99', results.keys.longest.p99, results.presses.longest.p99))
  console.log(`limit: p99 of a key at most ${aim} ms: ${met ? 'met' : 'not met'}`)
  const machine = { platform: process.platform, arch: process.arch, processors: cpus().length }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(
    file,
    JSON.stringify({ at: new Date().toISOString(), machine, assets, aim, met, results }, null, 2),
  )
}

/** @param {string} name @param {number[]} values */
function row(name, ...values) {
  return name.padEnd(26) + values.map((value) => value.toFixed(1).padStart(10)).join('')
}

/** @param {readonly import('./key-work.mjs').KeyWork[]} all */
function summary(all) {
  return {
    count: all.length,
    work: spread(all.map(({ work }) => work)),
    longest: spread(all.map(({ longest }) => longest)),
  }
}

/** @param {readonly number[]} values */
function spread(values) {
  return {
    p50: median(values),
    p95: percentile(values, 0.95),
    p99: percentile(values, 0.99),
    max: Math.max(...values),
  }
}
