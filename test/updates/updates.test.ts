import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UpdateChoices, UpdateOffer, UpdateState } from '#shared/model/app/update'
import { isUpdateServer } from '#shared/model/app/update'
import { defaultUpdateChoices } from '../../src-main/settings/update-choices'
import { UntrustedUpdateError } from '../../src-main/updates/update-source'
import { createUpdates } from '../../src-main/updates/updates'

const offer: UpdateOffer = { version: '0.2.0', notes: 'Faster.' }
const day = 24 * 60 * 60 * 1000

const setUp = (
  options: { choices?: UpdateChoices | null; delivery?: 'itself' | 'administrator' | 'none' } = {},
) => {
  let choices: UpdateChoices | null =
    options.choices === undefined ? { mode: 'ask' as const, server: null } : options.choices
  const source = {
    check: vi.fn<(server: string) => Promise<UpdateOffer | null>>(() => Promise.resolve(offer)),
    open: vi.fn<(path: string) => Promise<UpdateOffer>>(() => Promise.resolve(offer)),
    download: vi.fn((onPercent: (percent: number) => void) => {
      onPercent(40.7)
      return Promise.resolve()
    }),
    install: vi.fn(),
  }
  const work = { busy: false }
  const emitted: UpdateState[] = []
  const updates = createUpdates({
    current: '0.1.0',
    delivery: options.delivery ?? 'itself',
    channel: { url: 'https://updates.example/', publicKey: 'key' },
    source,
    choices: () => choices ?? defaultUpdateChoices,
    isChosen: () => choices !== null,
    saveChoices: (chosen) => {
      choices = chosen
      return Promise.resolve()
    },
    isBusy: () => work.busy,
    now: () => 7,
    emit: (state) => emitted.push(state),
    log: { info: () => undefined, warn: () => undefined },
  })
  const steps = () => emitted.map(({ progress }) => progress.step)
  return { updates, source, work, emitted, steps }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('updates', () => {
  it('offers a found version and does nothing further by itself', async () => {
    const { updates, source, steps } = setUp()
    expect(updates.check().progress).toEqual({ step: 'checking' })
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state()).toMatchObject({ checkedAt: 7, progress: { step: 'available', offer } })
    expect(steps()).toEqual(['checking', 'available'])
    expect(source.download).not.toHaveBeenCalled()
  })

  it.each(['found', 'failed'])('drops what a check of the earlier server %s', async (how) => {
    const { updates, source } = setUp({ choices: { mode: 'download', server: null } })
    let answer = (): void => undefined
    source.check.mockImplementation(async () => {
      await new Promise<void>((done) => (answer = done))
      if (how === 'failed') throw new Error('unreachable')
      return offer
    })
    updates.check()
    await updates.choose({ mode: 'download', server: 'https://other.example/' })
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state()).toMatchObject({ checkedAt: null, progress: { step: 'idle' } })
    expect(source.download).not.toHaveBeenCalled()
  })

  it('downloads on request, reports progress, and becomes ready', async () => {
    const { updates, source, emitted } = setUp()
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    updates.download()
    await vi.advanceTimersByTimeAsync(0)
    expect(emitted.map(({ progress }) => ('percent' in progress ? progress.percent : progress.step))).toEqual(
      ['checking', 'available', 0, 40, 'ready'],
    )
    expect(source.install).not.toHaveBeenCalled()
  })

  it('downloads automatically only in that mode', async () => {
    const { updates } = setUp({ choices: { mode: 'download', server: null } })
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state().progress.step).toBe('ready')
  })

  it('waits for running jobs before it installs', async () => {
    const { updates, source, work } = setUp({ choices: { mode: 'download', server: null } })
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    work.busy = true
    expect(updates.install().progress).toEqual({ step: 'ready', offer, waits: true })
    expect(source.install).not.toHaveBeenCalled()
    work.busy = false
    expect(updates.install().progress.step).toBe('installing')
    expect(source.install).toHaveBeenCalledOnce()
  })

  it('checks once a day, not in the first minute, and never when off', async () => {
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

  it('contacts no server before the user chose a mode, and checks once a day afterwards', async () => {
    const { updates, source } = setUp({ choices: null })
    expect(updates.state()).toMatchObject({ isChosen: false, choices: { mode: 'off' } })
    await vi.advanceTimersByTimeAsync(3 * day)
    expect(source.check).not.toHaveBeenCalled()
    expect(await updates.choose({ mode: 'ask', server: null })).toMatchObject({ isChosen: true })
    await vi.advanceTimersByTimeAsync(day)
    expect(source.check).toHaveBeenCalledOnce()
  })

  it('uses a company server in place of the built-in one, and drops the earlier offer', async () => {
    const { updates, source } = setUp()
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    const chosen = await updates.choose({ mode: 'ask', server: 'https://mirror.example/desk' })
    expect(chosen.progress).toEqual({ step: 'idle' })
    updates.check()
    expect(source.check).toHaveBeenLastCalledWith('https://mirror.example/desk')
  })

  it('only reports a newer version where the administrator installs', async () => {
    const { updates, source } = setUp({ delivery: 'administrator' })
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.download().progress.step).toBe('available')
    expect(source.download).not.toHaveBeenCalled()
  })

  it('contacts no server where authenticity cannot be verified', async () => {
    const { updates, source } = setUp({ delivery: 'none' })
    updates.check()
    await vi.advanceTimersByTimeAsync(2 * day)
    expect(source.check).not.toHaveBeenCalled()
  })

  it('copies the update of a file with progress, and installs it like a download', async () => {
    const { updates, source, work, emitted } = setUp({ choices: { mode: 'off', server: null } })
    expect(updates.useFile('/media/usb/latest-linux.yml').progress).toEqual({ step: 'checking' })
    await vi.advanceTimersByTimeAsync(0)
    expect(source.open).toHaveBeenCalledExactlyOnceWith('/media/usb/latest-linux.yml')
    expect(emitted.map(({ progress }) => ('percent' in progress ? progress.percent : progress.step))).toEqual(
      ['checking', 0, 40, 'ready'],
    )
    expect(emitted[1]?.progress.step).toBe('copying')
    work.busy = true
    expect(updates.install().progress).toEqual({ step: 'ready', offer, waits: true })
    expect(source.install).not.toHaveBeenCalled()
    work.busy = false
    expect(updates.install().progress.step).toBe('installing')
  })

  it.each(['administrator', 'none'] as const)(
    'opens no file where updates come from: %s',
    async (delivery) => {
      const { updates, source } = setUp({ delivery })
      expect(updates.useFile('/media/usb/latest-linux.yml').progress.step).toBe('idle')
      await vi.advanceTimersByTimeAsync(0)
      expect(source.open).not.toHaveBeenCalled()
    },
  )

  it('opens no file beside another update, and offers no download of one that failed', async () => {
    const { updates, source } = setUp()
    source.download.mockRejectedValueOnce(
      Object.assign(new Error('sha512'), { code: 'ERR_CHECKSUM_MISMATCH' }),
    )
    updates.useFile('/a')
    updates.useFile('/b')
    await vi.advanceTimersByTimeAsync(0)
    expect(source.open).toHaveBeenCalledExactlyOnceWith('/a')
    expect(updates.state().progress).toMatchObject({ during: 'file', problem: 'damaged', offer: null })
    expect(updates.download().progress.step).toBe('failed')
    expect(source.download).toHaveBeenCalledOnce()
  })

  it('reports a failure and can be retried', async () => {
    const { updates, source } = setUp()
    source.check.mockRejectedValueOnce(new UntrustedUpdateError('not signed'))
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state().progress).toMatchObject({ during: 'check', problem: 'not-genuine', offer: null })
    updates.check()
    await vi.advanceTimersByTimeAsync(0)
    source.download.mockRejectedValueOnce(
      Object.assign(new Error('sha512'), { code: 'ERR_CHECKSUM_MISMATCH' }),
    )
    updates.download()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state().progress).toMatchObject({ during: 'download', problem: 'damaged', offer })
    updates.download()
    await vi.advanceTimersByTimeAsync(0)
    expect(updates.state().progress.step).toBe('ready')
  })
})

describe('isUpdateServer', () => {
  it.each(['https://updates.example', 'https://10.0.0.7:8443/lock-desk/'])('accepts %s', (address) => {
    expect(isUpdateServer(address)).toBe(true)
  })

  it.each([
    'http://updates.example/',
    'https://user:secret@updates.example/',
    'https://updates.example/?a=b',
    'https://updates.example:99999/',
    'file:///etc/passwd',
    'https://',
    'updates.example',
  ])('rejects %s', (address) => {
    expect(isUpdateServer(address)).toBe(false)
  })
})
