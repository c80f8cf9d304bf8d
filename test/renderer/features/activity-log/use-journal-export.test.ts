// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { succeed } from '#shared/outcome'
import { useJournalExport } from '../../../../src-renderer/features/activity-log/use-journal-export'
import { journalFacts } from '../../support/journal-samples'
import { mountComponent, withBridge } from '../../support/mount-component'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('the exported journal', () => {
  it.each([
    ['Asia/Shanghai', '2026-12-01T07:00:00+08:00', '2026-12-01'],
    ['America/New_York', '2026-11-30T20:00:00-05:00', '2026-11-30'],
  ])('is named by the day of this computer, in %s', async (zone, time, day) => {
    vi.stubEnv('TZ', zone)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
    const double = withBridge({
      'journal/facts': () => succeed(journalFacts(9)),
      'files/save': () => succeed(null),
    })
    let save: ReturnType<typeof useJournalExport>['save'] | undefined
    mountComponent(
      defineComponent(() => {
        ;({ save } = useJournalExport(() => null))
        return () => h('div')
      }),
      {},
    )
    await save?.('json', [])
    const saved = double.calls.find(({ name }) => name === 'files/save')
    expect(saved?.input).toMatchObject({
      name: expect.stringMatching(new RegExp(`-${day}-\\d+\\.json$`)) as unknown,
    })
  })
})
