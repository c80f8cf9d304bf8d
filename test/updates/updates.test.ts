import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UpdateChoices, UpdateOffer, UpdateState } from '#shared/update-commands'
import { isUpdateServer } from '#shared/update-commands'
import { deliveryOf } from '../../src-main/updates/channel'
import { NotGenuine } from '../../src-main/updates/update-source'
import { createUpdates } from '../../src-main/updates/updates'

const offer: UpdateOffer = { version: '0.2.0', notes: 'Faster.' }
const day = 24 * 60 * 60 * 1000

const setUp = (given: { choices?: UpdateChoices; delivery?: 'itself' | 'administrator' | 'none' } = {}) => {
  let choices = given.choices ?? { mode: 'ask', server: null }
  const source = {
    check: vi.fn<(server: string) => Promise<UpdateOffer | null>>(() => Promise.resolve(offer)),
    download: vi.fn((onPercent: (percent: number) => void) => {
      onPercent(40.7)
      return Promise.resolve()
    }),
    install: vi.fn(),
  }
  const work = { busy: false }
  const told: UpdateState[] = []
  const updates = createUpdates({
    current: '0.1.0',
    delivery: given.delivery ?? 'itself',
    channel: { url: 'https://updates.example/', publicKey: 'key' },
    source,
    choices: () => choices,
    keep: (chosen) => {
      choices = chosen
      return Promise.resolve()
    },
    isBusy: () => work.busy,
    now: () => 7,
    tell: (state) => told.push(state),
    log: { info: () => undefined, warn: () => undefined },
  })
  const steps = () => told.map(({ course }) => course.step)
  return { updates, source, work, told, steps }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('updates', () => {
  it('goes from a look to an offer, and no further by itself', async () => {
    const { updates, source, steps } = setUp()
    expect(updates.check().course).toEqual({ step: 'checking' })
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state()).toMatchObject({ checkedAt: 7, course: { step: 'available', offer } })
    expect(steps()).toEqual(['checking', 'available'])
    expect(source.download).not.toHaveBeenCalled()
  })

  it('fetches when told to, tells how far it is, and is ready', async () => {
    const { updates, source, told } = setUp()
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    updates.download()
    await vi.advanceTimersByTimeAsync(0)
    expect(told.map(({ course }) => ('percent' in course ? course.percent : course.step))).toEqual([
      'checking',
      'available',
      0,
      40,
      'ready',
    ])
    expect(source.install).not.toHaveBeenCalled()
  })

  it('fetches unasked only where that was chosen', async () => {
    const { updates } = setUp({ choices: { mode: 'download', server: null } })
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state().course.step).toBe('ready')
  })

  it('does not install under a running job, and does once it is over', async () => {
    const { updates, source, work } = setUp({ choices: { mode: 'download', server: null } })
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    work.busy = true
    expect(updates.install().course).toEqual({ step: 'ready', offer, waits: true })
    expect(source.install).not.toHaveBeenCalled()
    work.busy = false
    expect(updates.install().course.step).toBe('installing')
    expect(source.install).toHaveBeenCalledOnce()
  })

  it('looks once a day, not in the first minute, and not at all when it is off', async () => {
    const { source } = setUp()
    await vi.advanceTimersByTimeAsync(50_000)
    expect(source.check).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000 + day)
    expect(source.check).toHaveBeenCalledTimes(2)
    const off = setUp({ choices: { mode: 'off', server: null } })
    await vi.advanceTimersByTimeAsync(3 * day)
    expect(off.source.check).not.toHaveBeenCalled()
    off.updates.check()
    expect(off.source.check).toHaveBeenCalledOnce()
  })

  it("asks a company's server in place of the built-in one, and forgets what the other said", async () => {
    const { updates, source } = setUp()
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    const chosen = await updates.choose({ mode: 'ask', server: 'https://mirror.example/desk' })
    expect(chosen.course).toEqual({ step: 'idle' })
    updates.check()
    expect(source.check).toHaveBeenLastCalledWith('https://mirror.example/desk')
  })

  it('only tells of a newer version where the system’s administrator installs', async () => {
    const { updates, source } = setUp({ delivery: 'administrator' })
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.download().course.step).toBe('available')
    expect(source.download).not.toHaveBeenCalled()
  })

  it('asks nobody where nothing could be known to be genuine', async () => {
    const { updates, source } = setUp({ delivery: 'none' })
    updates.check()
    await vi.advanceTimersByTimeAsync(2 * day)
    expect(source.check).not.toHaveBeenCalled()
  })

  it('names a failure, and may be asked again', async () => {
    const { updates, source } = setUp()
    source.check.mockRejectedValueOnce(new NotGenuine('not signed'))
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state().course).toMatchObject({ during: 'check', trouble: 'not-genuine', offer: null })
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    source.download.mockRejectedValueOnce(
      Object.assign(new Error('sha512'), { code: 'ERR_CHECKSUM_MISMATCH' }),
    )
    updates.download()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state().course).toMatchObject({ during: 'download', trouble: 'damaged', offer })
    updates.download()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state().course.step).toBe('ready')
  })
})

describe('deliveryOf', () => {
  const packed = { isPackaged: true, platform: 'linux' as const, env: {}, publicKey: 'key' }

  it('leaves a Debian package to the administrator, and an AppImage to the person', () => {
    expect(deliveryOf(packed)).toBe('administrator')
    expect(deliveryOf({ ...packed, env: { APPIMAGE: '/home/li/desk.AppImage' } })).toBe('itself')
    expect(deliveryOf({ ...packed, platform: 'win32' })).toBe('itself')
  })

  it('delivers nothing without a key, or from a build', () => {
    expect(deliveryOf({ ...packed, publicKey: null })).toBe('none')
    expect(deliveryOf({ ...packed, isPackaged: false })).toBe('none')
  })
})

describe('isUpdateServer', () => {
  it.each(['https://updates.example', 'https://10.0.0.7:8443/lock-desk/'])('takes %s', (address) => {
    expect(isUpdateServer(address)).toBe(true)
  })

  it.each([
    'http://updates.example/',
    'https://user:secret@updates.example/',
    'https://updates.example/?a=b',
    'file:///etc/passwd',
    'https://',
    'updates.example',
  ])('refuses %s', (address) => {
    expect(isUpdateServer(address)).toBe(false)
  })
})
