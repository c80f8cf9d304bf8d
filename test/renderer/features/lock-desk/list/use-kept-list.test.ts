// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import type { KeptList } from '#shared/bridge/draft-commands'
import { fail, succeed } from '#shared/outcome'
import { useDeskStore } from '../../../../../src-renderer/entities/lock/desk-store'
import { useListStore } from '../../../../../src-renderer/features/lock-desk/list/list-store'
import { useKeptList } from '../../../../../src-renderer/features/lock-desk/list/use-kept-list'
import { useJobsStore } from '../../../../../src-renderer/stores/jobs-store'
import { useUnsentRowsStore } from '../../../../../src-renderer/stores/unsent-rows-store'
import { withBridge } from '../../../support/mount-component'
import { job } from '../../../support/samples'

const earlier: KeptList = { action: 'disable', numbers: ['8000000017', '8000000018'] }
const other = '8000000019'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The Desk page, open as long as its scope is. */
const setUp = () => {
  let saved: readonly KeptList[] = [earlier]
  const disk = { isFull: false }
  withBridge({
    'drafts/read-list': () => {
      const [list = null, ...others] = saved
      return succeed({ list, others })
    },
    'drafts/save-list': ({ list, others = [] }) => {
      if (disk.isFull) return fail({ code: 'not-saved', message: 'the disk is full' })
      saved = list === null ? [] : [list, ...others]
      return succeed(null)
    },
    'locks/look-up-many': ({ numbers }) =>
      succeed({
        results: numbers.map(() => ({ state: 'not-listed' as const })),
        enterprises: 1,
        unread: 0,
        failure: null,
      }),
  })
  const openPage = () => {
    const scope = effectScope()
    const kept = scope.run(useKeptList)
    if (kept === undefined) throw new Error('no scope')
    return { kept, close: () => scope.stop() }
  }
  const settle = async (): Promise<void> => {
    await flushPromises()
    await vi.advanceTimersByTimeAsync(3_000)
  }
  return {
    openPage,
    settle,
    disk,
    list: useListStore(),
    desk: useDeskStore(),
    saved: () => saved,
    keep: (...lists: readonly KeptList[]) => (saved = lists),
  }
}

it('an earlier list is offered also where locks of another page come first', async () => {
  const { openPage, settle, list, saved } = setUp()
  const { kept } = openPage()
  void list.openLocks({ action: 'enable', numbers: [other], reverses: null })
  await settle()
  expect(kept.offered.value).toEqual(earlier)
  expect(saved()).toEqual([earlier, { action: 'enable', numbers: [other] }])
})

it('an earlier list is still offered after another page was open, and joins what is listed by now', async () => {
  const { openPage, settle, list, desk, saved } = setUp()
  const first = openPage()
  await settle()
  list.addOne(other)
  await settle()
  first.close()
  await settle()
  const { kept } = openPage()
  await settle()
  expect(kept.offered.value).toEqual(earlier)
  desk.choose('disable')
  kept.open()
  await settle()
  expect(list.rows.map(({ text }) => text)).toEqual([other, ...earlier.numbers])
  expect(saved()).toEqual([{ action: 'disable', numbers: [other, ...earlier.numbers] }])
})

it('lists for different actions stay apart: each comes with its own action', async () => {
  const { openPage, settle, list, desk, saved } = setUp()
  const { kept } = openPage()
  await settle()
  desk.choose('enable')
  list.addOne(other)
  // The same lock in both lists is another change in each.
  list.addOne('8000000017')
  await settle()
  kept.open()
  await settle()
  expect([desk.change, list.rows.map(({ text }) => text)]).toEqual(['disable', earlier.numbers])
  const enabled: KeptList = { action: 'enable', numbers: [other, '8000000017'] }
  expect(kept.offered.value).toEqual(enabled)
  expect(saved()).toEqual([enabled, earlier])
  kept.open()
  await settle()
  expect([desk.change, list.rows.map(({ text }) => text)]).toEqual(['enable', enabled.numbers])
  expect(kept.offered.value).toEqual(earlier)
})

it('lists for different actions are kept with their own, and offered one after the other', async () => {
  const { openPage, settle, list, desk, saved, keep } = setUp()
  const enabled: KeptList = { action: 'enable', numbers: ['8000000017'] }
  keep(earlier, enabled)
  const { kept } = openPage()
  await settle()
  expect(kept.offered.value).toEqual(earlier)
  desk.choose('disable')
  list.addOne(other)
  await settle()
  expect(saved()).toEqual([{ action: 'disable', numbers: [...earlier.numbers, other] }, enabled])
  kept.discard()
  await settle()
  expect(kept.offered.value).toEqual(enabled)
  expect(saved()).toEqual([enabled, { action: 'disable', numbers: [other] }])
  kept.discard()
  await settle()
  expect([kept.offered.value, saved()]).toEqual([null, [{ action: 'disable', numbers: [other] }]])
})

it('rows behind a result are kept with their action, whatever is chosen meanwhile', async () => {
  const { openPage, settle, list, desk, saved } = setUp()
  const { kept } = openPage()
  await settle()
  kept.discard()
  desk.choose('disable')
  await list.add(['8000000020'])
  vi.spyOn(useJobsStore(), 'of').mockReturnValue(job({ state: 'ended' }))
  list.attachJob(
    'job-1',
    list.rows.map(({ id }) => id),
  )
  list.addOne(other)
  await settle()
  list.showOther()
  desk.choose('enable')
  await settle()
  expect(saved()).toEqual([{ action: 'disable', numbers: [other] }])
})

it('a list that joins rows of a job with another action, asks for the action', async () => {
  const { openPage, settle, list, desk } = setUp()
  const first = openPage()
  await settle()
  desk.choose('enable')
  await list.add(['8000000020'])
  list.attachJob(
    'job-1',
    list.rows.map(({ id }) => id),
  )
  await list.add([other])
  first.kept.open()
  await settle()
  expect(list.unsent.map(({ text }) => text)).toEqual([other, ...earlier.numbers])
  expect(desk.change).toBeNull()
})

it('a list with an action is offered until its numbers are listed with the same action', async () => {
  const { openPage, settle, list, desk, saved } = setUp()
  const { kept } = openPage()
  await settle()
  await list.add(earlier.numbers)
  await settle()
  expect(kept.offered.value).toEqual(earlier)
  expect(saved()).toEqual([earlier, { action: null, numbers: earlier.numbers }])
  desk.choose('enable')
  await settle()
  expect(kept.offered.value).toEqual(earlier)
  desk.choose('disable')
  await settle()
  expect([kept.offered.value, saved()]).toEqual([null, [earlier]])
})

it('a list without an action is not offered once its numbers are listed', async () => {
  const { openPage, settle, list, keep } = setUp()
  keep({ action: null, numbers: earlier.numbers })
  const { kept } = openPage()
  await settle()
  expect(kept.offered.value).not.toBeNull()
  await list.add(earlier.numbers)
  await settle()
  expect(kept.offered.value).toBeNull()
})

it('a list whose action is not known comes without one', async () => {
  const { openPage, settle, list, desk, keep } = setUp()
  keep({ action: null, numbers: earlier.numbers })
  const { kept } = openPage()
  await settle()
  desk.choose('enable')
  kept.open()
  await settle()
  expect([desk.change, list.rows.length]).toEqual([null, 2])
})

it('what was added since a job began is kept, and what main may still refuse', async () => {
  const { openPage, settle, list, saved } = setUp()
  const { kept } = openPage()
  await settle()
  kept.discard()
  list.addOne(other)
  list.isStarting = true
  await settle()
  list.isStarting = false
  await settle()
  expect(saved()).toEqual([{ action: null, numbers: [other] }])
  list.attachJob(
    'job-1',
    list.rows.map(({ id }) => id),
  )
  await settle()
  expect(saved()).toEqual([])
  await list.add(['8000000020'])
  await settle()
  expect(saved()).toEqual([{ action: null, numbers: ['8000000020'] }])
})

it('a window that closes at once has its last row on disk', async () => {
  const { openPage, settle, list, saved } = setUp()
  const { kept } = openPage()
  await settle()
  kept.discard()
  list.addOne(other)
  list.addOne('8000000020')
  await flushPromises()
  expect(saved()).toEqual([])
  window.dispatchEvent(new Event('pagehide'))
  await flushPromises()
  expect(saved()[0]?.numbers).toEqual([other, '8000000020'])
})

it('a list that is discarded is gone', async () => {
  const { openPage, settle, saved } = setUp()
  const { kept } = openPage()
  await settle()
  kept.discard()
  await settle()
  expect([kept.offered.value, saved()]).toEqual([null, []])
})

it('only rows that are not on disk would be lost with the window', async () => {
  const { openPage, settle, disk, list } = setUp()
  const unsent = useUnsentRowsStore()
  openPage()
  await settle()
  disk.isFull = true
  list.addOne(other)
  await settle()
  expect(unsent.total).toBe(1)
  disk.isFull = false
  list.addOne('8000000020')
  await settle()
  expect(unsent.total).toBe(0)
})

it('rows on disk are not lost with the window, also when their records are read on another page', async () => {
  const { openPage, settle, list } = setUp()
  const unsent = useUnsentRowsStore()
  const page = openPage()
  await settle()
  list.addOne(other)
  await settle()
  page.close()
  await settle()
  const [before] = list.rows
  await list.searchAgain()
  expect(list.rows[0]).not.toBe(before)
  await settle()
  expect(unsent.total).toBe(0)
})

it('rows whose job began after the desk was left are not offered as unsent again', async () => {
  const { openPage, settle, list, saved } = setUp()
  const page = openPage()
  await settle()
  page.kept.discard()
  list.addOne(other)
  await settle()
  list.isStarting = true
  page.close()
  list.isStarting = false
  list.attachJob(
    'job-1',
    list.rows.map(({ id }) => id),
  )
  openPage()
  await settle()
  expect(saved()).toEqual([])
})
