import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import vue from '@vitejs/plugin-vue'
import { _electron } from 'playwright-core'
import { build } from 'vite'
import { parseJson } from '../../scripts/util/json.mjs'
import { workPerKey } from './key-work.mjs'
import { median, percentile } from './statistics.mjs'

const rows = 100_000
const rounds = 4
/** Pause between two keys: fast typing, with time for the work that a key causes. */
const betweenKeysMs = 110
/** Limit for the main thread's work per key at the 99th percentile, in milliseconds. */
const aim = 50

/** Typed text: numbers, names in both languages, typos and corrections. */
const queries = ['8000 000 01', 'north br', '北桥', 'harbour 60', 'zzz', '王思远 cloud']

/**
 * @typedef {import('playwright-core').ElectronApplication} App
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('./key-work.mjs').KeyWork} KeyWork
 */

/**
 * The main thread's work for each key typed into the filter of a list of 100,000 rows, in the real renderer,
 * compared with a bare page: one input, one loop, as many lines as fit.
 * @param {{ executable: string, switches: string[], projectRoot: string }} where
 */
export async function benchTables({ executable, switches, projectRoot }) {
  const folder = await mkdtemp(join(tmpdir(), 'lock-desk-bench-'))
  const page = join(projectRoot, 'out/bench/tables-page')
  await buildPage(page)
  const app = await _electron.launch({
    executablePath: executable,
    args: [
      ...switches,
      join(import.meta.dirname, 'tables-window'),
      `--page=${page}`,
      `--user-data-dir=${folder}`,
    ],
  })
  try {
    const window = await app.firstWindow()
    /** @type {Record<'bare' | 'table', KeyWork[][]>} */
    const measured = { bare: [], table: [] }
    for (let round = 0; round <= rounds; round++) {
      for (const list of /** @type {const} */ (['bare', 'table'])) {
        const work = await measure(app, window, list, join(folder, 'trace.json'))
        // The first round measures code that is not compiled yet.
        if (round > 0) measured[list].push(work)
      }
      process.stderr.write(`round ${round} of ${rounds}\n`)
    }
    const electron = await readFile(join(dirname(executable), 'version'), 'utf8').catch(() => 'unknown')
    await report(measured, electron.trim(), join(projectRoot, 'out/bench/tables.json'))
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {string} outDir */
async function buildPage(outDir) {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'tables-page'),
    logLevel: 'error',
    plugins: [vue()],
    build: { outDir, emptyOutDir: true, target: 'chrome130' },
  })
}

/**
 * @param {App} app
 * @param {Page} page
 * @param {'bare' | 'table'} list
 * @param {string} file for the trace
 * @returns {Promise<KeyWork[]>}
 */
async function measure(app, page, list, file) {
  await page.goto(`bench://page/index.html?list=${list}&rows=${rows}`)
  await page.locator('#filter').focus()
  // The search index is built in slices after the page is shown.
  await pause(1500)
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
  for (const query of queries) {
    for (const character of query) {
      await page.keyboard
        .press(character === ' ' ? 'Space' : character)
        .catch(() => pressOther(page, character))
      await pause(betweenKeysMs)
    }
    for (let left = query.length; left > 0; left--) {
      await page.keyboard.press('Backspace')
      await pause(betweenKeysMs)
    }
  }
  await app.evaluate(({ contentTracing }, path) => contentTracing.stopRecording(path), file)
  const trace = /** @type {{ traceEvents: import('./key-work.mjs').TraceEvent[] }} */ (
    parseJson(await readFile(file, 'utf8'))
  )
  return workPerKey(trace.traceEvents)
}

/**
 * Types a character without a key of its own, as an input method does.
 * @param {Page} page
 * @param {string} character
 */
async function pressOther(page, character) {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchKeyEvent', {
    type: 'keyDown',
    key: 'Process',
    code: 'KeyA',
    text: character,
  })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Process', code: 'KeyA' })
  await session.detach()
}

/**
 * @param {Record<'bare' | 'table', KeyWork[][]>} measured
 * @param {string} electron
 * @param {string} file
 */
async function report(measured, electron, file) {
  const results = { bare: summary(measured.bare.flat()), table: summary(measured.table.flat()) }
  const ratios = measured.table.map(
    (work, round) => p99(work.map(ownWork)) / p99((measured.bare[round] ?? []).map(ownWork)),
  )
  const ratio = median(ratios)
  const met = results.table.work.p99 <= aim
  console.log(
    `\nElectron ${electron}. Main thread per key, ms, ${rows} rows; ${results.table.keys} keys in ${rounds} interleaved rounds.`,
  )
  console.log(line('', 'bare list', 'long table'))
  for (const at of /** @type {const} */ (['p50', 'p95', 'p99', 'max'])) {
    console.log(line(`its own time, ${at}`, cell(results.bare.work[at]), cell(results.table.work[at])))
  }
  console.log(line('elapsed, p99', cell(results.bare.elapsed.p99), cell(results.table.elapsed.p99)))
  console.log(line('longest task, p99', cell(results.bare.longest.p99), cell(results.table.longest.p99)))
  const verdict = met ? 'met' : 'not met'
  console.log(
    `p99 compared with the bare list: ×${ratio.toFixed(2)}   limit: p99 at most ${aim} ms: ${verdict}`,
  )
  const machine = { electron, platform: process.platform, arch: process.arch, processors: cpus().length }
  const at = new Date().toISOString()
  await mkdir(dirname(file), { recursive: true })
  await writeFile(
    file,
    JSON.stringify({ at, machine, rows, aim, met, ratio, ratios, results, measured }, null, 2),
  )
}

/** @param {readonly KeyWork[]} keys */
function summary(keys) {
  return {
    keys: keys.length,
    work: spread(keys.map(ownWork)),
    elapsed: spread(keys.map(({ elapsed }) => elapsed)),
    longest: spread(keys.map(({ longest }) => longest)),
  }
}

/** @param {readonly number[]} values */
function spread(values) {
  return { p50: median(values), p95: percentile(values, 0.95), p99: p99(values), max: Math.max(...values) }
}

/** @param {readonly number[]} values */
function p99(values) {
  return percentile(values, 0.99)
}

/** @param {KeyWork} key */
function ownWork(key) {
  return key.work
}

/** @param {number} ms */
function cell(ms) {
  return ms.toFixed(1)
}

/** @param {string[]} cells */
function line(...cells) {
  const [name = '', ...values] = cells
  return (name.padEnd(28) + values.map((value) => value.padStart(14)).join('')).trimEnd()
}
