// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EnabledModel, PluggedLock } from '#shared/model/locks/plugged-lock'
import { fail, succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import { useSoundStore } from '../../../../../src-renderer/stores/sound-store'
import { useContinuousStore } from '../../../../../src-renderer/features/lock-desk/continuous/continuous-store'
import { useDeskStore } from '../../../../../src-renderer/entities/lock/desk-store'
import { usePluggedStore } from '../../../../../src-renderer/entities/lock/plugged-store'
import { useOperatorsStore } from '../../../../../src-renderer/entities/operator/operators-store'
import type { Handlers } from '../../../support/bridge-double'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'
import { entry, plugged, record, settings, shell } from '../../../support/samples'
import { changesIn, oneLockJobs } from '../../../support/one-lock-job'

const first = '8000000017'
const second = '8000000018'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const openDesk = async (over: Handlers = {}, enabled: readonly EnabledModel[] = []) => {
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'settings/change': (part) => succeed({ ...settings, ...part }),
    'locks/list': always<'locks/list'>([plugged(first, 1)]),
    'locks/models': always<'locks/models'>({ enabled, profiles: [], broken: [] }),
    'continuous/start': always<'continuous/start'>(null),
    'continuous/stop': always<'continuous/stop'>(null),
    'locks/look-up': ({ number }) =>
      succeed({ state: 'found', record: record(number, Date.now()), failure: null }),
    ...oneLockJobs((request) => succeed(entry({ ...request, entryId: `entry-${request.assetNum}` }))),
    ...over,
  })
  await useSettingsStore().load()
  await usePluggedStore().load()
  const continuous = useContinuousStore()
  const heard = vi.spyOn(useSoundStore(), 'play')
  const callsOf = (name: string) => double.calls.filter((one) => one.name === name)
  const plug = async (...locks: PluggedLock[]): Promise<void> => {
    double.emit('locks/changed', [plugged(first, 1), ...locks])
    await flushPromises()
  }
  return { continuous, double, callsOf, heard, plug }
}

describe('continuous mode', () => {
  it('asks main first, and stays off when canceled', async () => {
    const { continuous, double, plug } = await openDesk({
      'continuous/start': () => fail({ code: 'not-confirmed', message: 'no' }),
    })
    expect(await continuous.start('disable')).toBe(false)
    await plug(plugged(second, 2))
    expect(continuous.isActive).toBe(false)
    expect(continuous.failure).toBeNull()
    expect(changesIn(double.calls)).toEqual([])
  })

  it('ignores locks plugged in before, and changes new ones with a soft tone', async () => {
    const { continuous, double, heard, plug } = await openDesk()
    await continuous.start('disable')
    await plug()
    expect(changesIn(double.calls)).toEqual([])
    const lock = plugged(second, 2, { reading: { state: 'reading' } })
    await plug(lock)
    await plug({ ...lock, reading: { state: 'read', shellNumber: shell(second) } })
    await plug({ ...lock, reading: { state: 'read', shellNumber: shell(second) } })
    expect(changesIn(double.calls)).toMatchObject([
      { action: 'disable', assetNum: second, plugId: lock.plugId, operatorIdentity: 'Li Wei' },
    ])
    expect(heard.mock.calls).toEqual([['success']])
    expect(continuous.counts).toMatchObject({ disable: 1, skipped: 0 })
  })

  it('ignores a lock that is still being read when it starts', async () => {
    const { continuous, double, plug } = await openDesk()
    const lock = plugged(second, 2, { reading: { state: 'reading' } })
    double.emit('locks/changed', [plugged(first, 1), lock])
    await continuous.start('disable')
    await plug({ ...lock, reading: { state: 'read', shellNumber: shell(second) } })
    expect(changesIn(double.calls)).toEqual([])
  })

  /** All locks gone, and back with other plug IDs. */
  const restartHub = async (
    double: Awaited<ReturnType<typeof openDesk>>['double'],
    goneForMs: number,
    ...back: PluggedLock[]
  ) => {
    // prettier-ignore
    double.emit('locks/changed', [])
    await vi.advanceTimersByTimeAsync(goneForMs)
    double.emit('locks/changed', back)
    await flushPromises()
  }

  it('does not change a lock that was there when its hub restarts, until it was away for five seconds', async () => {
    const { continuous, double } = await openDesk()
    await continuous.start('disable')
    await restartHub(double, 800, plugged(first, 11))
    await restartHub(double, 4_000, plugged(first, 12, { reading: { state: 'reading' } }))
    // A slow lock is back, although it gave no number yet.
    await vi.advanceTimersByTimeAsync(8_000)
    double.emit('locks/changed', [plugged(first, 12)])
    await flushPromises()
    expect(changesIn(double.calls)).toEqual([])
    expect(continuous.batch?.rows.map(({ number, state }) => [number, state])).toMatchObject([
      [first, { kind: 'skipped', reason: 'present-before' }],
    ])
    await restartHub(double, 5_600, plugged(first, 13))
    expect(changesIn(double.calls)).toMatchObject([{ assetNum: first }])
  })

  it('does not change a lock that gave no number at the start and comes back with one', async () => {
    const { continuous, double } = await openDesk()
    double.emit('locks/changed', [plugged(second, 2, { reading: { state: 'reading' } })])
    await continuous.start('disable')
    await restartHub(double, 800, plugged(second, 12, { reading: { state: 'reading' } }))
    double.emit('locks/changed', [plugged(second, 12)])
    await flushPromises()
    await restartHub(double, 800, plugged(second, 13))
    expect(changesIn(double.calls)).toEqual([])
  })

  it('changes another lock of the same model that comes meanwhile', async () => {
    const { continuous, double } = await openDesk()
    await continuous.start('disable')
    await restartHub(double, 800, plugged(second, 12, { reading: { state: 'reading' } }))
    double.emit('locks/changed', [plugged(second, 12)])
    await flushPromises()
    expect(changesIn(double.calls)).toMatchObject([{ assetNum: second }])
  })

  it('changes no lock whose number two devices give', async () => {
    const { continuous, double, plug } = await openDesk()
    await continuous.start('disable')
    await plug(plugged(second, 2), plugged(second, 3))
    expect(changesIn(double.calls)).toEqual([])
    expect(continuous.batch?.rows.map(({ state }) => state)).toMatchObject([
      { reason: 'two-devices' },
      { reason: 'two-devices' },
    ])
  })

  it('counts the time asleep: the first lock after it is not changed', async () => {
    const { continuous, double, plug } = await openDesk()
    await continuous.start('disable')
    vi.setSystemTime(Date.now() + 3_600_000)
    await plug(plugged(second, 2))
    continuous.scan(second)
    expect(continuous.batch?.ended).toBe('idle')
    expect(changesIn(double.calls)).toEqual([])
  })

  it('stops after a minute without a lock, with ten seconds’ notice', async () => {
    const { continuous, double, callsOf, plug } = await openDesk()
    await continuous.start('enable')
    await vi.advanceTimersByTimeAsync(40_000)
    continuous.scan(second)
    await vi.advanceTimersByTimeAsync(51_000)
    expect(continuous.secondsLeft).toBe(9)
    expect(continuous.isActive).toBe(true)
    await vi.advanceTimersByTimeAsync(9_500)
    expect(continuous.isActive).toBe(false)
    expect(continuous.batch?.ended).toBe('idle')
    expect(callsOf('continuous/stop')).toHaveLength(1)
    const before = changesIn(double.calls).length
    await plug(plugged('8000000019', 3))
    continuous.scan('8000000019')
    await flushPromises()
    expect(changesIn(double.calls)).toHaveLength(before)
  })

  it('leaves what it did not take in the field of the desk', async () => {
    const { continuous, double } = await openDesk()
    useDeskStore().typed = '80000'
    await continuous.start('disable')
    expect(useDeskStore().typed).toBe('')
    continuous.typed = '80000000'
    await vi.advanceTimersByTimeAsync(61_000)
    expect(continuous.batch?.ended).toBe('idle')
    expect(useDeskStore().typed).toBe('80000000')
    await continuous.start('disable')
    vi.setSystemTime(Date.now() + 3_600_000)
    continuous.scan(second)
    expect(useDeskStore().typed).toBe(second)
    expect(changesIn(double.calls)).toEqual([])
  })

  it('stops on request, and keeps the batch until it is dismissed', async () => {
    const { continuous, callsOf } = await openDesk()
    await continuous.start('disable')
    continuous.scan(second)
    await flushPromises()
    continuous.stop('requested')
    expect(callsOf('continuous/stop')).toHaveLength(1)
    expect(continuous.batch).toMatchObject({ ended: 'requested', rows: [{ number: second }] })
    continuous.dismiss()
    expect(continuous.batch).toBeNull()
  })

  it('stops when main reports it', async () => {
    const { continuous, double, callsOf } = await openDesk()
    await continuous.start('disable')
    double.emit('continuous/stopped', { because: 'idle' })
    expect(continuous.isActive).toBe(false)
    expect(callsOf('continuous/stop')).toEqual([])
  })

  it('stops when the operator changes or the computer is idle', async () => {
    const { continuous } = await openDesk()
    await continuous.start('disable')
    await useOperatorsStore().choose('Chen Yu')
    expect(continuous.batch?.ended).toBe('operator')
    await continuous.start('disable')
    useOperatorsStore().lock()
    expect(continuous.isActive).toBe(false)
  })

  it('never acts on a guessed number unless the user compared it', async () => {
    const compared = plugged('8000000026', 2)
    const { vendorId, productId } = compared.device
    const model = { vendorId, productId, product: null, comparedNumber: shell('8000000026'), enabledAt: 1 }
    const { continuous, double, heard, plug } = await openDesk({}, [model])
    await continuous.start('disable')
    const profile = { id: 'generic-serial', name: { en: 'Serial', zh: '序列号' } }
    await plug(plugged(second, 3, { profile }), { ...compared, profile })
    expect(changesIn(double.calls)).toMatchObject([{ assetNum: '8000000026' }])
    expect(continuous.batch?.rows.at(-1)?.state).toMatchObject({ kind: 'skipped', reason: 'not-compared' })
    expect(heard.mock.calls).toEqual([['attention'], ['success']])
  })

  it('changes ten simultaneous locks one after the other', async () => {
    let inProgress = 0
    let maxInProgress = 0
    const { continuous, double, plug } = await openDesk({
      ...oneLockJobs(async (request) => {
        inProgress += 1
        maxInProgress = Math.max(maxInProgress, inProgress)
        await new Promise((done) => setTimeout(done, 20))
        inProgress -= 1
        return succeed(entry({ ...request, entryId: `entry-${request.assetNum}` }))
      }),
    })
    await continuous.start('disable')
    await plug(...Array.from({ length: 10 }, (_, index) => plugged(String(8_000_000_101 + index), index)))
    await vi.advanceTimersByTimeAsync(1000)
    expect(changesIn(double.calls)).toHaveLength(10)
    expect(maxInProgress).toBe(1)
    expect(continuous.counts.disable).toBe(10)
  })

  it('does not start without an operator', async () => {
    const { continuous, callsOf } = await openDesk({
      'settings/read': always<'settings/read'>({ ...settings, operatorIdentity: ' ' }),
    })
    expect(await continuous.start('disable')).toBe(false)
    expect(callsOf('continuous/start')).toEqual([])
  })
})
