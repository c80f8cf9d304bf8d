import { describe, expect, it } from 'vitest'
import { knownUnstable } from '../../scripts/util/known-unstable.mjs'
import { calendarJourneys } from '../../scripts/suites/calendars.mjs'
import { longSuites } from '../../scripts/suites/long-suites.mjs'
import { stepNames } from '../../scripts/suites/quick-suites.mjs'
import { allTestFiles, filesOf, listed, runnerOf, unitGroups } from '../../scripts/suites/test-files.mjs'

const files = allTestFiles()
const runners: readonly string[] = [...stepNames, ...longSuites.map(({ name }) => name)]

describe('a test file', () => {
  it('that a list names exists, and no other list names it', () => {
    const named = Object.values(listed).flat()
    expect(named.filter((file) => !files.includes(file))).toEqual([])
    expect(named.filter((file, index) => named.indexOf(file) !== index)).toEqual([])
  })

  it('runs in one step of npm test or one suite of npm run test:more', () => {
    expect(files.filter((file) => !runners.includes(runnerOf(file) ?? ''))).toEqual([])
    expect(runners.flatMap(filesOf).sort()).toEqual(files)
  })

  it('runs where no list names it in the quick tests, a journey in the others', () => {
    expect(runnerOf('test/util/new.test.ts')).toBe('unit')
    expect(runnerOf('test/service/new.test.ts')).toBe('contract')
    expect(runnerOf('test/e2e/new.test.ts')).toBe('journeys')
  })

  it('of the unit tests is in one group', () => {
    const { shared, withWindow, isolated } = unitGroups(filesOf('unit'))
    expect([...shared, ...withWindow, ...isolated].sort()).toEqual(filesOf('unit'))
    for (const group of [shared, withWindow, isolated]) expect(group.length).toBeGreaterThan(5)
  })

  it('that runs at other dates exists', () => {
    expect(calendarJourneys.filter((file) => !files.includes(file))).toEqual([])
  })

  it('that may need a second run exists', () => {
    const named = Object.keys(knownUnstable).map((test) => test.split(': ')[0] ?? '')
    expect(named.filter((file) => !files.includes(file))).toEqual([])
  })
})
