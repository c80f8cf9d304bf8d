// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { useLabelPileStore } from '../../../../src-renderer/features/shell-numbers/label-pile-store'
import { useUnsentRowsStore } from '../../../../src-renderer/stores/unsent-rows-store'
import { withBridge } from '../../support/mount-component'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = async (): Promise<void> => {
  await flushPromises()
  await vi.advanceTimersByTimeAsync(3_000)
}

/** Main with its file, and a window whose stores are new with each `openWindow`. */
const setUp = (earlier: readonly string[] = []) => {
  let onDisk = earlier
  const disk = { isFull: false, isReadable: true }
  withBridge({
    'drafts/read-labels': () =>
      disk.isReadable
        ? succeed({ numbers: onDisk })
        : fail({ code: 'switching', message: 'no platform is open' }),
    'drafts/save-labels': ({ numbers }) => {
      if (disk.isFull) return fail({ code: 'not-saved', message: 'the disk is full' })
      onDisk = numbers
      return succeed(null)
    },
  })
  const openWindow = () => {
    setActivePinia(createPinia())
    return { pile: useLabelPileStore(), unsent: useUnsentRowsStore() }
  }
  return { openWindow, disk, onDisk: () => onDisk }
}

it('numbers for labels are there in the next window, once', async () => {
  const { openWindow, onDisk } = setUp()
  const { pile, unsent } = openWindow()
  await settle()
  pile.text = '8000000017, 8000000018\n8000000018\n80000'
  await settle()
  expect(onDisk()).toEqual(['8000000017', '8000000018', '8000000018', '80000'])
  expect(unsent.total).toBe(0)

  for (const _window of [1, 2]) {
    const { pile: next } = openWindow()
    await settle()
    expect(next.text.split('\n')).toEqual(['8000000017', '8000000018', '8000000018', '80000'])
  }
})

it('a lock that is scanned before the file is read comes behind its numbers, and none twice', async () => {
  const { openWindow, onDisk } = setUp(['8000000017', '80000'])
  const { pile } = openWindow()
  pile.text = '8000000018\n8000 000 017'
  await settle()
  expect(pile.text).toBe('8000000017\n80000\n8000000018')
  expect(onDisk()).toEqual(['8000000017', '80000', '8000000018'])
})

it('numbers that were printed, and removed ones, are not there in the next window', async () => {
  const { openWindow, onDisk } = setUp()
  const { pile } = openWindow()
  await settle()
  pile.text = '8000000017\n8000000018'
  await settle()
  pile.printedText = '8000000017'
  await settle()
  expect(onDisk()).toEqual(['8000000018'])
  pile.text = ''
  await settle()
  expect(onDisk()).toEqual([])
})

it('a window that closes at once has its last number on disk', async () => {
  const { openWindow, onDisk } = setUp()
  const { pile } = openWindow()
  await settle()
  pile.text = '8000000017'
  await flushPromises()
  pile.text = '8000000017\n8000000018'
  await flushPromises()
  expect(onDisk()).toEqual(['8000000017'])
  window.dispatchEvent(new Event('pagehide'))
  await flushPromises()
  expect(onDisk()).toEqual(['8000000017', '8000000018'])
})

it('numbers that are not on disk would be lost with another platform', async () => {
  const { openWindow, disk } = setUp()
  const { pile, unsent } = openWindow()
  await settle()
  disk.isFull = true
  pile.text = '8000000017\n80000'
  await settle()
  expect(unsent.total).toBe(2)
  disk.isFull = false
  pile.text = '8000000017\n8000000018'
  await settle()
  expect(unsent.total).toBe(0)
})

it('what cannot be read is not written over', async () => {
  const { openWindow, disk, onDisk } = setUp(['8000000017'])
  disk.isReadable = false
  const { pile, unsent } = openWindow()
  await settle()
  pile.text = '8000000018'
  await settle()
  window.dispatchEvent(new Event('pagehide'))
  await settle()
  expect([onDisk(), unsent.total]).toEqual([['8000000017'], 1])
})
