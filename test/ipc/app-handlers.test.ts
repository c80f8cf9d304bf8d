import { describe, expect, it } from 'vitest'
import { defaultSettings } from '#shared/model/app/settings'
import type { Settings } from '#shared/model/app/settings'
import { createAppHandlers } from '../../src-main/ipc/app-handlers'

const setUp = (answer: boolean, stored: Partial<Settings> = {}) => {
  let settings: Settings = { ...defaultSettings, ...stored }
  const asked: string[] = []
  const handlers = createAppHandlers(
    {
      desktop: {
        confirmCommandLine: () => {
          asked.push('command line')
          return Promise.resolve(answer)
        },
      } as Parameters<typeof createAppHandlers>[0]['desktop'],
      links: { take: () => null },
      settings: {
        read: () => settings,
        change: (changes) => Promise.resolve((settings = { ...settings, ...changes })),
        onChange: () => () => undefined,
      },
    },
    { platform: {} } as Parameters<typeof createAppHandlers>[1],
  )
  const change = (changes: Partial<Pick<Settings, 'theme' | 'commandLineChanges'>>) =>
    handlers['settings/change'](changes)
  return { change, asked, isOn: () => settings.commandLineChanges }
}

describe('changes by the command line', () => {
  // A compromised page could otherwise let a script change locks without any dialog.
  it('are not switched on unless that is confirmed in a system dialog', async () => {
    const { change, asked, isOn } = setUp(false)
    expect(await change({ theme: 'dark', commandLineChanges: true })).toMatchObject({
      error: { code: 'not-confirmed' },
    })
    expect([asked.length, isOn()]).toEqual([1, false])
  })

  it('are switched on after the confirmation', async () => {
    const { change, asked, isOn } = setUp(true)
    expect(await change({ commandLineChanges: true })).toMatchObject({ ok: true })
    expect([asked.length, isOn()]).toEqual([1, true])
  })

  it('are switched off, and other settings changed, without a dialog', async () => {
    const { change, asked, isOn } = setUp(false, { commandLineChanges: true })
    await change({ theme: 'dark', commandLineChanges: true })
    expect(isOn()).toBe(true)
    await change({ commandLineChanges: false })
    expect([asked.length, isOn()]).toEqual([0, false])
  })
})
