import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setUpDisplays } from '../setup/display.mjs'
import { setUpApp } from '../setup/set-up.mjs'
import { setUpWallClock, wallClockEnv } from '../setup/wall-clock.mjs'
import { projectRoot } from '../util/paths.mjs'
import { total } from '../util/counts.mjs'
import { allTestFiles, runnerOf, unitGroups } from './test-files.mjs'
import { runVitest, runVitestTwice } from './vitest.mjs'

/**
 * @typedef {object} Moment where and when the tests run
 * @property {string} name
 * @property {string} at with the offset that its zone has then
 * @property {string} zone
 * @property {string} locale
 */

/**
 * Days, zones and languages of other people than those who write the tests. The offsets are at their limits (−11 and +14)
 * and not whole hours; th_TH has the Buddhist calendar, ar_EG other digits, tr_TR another lower case.
 * Midnight and two of the changes of the clock happen while the journeys run.
 * @type {readonly Moment[]}
 */
const moments = [
  { name: 'Monday', at: '2026-11-23T09:00+08:00', zone: 'Asia/Shanghai', locale: 'zh_CN' },
  { name: 'Tuesday', at: '2026-11-24T02:30-05:00', zone: 'America/New_York', locale: 'en_US' },
  { name: 'Wednesday', at: '2026-11-25T21:00-11:00', zone: 'Pacific/Pago_Pago', locale: 'ar_EG' },
  { name: 'Thursday', at: '2026-11-26T10:00+01:00', zone: 'Europe/Berlin', locale: 'de_DE' },
  { name: 'Friday', at: '2026-11-27T16:00+05:45', zone: 'Asia/Kathmandu', locale: 'tr_TR' },
  { name: 'Saturday', at: '2026-11-28T12:00+14:00', zone: 'Pacific/Kiritimati', locale: 'th_TH' },
  { name: 'Sunday', at: '2026-11-29T23:30+11:00', zone: 'Australia/Lord_Howe', locale: 'ar_EG' },
  { name: 'end of a month', at: '2026-11-30T23:58+08:00', zone: 'Asia/Shanghai', locale: 'de_DE' },
  { name: 'start of a month', at: '2026-12-01T00:10-11:00', zone: 'Pacific/Pago_Pago', locale: 'tr_TR' },
  { name: 'New Year', at: '2026-12-31T23:59+14:00', zone: 'Pacific/Kiritimati', locale: 'zh_CN' },
  { name: 'leap day', at: '2028-02-29T20:00+05:45', zone: 'Asia/Kathmandu', locale: 'th_TH' },
  { name: 'before summer time', at: '2027-03-28T01:58+01:00', zone: 'Europe/Berlin', locale: 'th_TH' },
  { name: 'in summer time', at: '2027-03-28T03:10+02:00', zone: 'Europe/Berlin', locale: 'en_US' },
  { name: 'before winter time', at: '2027-10-31T02:58+02:00', zone: 'Europe/Berlin', locale: 'ar_EG' },
  { name: 'in winter time', at: '2027-10-31T02:10+01:00', zone: 'Europe/Berlin', locale: 'de_DE' },
  { name: 'before US summer', at: '2027-03-14T01:58-05:00', zone: 'America/New_York', locale: 'zh_CN' },
  { name: 'in US summer', at: '2027-03-14T03:10-04:00', zone: 'America/New_York', locale: 'tr_TR' },
  { name: 'before US winter', at: '2027-11-07T01:59-04:00', zone: 'America/New_York', locale: 'en_US' },
  { name: 'in US winter', at: '2027-11-07T01:10-05:00', zone: 'America/New_York', locale: 'th_TH' },
  { name: 'before half an hour', at: '2027-10-03T01:58+10:30', zone: 'Australia/Lord_Howe', locale: 'tr_TR' },
  { name: 'after half an hour', at: '2027-10-03T02:40+11:00', zone: 'Australia/Lord_Howe', locale: 'zh_CN' },
  { name: 'before half back', at: '2027-04-04T01:59+11:00', zone: 'Australia/Lord_Howe', locale: 'de_DE' },
  { name: 'after half back', at: '2027-04-04T01:40+10:30', zone: 'Australia/Lord_Howe', locale: 'en_US' },
]

/**
 * The moments at which also pages and the whole app run, with the journeys: due dates, ends of licenses, times in the log
 * and expiry of work orders. The tour, which takes a minute and a half, runs at those that people meet, and each journey
 * once: what differs between moments are texts and days, which the unit tests see at all of them.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const journeysAt = {
  Thursday: ['tour', 'lending'],
  'New Year': ['tour', 'work-orders'],
  'leap day': ['tour', 'assets'],
  'before half back': ['reminders', 'journal'],
}

/** The e2e files that run at some of the moments. */
export const calendarJourneys = [...new Set(Object.values(journeysAt).flat())].map(pathOfJourney)

/** @param {string} name */
function pathOfJourney(name) {
  return `test/e2e/${name}.test.ts`
}

/**
 * The moment at which page tests run too, and all tests that name a year or move timers: in the farthest future, where a day
 * that was ahead when a test was written is past.
 */
const farthest = 'leap day'

/** A test that names a date or a text with a time. */
const namesTime = /\bDate\b|\bTZ\b|setSystemTime|calendar|exactDate|exactTime|dayOf\b|daysBetween/
/** Depends on the clock less often: a year, or timers that the test moves. Half of the time would go into these tests. */
const mayNameTime = /\b20\d\d\b|useFakeTimers/

/**
 * Runs what depends on a clock or a calendar at other times and places than those of this computer.
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 */
export async function runCalendars() {
  const library = await setUpWallClock()
  const { executable } = await setUpApp()
  const displays = await setUpDisplays(2)
  const counts = []
  try {
    for (const moment of moments) {
      const { name, at, zone, locale } = moment
      console.log(`\n— ${name}: ${at}, ${zone}, ${locale} —`)
      const env = {
        ...(await wallClockEnv(library, moment)),
        LOCK_DESK_ELECTRON_PATH: executable,
        LOCK_DESK_TEST_DISPLAYS: displays.names.join(','),
      }
      const report = `calendar-${moments.indexOf(moment)}`
      const { shared, withWindow, contract, pages } = filesWithTime(name === farthest)
      const runs = [await runVitest('unit', { files: shared, isolate: false, env, report })]
      const journeys = journeysAt[name]
      if (journeys) {
        const files = journeys.map(pathOfJourney)
        runs.push(
          await runVitest('unit', { files: withWindow, isolate: false, env, report: `${report}-window` }),
          await runVitestTwice('contract', { files: contract, env, report: `${report}-contract` }),
          await runVitestTwice('e2e', { files, env, report: `${report}-e2e` }),
        )
      }
      if (name === farthest) {
        runs.push(await runVitestTwice('pages', { files: pages, env, report: `${report}-pages` }))
      }
      counts.push(namedBy(moment, total(runs)))
    }
  } finally {
    await displays.stop()
  }
  return total(counts)
}

/**
 * Names the moment of what failed.
 * @param {Moment} moment
 * @param {import('../util/counts.mjs').Counts} counts
 * @returns {import('../util/counts.mjs').Counts}
 */
const namedBy = ({ name }, { failures = [], unstable = [], ...counts }) => ({
  ...counts,
  failures: failures.map((failure) => `${name}: ${failure}`),
  unstable: unstable.map((failure) => `${name}: ${failure}`),
})

/**
 * The tests that name a time: unit tests without and with a window, those of the service, and those of one page's work.
 * @param {boolean} orMaybe also those that may do so
 */
function filesWithTime(orMaybe) {
  const files = allTestFiles().filter((path) => {
    const text = readFileSync(join(projectRoot, path), 'utf8')
    return namesTime.test(text) || (orMaybe && mayNameTime.test(text))
  })
  const contract = files.filter((path) => /^test\/(?:contract|service)\//.test(path))
  const pages = files.filter((path) => runnerOf(path) === 'pages')
  const others = files.filter(
    (path) => !/^test\/(?:contract|service|scripts|e2e|pages|crash|package)\//.test(path),
  )
  const { shared, withWindow } = unitGroups(others)
  return { shared, withWindow, contract, pages }
}
