// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import type { KeptLoan } from '#shared/bridge/draft-commands'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { fail, succeed } from '#shared/outcome'
import { useEnterprisesStore } from '../../../../../src-renderer/entities/enterprise/enterprises-store'
import { useLoansStore } from '../../../../../src-renderer/entities/loan/loans-store'
import LendWizard from '../../../../../src-renderer/features/lending/lend/LendWizard.vue'
import { useLendStore } from '../../../../../src-renderer/features/lending/lend/lend-store'
import { useUnsentRowsStore } from '../../../../../src-renderer/stores/unsent-rows-store'
import { withBridge } from '../../../support/mount-component'
import { employee, enterprises, loan, record, registerSlice } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const now = Date.now()
const soon = dayAfter(dayOf(now), 3)
const over = dayAfter(dayOf(now), -1)
const [{ enterpriseGlobalId } = { enterpriseGlobalId: '' }] = enterprises(now)
const borrower = { ...employee, memberGlobalId: 'member-1', enterpriseGlobalId }
const [asset, lock] = ['8000000017', '8000000019']

let unmount = (): void => undefined
beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => {
  unmount()
  vi.useRealTimers()
})

const settle = async (): Promise<void> => {
  await flushPromises()
  await vi.advanceTimersByTimeAsync(3_000)
}

/** Main with its file, and a window whose stores are new with each `openForm`. */
const setUp = () => {
  let onDisk: KeptLoan | null = null
  const main = {
    isFull: false,
    known: enterprises(now),
    isReadable: true,
    lock: { borrowedUsbKey: true, holder: null } as Partial<LockRecord>,
  }
  withBridge({
    'enterprises/list': () =>
      main.isReadable ? succeed(registerSlice(main.known)) : fail({ code: 'internal', message: '' }),
    'assets/list': () => {
      const rows = [record(asset, now), record(lock, now, main.lock)]
      return succeed({ version: 1, rows, total: rows.length, readAt: now, failure: null })
    },
    'drafts/read-loan': () => succeed({ loan: onDisk }),
    'drafts/save-loan': ({ loan: kept }) => {
      if (main.isFull) return fail({ code: 'not-saved', message: 'the disk is full' })
      onDisk = kept
      return succeed(null)
    },
    'jobs/start': () => fail({ code: 'not-confirmed', message: '' }),
  })
  const openWindow = () => {
    unmount()
    const pinia = createPinia()
    setActivePinia(pinia)
    const openForm = async () => {
      const wrapper = mount(LendWizard, {
        attachTo: document.body,
        props: { plugged: [] },
        global: { plugins: [pinia, createTexts('en')] },
      })
      unmount = () => {
        wrapper.unmount()
        unmount = () => undefined
      }
      await settle()
      return wrapper
    }
    return { openForm, lend: useLendStore(), unsent: useUnsentRowsStore() }
  }
  const prepare = async () => {
    const opened = openWindow()
    await opened.openForm()
    opened.lend.employee = borrower
    opened.lend.tick([asset], true)
    opened.lend.lock = { assetNum: lock, plugId: 'plug-1' }
    opened.lend.dueOn = soon
    await settle()
    return opened
  }
  return { main, openWindow, prepare, onDisk: () => onDisk, put: (kept: KeptLoan) => void (onDisk = kept) }
}

it('the choices of a loan are there in the next window, and lose nothing with another platform', async () => {
  const { openWindow, prepare } = setUp()
  const { unsent } = await prepare()
  expect(unsent.total).toBe(0)

  const { lend, openForm } = openWindow()
  await openForm()
  expect(lend.employee?.memberGlobalId).toBe('member-1')
  expect(lend.chosenAssets.map(({ assetNum }) => assetNum)).toEqual([asset])
  // Where it was plugged in before says nothing now.
  expect(lend.lock).toEqual({ assetNum: lock, plugId: null })
  expect(lend.dueOn).toBe(soon)
})

it('a lock that was lent to another employee meanwhile is not lent again', async () => {
  const { main, openWindow, prepare } = setUp()
  await prepare()
  main.lock = { borrowedUsbKey: true, lent: true, holder: { memberGlobalId: 'member-2', name: 'Wang Fang' } }
  const { lend, openForm } = openWindow()
  const form = await openForm()
  expect(lend.employee?.memberGlobalId).toBe('member-1')
  expect(lend.chosenLock?.obstacle).toBe('lent')
  expect(form.get<HTMLInputElement>(`[data-testid=lend-onto-${lock}]`).element.checked).toBe(false)
  expect(form.get('[data-testid=lend-send]').attributes('disabled')).toBeDefined()
})

it('choices of an enterprise that was removed are dropped', async () => {
  const { main, openWindow, prepare, onDisk } = setUp()
  await prepare()
  expect(onDisk()).not.toBeNull()
  main.known = main.known.slice(1)
  const { lend, openForm } = openWindow()
  await openForm()
  expect([lend.employee, lend.lock, lend.ticked.size]).toEqual([null, null, 0])
  expect(onDisk()).toBeNull()
})

it('a loan that is begun in the next window takes the place of the kept choices', async () => {
  const { openWindow, prepare, onDisk } = setUp()
  await prepare()
  const { lend, openForm } = openWindow()
  await useEnterprisesStore().loadOnce()
  lend.begin()
  lend.employee = { ...borrower, memberGlobalId: 'member-2' }
  await openForm()
  expect([lend.employee.memberGlobalId, lend.lock, lend.dueOn]).toEqual(['member-2', null, null])
  expect(onDisk()).toMatchObject({ employee: { memberGlobalId: 'member-2' }, lock: null })
})

it('a lock that is plugged in before the choices are read stays with them, unlike one that was in its port before', async () => {
  const { openWindow, prepare, put, onDisk } = setUp()
  await prepare()
  const kept = onDisk()
  const openWith = async (chosen: NonNullable<ReturnType<typeof useLendStore>['lock']>) => {
    const { lend, openForm } = openWindow()
    await useEnterprisesStore().loadOnce()
    lend.lock = chosen
    await openForm()
    expect(lend.employee?.memberGlobalId).toBe('member-1')
    return lend
  }
  const other = { assetNum: '8000000018', plugId: 'plug-2' }
  const lend = await openWith(other)
  expect([lend.lock, lend.ticked.size, lend.dueOn]).toEqual([other, 1, soon])
  put({ ...kept!, dueOn: null, proposedDueOn: soon })
  // That no day was chosen for the products of the kept lock's loan says nothing of another lock.
  expect((await openWith(other)).lock).toEqual(other)
  expect(onDisk()).toMatchObject({ lock: other.assetNum, dueOn: null, proposedDueOn: null })
  put(kept!)
  expect((await openWith({ ...other, wasPluggedBefore: true })).lock?.assetNum).toBe(lock)
})

it('a loan that is sent is not kept, and one that main declined is', async () => {
  const { prepare, onDisk } = setUp()
  const { lend } = await prepare()
  const sending = lend.send('Li Wei')
  expect(lend.isRunning).toBe(true)
  await sending
  await settle()
  expect(onDisk()).toMatchObject({ lock, assetNums: [asset] })
  lend.begin()
  lend.employee = null
  await settle()
  expect(onDisk()).toBeNull()
})

it('a due date that is over since is asked for again', async () => {
  const { openWindow, put } = setUp()
  put({
    enterpriseGlobalId,
    employee: { memberGlobalId: 'member-1', name: 'Chen Yu' },
    assetNums: [],
    lock: null,
    dueOn: over,
    proposedDueOn: null,
    isDateAsked: false,
  })
  const { lend, openForm } = openWindow()
  await openForm()
  expect([lend.dueOn, lend.isDatePressed]).toEqual([null, true])
})

it('the day of the loan that gets more products is proposed as it is now, and “no day” stays chosen', async () => {
  const { main, openWindow, put, onDisk } = setUp()
  main.lock = { borrowedUsbKey: true, lent: true, holder: { memberGlobalId: 'member-1', name: 'Chen Yu' } }
  const kept: KeptLoan = {
    enterpriseGlobalId,
    employee: { memberGlobalId: 'member-1', name: 'Chen Yu' },
    assetNums: [asset],
    lock,
    dueOn: soon,
    proposedDueOn: soon,
    isDateAsked: false,
  }
  put(kept)
  const later = dayAfter(soon, 4)
  const openWithLoan = async () => {
    const { lend, openForm } = openWindow()
    useLoansStore().loans = [loan({ borrowedUsbKey: lock, memberGlobalId: 'member-1', dueOn: later })]
    await openForm()
    return lend
  }
  expect((await openWithLoan()).dueOn).toBe(later)
  expect(onDisk()).toMatchObject({ dueOn: later, proposedDueOn: later })
  put({ ...kept, dueOn: null })
  expect((await openWithLoan()).dueOn).toBeNull()
})

it('choices that are not on disk would be lost with another platform', async () => {
  const { main, prepare, onDisk } = setUp()
  main.isFull = true
  const { lend, unsent } = await prepare()
  expect([onDisk(), unsent.total]).toEqual([null, 1])
  main.isFull = false
  lend.dueOn = null
  await settle()
  expect(unsent.total).toBe(0)
})

it('choices come back when the enterprises are read after a failure', async () => {
  const { main, openWindow, prepare, onDisk } = setUp()
  await prepare()
  main.isReadable = false
  const { lend, openForm } = openWindow()
  await openForm()
  expect(lend.employee).toBeNull()
  main.isReadable = true
  await useEnterprisesStore().load()
  await settle()
  expect(lend.employee).toMatchObject({ memberGlobalId: 'member-1' })
  expect(onDisk()).toMatchObject({ employee: { memberGlobalId: 'member-1' }, lock })
})
