import { describe, expect, it, vi } from 'vitest'
import type { Diagnosis } from '#shared/model/diagnosis'
import { found } from '../../src-main/diagnose/check'
import type { Check } from '../../src-main/diagnose/check'
import { checks } from '../../src-main/diagnose/checks'
import { createDiagnosis } from '../../src-main/diagnose/diagnosis'
import { checkIds } from '#shared/model/diagnosis'
import { partsOf } from './support/parts'

const ok = () => found('ok', 'owner-here', {})
const never = () => new Promise<never>(() => undefined)
const check = (id: Check['id'], run: Check['run'], limitMs = 5_000): Check => ({ id, limitMs, run })

const start = (given: readonly Check[]) => {
  const faults: unknown[] = []
  const told: Diagnosis[] = []
  const runner = createDiagnosis(partsOf(), { checks: given, log: (id) => faults.push(id) })
  runner.onChange((diagnosis) => told.push(diagnosis))
  const codes = () => runner.read().lines.map(({ finding, state }) => [state, finding?.code ?? null])
  return { runner, told, faults, codes }
}

describe('a diagnosis', () => {
  it('runs side by side and tells each answer as it comes, in the order of the page', async () => {
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    const { runner, told, codes } = start([
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
    expect(told.at(-1)).toMatchObject({ state: 'done', endedAt: 1_000_000 })
    expect(told.length).toBeGreaterThan(1)
  })

  it('says “no answer” of a check that takes too long, and ends its work', async () => {
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
    expect(codes()).toEqual([['done', 'late']])
    expect(ended).toBe(true)
  })

  it('goes on where a check breaks off', async () => {
    const { runner, codes, faults } = start([
      check('name', () => {
        throw new Error('a fault of ours')
      }),
      check('proxy', ok),
    ])
    runner.start(null)
    await runner.settled()
    expect(codes()).toEqual([
      ['done', 'broken'],
      ['done', 'owner-here'],
    ])
    expect(faults).toEqual(['name'])
  })

  it('can be stopped, and keeps what it has', async () => {
    const { runner, codes } = start([check('name', never), check('proxy', ok)])
    runner.start(null)
    await vi.waitFor(() => expect(codes()[1]).toEqual(['done', 'owner-here']))
    expect(runner.cancel().state).toBe('stopped')
    expect(codes()).toEqual([
      ['stopped', null],
      ['done', 'owner-here'],
    ])
  })

  it('looks at one line again and leaves the others', async () => {
    const asked: string[] = []
    const noting = (id: Check['id']) =>
      check(id, () => {
        asked.push(id)
        return ok()
      })
    const { runner, codes } = start([noting('name'), noting('proxy')])
    runner.start(null)
    await runner.settled()
    runner.start(['proxy'])
    await runner.settled()
    expect(asked).toEqual(['name', 'proxy', 'proxy'])
    expect(codes()).toHaveLength(2)
  })

  it('leaves out what there is not on this computer', () => {
    const { runner } = start([{ ...check('update', ok), applies: ({ update }) => update !== null }])
    expect(runner.start(null).lines).toEqual([])
  })
})

describe('the table of checks', () => {
  it('has each line of the page once', () => {
    expect(checks.map(({ id }) => id).sort()).toEqual([...checkIds].sort())
  })
})
