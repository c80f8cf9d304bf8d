import { describe, expect, it } from 'vitest'
import type { UpdateChoices, UpdateDelivery } from '#shared/model/app/update'
import { createUpdateHandlers } from '../../src-main/ipc/update-handlers'
import type { Updates } from '../../src-main/updates/updates'

const setUp = (answer: boolean, server: string | null = null, delivery: UpdateDelivery = 'itself') => {
  let choices: UpdateChoices = { mode: 'off', server }
  const questions: (readonly string[])[] = []
  const asked: string[] = []
  const used: string[] = []
  const state = () => ({ builtInServer: 'https://updates.example/lock-desk', choices, delivery })
  const updates: Partial<Updates> = {
    state: state as Updates['state'],
    useFile: (path) => {
      used.push(path)
      return (state as Updates['state'])()
    },
    choose: (chosen) => {
      choices = chosen
      return Promise.resolve((state as Updates['state'])())
    },
  }
  const handlers = createUpdateHandlers({
    updates: updates as Updates,
    noticesFiles: { libraries: '', chromium: '' },
    desktop: {
      chooseFile: {
        toSave: () => Promise.resolve(null),
        toOpen: (file) => {
          asked.push(file)
          return Promise.resolve(answer ? '/media/usb/latest-linux.yml' : null)
        },
      },
      confirmUpdateServer: (origins) => {
        questions.push(origins)
        return Promise.resolve(answer)
      },
      closeGuard: { mayClose: () => Promise.resolve(true) },
      openPath: () => Promise.resolve(''),
    },
  })
  const choose = (wanted: string | null) => handlers['updates/choose']({ mode: 'ask', server: wanted })
  const useFile = () => handlers['updates/use-file'](undefined)
  return { choose, useFile, asked, used, questions, server: () => choices.server }
}

describe('another update server', () => {
  // Its address could otherwise carry data out of a compromised page.
  it('is not used unless it is confirmed in a system dialog that names it', async () => {
    const { choose, questions, server } = setUp(false)
    expect(await choose('https://mirror.example/stolen')).toMatchObject({ error: { code: 'not-confirmed' } })
    expect(questions).toEqual([['https://mirror.example']])
    expect(server()).toBe(null)
  })

  it('is confirmed once', async () => {
    const { choose, questions, server } = setUp(true)
    await choose('https://mirror.example/a')
    await choose(null)
    await choose('https://mirror.example/b')
    expect(questions).toEqual([['https://mirror.example']])
    expect(server()).toBe('https://mirror.example/b')
  })

  it.each([null, 'https://updates.example/beta', 'https://MIRROR.example:443/'])(
    'needs no confirmation if it is the built-in or the current one: %s',
    async (wanted) => {
      const { choose, questions, server } = setUp(false, 'https://mirror.example')
      expect(await choose(wanted)).toMatchObject({ ok: true })
      expect([questions, server()]).toEqual([[], wanted])
    },
  )
})

describe('an update file', () => {
  it('is chosen in a system dialog, and only that one is used', async () => {
    const { useFile, asked, used } = setUp(true)
    expect(await useFile()).toMatchObject({ ok: true })
    expect([asked, used]).toEqual([['update'], ['/media/usb/latest-linux.yml']])
  })

  it('is not used if the dialog is canceled', async () => {
    const { useFile, used } = setUp(false)
    expect(await useFile()).toMatchObject({ ok: true })
    expect(used).toEqual([])
  })

  it('is not asked for where an administrator installs updates', async () => {
    const { useFile, asked, used } = setUp(true, null, 'administrator')
    expect(await useFile()).toMatchObject({ value: { delivery: 'administrator' } })
    expect([asked, used]).toEqual([[], []])
  })
})
