// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EnabledModel, PluggedLock } from '#shared/model/plugged-lock'
import { fail, succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../../src-renderer/app/stores/settings-store'
import { useSoundStore } from '../../../../../src-renderer/app/stores/sound-store'
import { useArmedStore } from '../../../../../src-renderer/features/lock-desk/armed/armed-store'
import { usePluggedStore } from '../../../../../src-renderer/features/lock-desk/plugged-store'
import { useOperatorsStore } from '../../../../../src-renderer/features/operators/operators-store'
import type { Answers } from '../../../support/bridge-double'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/draw'
import { entry, plugged, record, settings, shell } from '../../../support/samples'

const first = '8000000017'
const second = '8000000018'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const openDesk = async (over: Answers = {}, enabled: readonly EnabledModel[] = []) => {
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'settings/change': (part) => succeed({ ...settings, ...part }),
    'locks/list': always<'locks/list'>([plugged(first, 1)]),
    'locks/models': always<'locks/models'>({ enabled, profiles: [], broken: [] }),
    'desk/arm': always<'desk/arm'>(null),
    'desk/disarm': always<'desk/disarm'>(null),
    'desk/look-up': ({ number }) =>
      succeed({ state: 'found', record: record(number, Date.now()), failure: null }),
    'desk/change': (request) => succeed(entry({ ...request, entryId: `entry-${request.assetNum}` })),
    ...over,
  })
  await useSettingsStore().load()
  await usePluggedStore().load()
  const armed = useArmedStore()
  const heard = vi.spyOn(useSoundStore(), 'play')
  const given = (name: string) => double.given.filter((one) => one.name === name)
  const plug = async (...locks: PluggedLock[]): Promise<void> => {
    double.tell('locks/changed', [plugged(first, 1), ...locks])
    await flushPromises()
  }
  return { armed, double, given, heard, plug }
}

describe('armed mode', () => {
  it('asks main first, and stays off when the person says no', async () => {
    const { armed, given, plug } = await openDesk({
      'desk/arm': () => fail({ code: 'not-confirmed', message: 'no' }),
    })
    expect(await armed.arm('disable')).toBe(false)
    await plug(plugged(second, 2))
    expect(armed.isArmed).toBe(false)
    expect(armed.failure).toBeNull()
    expect(given('desk/change')).toEqual([])
  })

  it('leaves alone what was plugged in before, and changes what comes, with a soft tone', async () => {
    const { armed, given, heard, plug } = await openDesk()
    await armed.arm('disable')
    await plug()
    expect(given('desk/change')).toEqual([])
    const lock = plugged(second, 2, { reading: { state: 'reading' } })
    await plug(lock)
    await plug({ ...lock, reading: { state: 'read', shellNumber: shell(second) } })
    await plug({ ...lock, reading: { state: 'read', shellNumber: shell(second) } })
    expect(given('desk/change')).toMatchObject([
      { input: { action: 'disable', assetNum: second, plugId: lock.plugId, operatorIdentity: 'Li Wei' } },
    ])
    expect(heard.mock.calls).toEqual([['success']])
    expect(armed.counts).toMatchObject({ done: 1, calledOut: 0 })
  })

  it('leaves alone a lock that is still being read when it is armed', async () => {
    const { armed, double, given, plug } = await openDesk()
    const lock = plugged(second, 2, { reading: { state: 'reading' } })
    double.tell('locks/changed', [plugged(first, 1), lock])
    await armed.arm('disable')
    await plug({ ...lock, reading: { state: 'read', shellNumber: shell(second) } })
    expect(given('desk/change')).toEqual([])
  })

  it('is disarmed by itself after a minute without a lock, with ten seconds’ notice', async () => {
    const { armed, given, plug } = await openDesk()
    await armed.arm('enable')
    await vi.advanceTimersByTimeAsync(40_000)
    armed.scan(second)
    await vi.advanceTimersByTimeAsync(51_000)
    expect(armed.secondsLeft).toBe(9)
    expect(armed.isArmed).toBe(true)
    await vi.advanceTimersByTimeAsync(9_500)
    expect(armed.isArmed).toBe(false)
    expect(armed.batch?.ended).toBe('idle')
    expect(given('desk/disarm')).toHaveLength(1)
    const before = given('desk/change').length
    await plug(plugged('8000000019', 3))
    armed.scan('8000000019')
    await flushPromises()
    expect(given('desk/change')).toHaveLength(before)
  })

  it('is disarmed by the person, and keeps the batch until it is put away', async () => {
    const { armed, given } = await openDesk()
    await armed.arm('disable')
    armed.scan(second)
    await flushPromises()
    armed.disarm('asked')
    expect(given('desk/disarm')).toHaveLength(1)
    expect(armed.batch).toMatchObject({ ended: 'asked', rows: [{ number: second }] })
    armed.putAway()
    expect(armed.batch).toBeNull()
  })

  it('is disarmed when main says so', async () => {
    const { armed, double, given } = await openDesk()
    await armed.arm('disable')
    double.tell('desk/disarmed', { because: 'idle' })
    expect(armed.isArmed).toBe(false)
    expect(given('desk/disarm')).toEqual([])
  })

  it('is disarmed when somebody else comes to the desk, or nobody is there', async () => {
    const { armed } = await openDesk()
    await armed.arm('disable')
    await useOperatorsStore().choose('Chen Yu')
    expect(armed.batch?.ended).toBe('operator')
    await armed.arm('disable')
    useOperatorsStore().cover()
    expect(armed.isArmed).toBe(false)
  })

  it('never acts on a guessed number, unless a person compared this very one', async () => {
    const compared = plugged('8000000026', 2)
    const { vendorId, productId } = compared.device
    const model = { vendorId, productId, product: null, comparedNumber: shell('8000000026'), enabledAt: 1 }
    const { armed, given, heard, plug } = await openDesk({}, [model])
    await armed.arm('disable')
    const profile = { id: 'generic-serial', name: { en: 'Serial', zh: '序列号' } }
    await plug(plugged(second, 3, { profile }), { ...compared, profile })
    expect(given('desk/change')).toMatchObject([{ input: { assetNum: '8000000026' } }])
    expect(armed.batch?.rows.at(-1)?.state).toMatchObject({ is: 'called-out', why: 'not-compared' })
    expect(heard.mock.calls).toEqual([['attention'], ['success']])
  })

  it('takes ten at once, one after the other', async () => {
    let underWay = 0
    let most = 0
    const { armed, given, plug } = await openDesk({
      'desk/change': async (request) => {
        underWay += 1
        most = Math.max(most, underWay)
        await new Promise((done) => setTimeout(done, 20))
        underWay -= 1
        return succeed(entry({ ...request, entryId: `entry-${request.assetNum}` }))
      },
    })
    await armed.arm('disable')
    await plug(...Array.from({ length: 10 }, (_, index) => plugged(String(8_000_000_101 + index), index)))
    await vi.advanceTimersByTimeAsync(1000)
    expect(given('desk/change')).toHaveLength(10)
    expect(most).toBe(1)
    expect(armed.counts.done).toBe(10)
  })

  it('does not arm without an operator', async () => {
    const { armed, given } = await openDesk({
      'settings/read': always<'settings/read'>({ ...settings, operatorIdentity: ' ' }),
    })
    expect(await armed.arm('disable')).toBe(false)
    expect(given('desk/arm')).toEqual([])
  })
})
