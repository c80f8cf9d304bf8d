import { describe, expect, it, vi } from 'vitest'
import type { Diagnosis } from '#shared/model/app/diagnosis'
import { createFinding } from '../../src-main/diagnose/check'
import type { Check } from '../../src-main/diagnose/check'
import { checks } from '../../src-main/diagnose/checks'
import { createDiagnosis } from '../../src-main/diagnose/diagnosis'
import { checkIds } from '#shared/model/app/diagnosis'
import { sourcesOf } from './support/sources'

const ok = () => createFinding('ok', 'owner-here', {})
const never = () => new Promise<never>(() => undefined)
const check = (id: Check['id'], run: Check['run'], limitMs = 5_000): Check => ({ id, limitMs, run })

const start = (checkList: readonly Check[]) => {
  const faults: unknown[] = []
  const events: Diagnosis[] = []
  const runner = createDiagnosis(sourcesOf(), { checks: checkList, log: (id) => faults.push(id) })
  runner.onChange((diagnosis) => events.push(diagnosis))
  const codes = () => runner.read().lines.map(({ finding, state }) => [state, finding?.code ?? null])
  return { runner, events, faults, codes }
}

describe('a diagnosis', () => {
  it('runs checks in parallel and reports each result in the order of the page', async () => {
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    const { runner, events, codes } = start([
      check('log', async () => {
        await gate
        return ok()
      }),
      check('usb-process', ok),
    ])
    expect(runner.start(null).lines.map(({ id }) => id)).toEqual(['usb-process', 'log'])
    await vi.waitFor(() => {
      expect(codes()).toEqual([
        ['done', 'owner-here'],
        ['running', null],
      ])
    })
    open()
    await runner.settled()
    expect(events.at(-1)).toMatchObject({ state: 'done', endedAt: 1_000_000 })
    expect(events.length).toBeGreaterThan(1)
  })

  it('reports a timeout for a slow check and aborts it', async () => {
    let ended = false
    const { runner, codes } = start([
      check(
        'name',
        (_parts, { signal }) => {
          signal.addEventListener('abort', () => (ended = true))
          return never()
        },
        20,
      ),
    ])
    runner.start(null)
    await runner.settled()
    expect(codes()).toEqual([['done', 'timed-out']])
    expect(ended).toBe(true)
  })

  it('continues where a check throws', async () => {
    const { runner, codes, faults } = start([
      check('name', () => {
        throw new Error('an internal error')
      }),
      check('proxy', ok),
    ])
    runner.start(null)
    await runner.settled()
    expect(codes()).toEqual([
      ['done', 'check-failed'],
      ['done', 'owner-here'],
    ])
    expect(faults).toEqual(['name'])
  })

  it('can be stopped and keeps its results', async () => {
    const { runner, codes } = start([check('name', never), check('proxy', ok)])
    runner.start(null)
    await vi.waitFor(() => expect(codes()[1]).toEqual(['done', 'owner-here']))
    expect(runner.cancel().state).toBe('stopped')
    expect(codes()).toEqual([
      ['stopped', null],
      ['done', 'owner-here'],
    ])
  })

  it('repeats a single check', async () => {
    const startedChecks: string[] = []
    const noting = (id: Check['id']) =>
      check(id, () => {
        startedChecks.push(id)
        return ok()
      })
    const { runner, codes } = start([noting('name'), noting('proxy')])
    runner.start(null)
    await runner.settled()
    runner.start(['proxy'])
    await runner.settled()
    expect(startedChecks).toEqual(['name', 'proxy', 'proxy'])
    expect(codes()).toHaveLength(2)
  })

  it('skips checks that do not apply to this computer', () => {
    const { runner } = start([{ ...check('update', ok), applies: ({ update }) => update !== null }])
    expect(runner.start(null).lines).toEqual([])
  })
})

describe('the table of checks', () => {
  it('has each check of the page once', () => {
    expect(checks.map(({ id }) => id).sort()).toEqual([...checkIds].sort())
  })
})
