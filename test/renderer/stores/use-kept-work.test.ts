// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope, ref } from 'vue'
import { fail, succeed } from '#shared/outcome'
import { useKeptWork } from '../../../src-renderer/stores/use-kept-work'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('work that is as before while it is written, is on disk as it is', async () => {
  const work = ref('')
  const written: { readonly text: string; readonly end: () => void }[] = []
  const scope = effectScope()
  const kept = scope.run(() =>
    useKeptWork(() => work.value, {
      read: () => Promise.resolve({ work: '' }),
      show: () => undefined,
      write: (text) => new Promise((resolve) => written.push({ text, end: () => resolve(succeed(null)) })),
    }),
  )
  await kept?.restore()
  await flushPromises()

  work.value = 'scanned'
  await flushPromises()
  work.value = ''
  await flushPromises()
  expect(written.map(({ text }) => text)).toEqual(['scanned'])
  written[0]?.end()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(written.map(({ text }) => text)).toEqual(['scanned', ''])
  expect(kept?.isSaved.value).toBe(false)
  written[1]?.end()
  await flushPromises()
  expect(kept?.isSaved.value).toBe(true)
  scope.stop()
})

it('work that could not be written says so, and is written on the return to the window', async () => {
  const work = ref('')
  const disk = { isFull: true, text: '' }
  const scope = effectScope()
  const kept = scope.run(() =>
    useKeptWork(() => work.value, {
      read: () => Promise.resolve({ work: '' }),
      show: () => undefined,
      write: (text) => {
        if (disk.isFull) return Promise.resolve(fail({ code: 'not-saved', message: 'the disk is full' }))
        disk.text = text
        return Promise.resolve(succeed(null))
      },
    }),
  )
  await kept?.restore()
  work.value = 'scanned'
  await vi.advanceTimersByTimeAsync(3_000)
  expect(kept?.failure.value).toMatchObject({ code: 'not-saved' })
  disk.isFull = false
  window.dispatchEvent(new Event('focus'))
  await flushPromises()
  expect(disk.text).toBe('scanned')
  expect(kept?.failure.value).toBeNull()
  scope.stop()
})
