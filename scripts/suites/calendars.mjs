import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setUpDisplays } from '../setup/display.mjs'
import { setUpApp } from '../setup/set-up.mjs'
import { setUpWallClock, wallClockEnv } from '../setup/wall-clock.mjs'
import { projectRoot } from '../util/paths.mjs'
import { total } from '../util/counts.mjs'
import { unitGroups } from './unit-groups.mjs'
import { runVitest } from './vitest.mjs'

/**
 * @typedef {object} Moment where and when the tests run
 * @property {string} name
 * @property {string} at with the offset that its zone has then
 * @property {string} zone
 * @property {string} locale
 */

/**
 * Days, zones and languages of other people than those who write the tests. The offsets are at their limits (−11 and +14)
 * and not whole hours; th_TH has the Buddhist calendar, ar_EG other digits, tr_TR another lower case. At two minutes to
 * midnight, and to a change of the clock, it happens while the tests run.
 * @type {readonly Moment[]}
 */
export const moments = [
  { name: 'Monday', at: '2026-11-23T09:00+08:00', zone: 'Asia/Shanghai', locale: 'zh_CN' },
  { name: 'Tuesday', at: '2026-11-24T02:30-05:00', zone: 'America/New_York', locale: 'en_US' },
  { name: 'Wednesday', at: '2026-11-25T21:00-11:00', zone: 'Pacific/Pago_Pago', locale: 'ar_EG' },
  { name: 'Thursday', at: '2026-11-26T10:00+01:00', zone: 'Europe/Berlin', locale: 'de_DE' },
  { name: 'Friday', at: '2026-11-27T16:00+05:45', zone: 'Asia/Kathmandu', locale: 'tr_TR' },
  { name: 'Saturday', at: '2026-11-28T12:00+14:00', zone: 'Pacific/Kiritimati', locale: 'th_TH' },
  { name: 'Sunday', at: '2026-11-29T23:30+11:00', zone: 'Australia/Lord_Howe', locale: 'ar_EG' },
  { name: 'end of a month', at: '2026-11-30T23:58+08:00', zone: 'Asia/Shanghai', locale: 'de_DE' },
  { name: 'start of a month', at: '2026-12-01T00:10-11:00', zone: 'Pacific/Pago_Pago', locale: 'tr_TR' },
  { name: 'New Year', at: '2026-12-31T23:58+14:00', zone: 'Pacific/Kiritimati', locale: 'zh_CN' },
  { name: 'leap day', at: '2028-02-29T20:00+05:45', zone: 'Asia/Kathmandu', locale: 'th_TH' },
  { name: 'before summer time', at: '2027-03-28T01:58+01:00', zone: 'Europe/Berlin', locale: 'th_TH' },
  { name: 'in summer time', at: '2027-03-28T03:10+02:00', zone: 'Europe/Berlin', locale: 'en_US' },
  { name: 'before winter time', at: '2027-10-31T02:58+02:00', zone: 'Europe/Berlin', locale: 'ar_EG' },
  { name: 'in winter time', at: '2027-10-31T02:10+01:00', zone: 'Europe/Berlin', locale: 'de_DE' },
  { name: 'before US summer', at: '2027-03-14T01:58-05:00', zone: 'America/New_York', locale: 'zh_CN' },
  { name: 'in US summer', at: '2027-03-14T03:10-04:00', zone: 'America/New_York', locale: 'tr_TR' },
  { name: 'before US winter', at: '2027-11-07T01:58-04:00', zone: 'America/New_York', locale: 'en_US' },
  { name: 'in US winter', at: '2027-11-07T01:10-05:00', zone: 'America/New_York', locale: 'th_TH' },
  { name: 'before half an hour', at: '2027-10-03T01:58+10:30', zone: 'Australia/Lord_Howe', locale: 'tr_TR' },
  { name: 'after half an hour', at: '2027-10-03T02:40+11:00', zone: 'Australia/Lord_Howe', locale: 'zh_CN' },
  { name: 'before half back', at: '2027-04-04T01:58+11:00', zone: 'Australia/Lord_Howe', locale: 'de_DE' },
  { name: 'after half back', at: '2027-04-04T01:40+10:30', zone: 'Australia/Lord_Howe', locale: 'en_US' },
]

/** The moments at which whole windows run, which takes a minute each: four zones and all but one of the languages. */
const momentsOfWindows = [
  'Thursday',
  'Sunday',
  'New Year',
  'leap day',
  'before US winter',
  'before half back',
]

/** The tour, and the journeys with due dates, ends of licenses, times in the log, expiry and days of a stocktake. */
const journeys = ['tour', 'lending', 'reminders', 'assets', 'journal', 'work-orders'].map(
  (name) => `test/e2e/${name}.test.ts`,
)

/** A test that names a date, a clock or a text with a time. Others do not depend on them. */
const namesTime = /\bDate\b|\bTZ\b|useFakeTimers|setSystemTime|calendar|exactDate|exactTime|dayOf\b/

/**
 * Runs what depends on a clock or a calendar at other times and places than those of this computer.
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 */
export async function runCalendars() {
  const library = await setUpWallClock()
  const counts = []
  const { shared, withWindow } = filesWithTime()
  for (const moment of moments) {
    printMoment(moment)
    const env = await wallClockEnv(library, moment)
    const report = `calendar-${moments.indexOf(moment)}`
    counts.push(named(moment, await runVitest('unit', { files: shared, isolate: false, env, report })))
    counts.push(
      named(
        moment,
        await runVitest('unit', { files: withWindow, isolate: false, env, report: `${report}-window` }),
      ),
    )
  }
  counts.push(await runWindows(library))
  return total(counts)
}

/** @param {string} library */
async function runWindows(library) {
  const { executable } = await setUpApp()
  const displays = await setUpDisplays(2)
  try {
    const counts = []
    for (const moment of moments.filter(({ name }) => momentsOfWindows.includes(name))) {
      printMoment(moment)
      const env = {
        ...(await wallClockEnv(library, moment)),
        LOCK_DESK_ELECTRON_PATH: executable,
        LOCK_DESK_TEST_DISPLAYS: displays.names.join(','),
      }
      const report = `calendar-windows-${moments.indexOf(moment)}`
      counts.push(named(moment, await runVitest('e2e', { files: journeys, env, report })))
    }
    return total(counts)
  } finally {
    await displays.stop()
  }
}

/** @param {Moment} moment */
function printMoment({ name, at, zone, locale }) {
  console.log(`\n— ${name}: ${at}, ${zone}, ${locale} —`)
}

/**
 * Names the moment in the failures.
 * @param {Moment} moment
 * @param {import('../util/counts.mjs').Counts} counts
 */
const named = ({ name }, { failures, ...counts }) =>
  failures ? { ...counts, failures: failures.map((failure) => `${name}: ${failure}`) } : counts

function filesWithTime() {
  const { shared, withWindow } = unitGroups()
  const namesIt = (/** @type {string} */ path) =>
    namesTime.test(readFileSync(join(projectRoot, path), 'utf8'))
  return { shared: shared.filter(namesIt), withWindow: withWindow.filter(namesIt) }
}
