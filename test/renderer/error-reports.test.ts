// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { commands } from '#shared/bridge/commands'
import type { PageError } from '#shared/model/app/page-error'
import { createErrorReports } from '../../src-renderer/error-reports'
import { saveGenerated } from '../../src-renderer/ui/save-text'
import { createBridgeDouble } from './support/bridge-double'

const collect = () => {
  const sent: PageError[] = []
  let now = 0
  const report = createErrorReports(
    (fault) => sent.push(fault),
    () => now,
  )
  return { sent, report, wait: (ms: number) => (now += ms) }
}

describe('page errors', () => {
  it('reach main five per minute, with the count of the rest', () => {
    const { sent, report, wait } = collect()
    for (let time = 0; time < 100; time += 1) report('promise', new TypeError('x is undefined'))
    expect(sent).toHaveLength(5)
    expect(sent[0]).toMatchObject({
      where: 'promise',
      name: 'TypeError',
      message: 'x is undefined',
      dropped: 0,
    })
    wait(60_000)
    report('router', 'a text')
    expect(sent[5]).toMatchObject({ where: 'router', name: 'string', message: 'a text', dropped: 95 })
  })

  it('cross the bridge whatever was thrown', () => {
    const { sent, report } = collect()
    const odd = {
      toString: () => {
        throw new Error('no')
      },
    }
    const long = new Error('m'.repeat(10_000))
    long.stack = 's'.repeat(100_000)
    long.name = 'n'.repeat(1_000)
    for (const thrown of [undefined, null, odd, long, Symbol('s')]) report('script', thrown)
    expect(sent).toHaveLength(5)
    for (const fault of sent) expect(commands['app/page-error'].input.safeParse(fault).success).toBe(true)
  })

  it('exclude ResizeObserver loop notifications', () => {
    const { sent, report } = collect()
    report('script', 'ResizeObserver loop completed with undelivered notifications.')
    expect(sent).toEqual([])
  })
})

describe('saving a file of the page', () => {
  it('reports a file that cannot be created, and logs it', async () => {
    const double = createBridgeDouble({
      'app/page-error': () => succeed(null),
      'files/save': () => fail({ code: 'not-saved', message: 'not asked for' }),
    })
    Object.assign(window, { lockDesk: double.api })
    const saved = await saveGenerated('list', 'csv', () => {
      throw new Error('no worker')
    })
    expect(saved).toEqual({ ok: false, error: { code: 'internal', message: 'no worker' } })
    expect(double.calls).toMatchObject([
      { name: 'app/page-error', input: { where: 'handled', message: 'no worker' } },
    ])
  })
})
