import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '#shared/operations'
import { createMonitor } from '../../src-main/platform/monitor'
import type { Monitor } from '../../src-main/platform/monitor'
import type { PlatformClient } from '../../src-main/platform/client'
import { failureNameOf } from '#shared/texts/explanation-name'
import { clientFor } from '../support/client'
import { envelope, startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'

let double: Awaited<ReturnType<typeof startPlatformDouble>>
let client: PlatformClient
let monitor: Monitor
let answer: Answer
let hasNetwork: boolean

beforeEach(async () => {
  answer = envelope([])
  double = await startPlatformDouble(() => answer)
  client = clientFor(double)
  const connected = Promise.resolve({ ok: true as const, value: { client, baseUrl: double.baseUrl } })
  hasNetwork = true
  monitor = createMonitor({ connected, training: false, hasNetwork: () => hasNetwork })
})
afterEach(async () => {
  await client.stop()
  await double.stop()
})

const list = (signal: AbortSignal) =>
  monitor.client.call('order.listAssets', { path: { enterpriseGlobalId: 'E1' } }, { signal })

describe('the connection state', () => {
  it('ignores a canceled request', async () => {
    await list(new AbortController().signal)
    answer = 'hang'
    const giveUp = new AbortController()
    const hanging = list(giveUp.signal)
    setTimeout(() => giveUp.abort(), 50)
    expect(await hanging).toMatchObject({ ok: false })
    expect(monitor.status()).toMatchObject({ state: 'reachable', failure: null })
  })

  it('is unreachable after a timeout', async () => {
    answer = 'hang'
    await list(AbortSignal.timeout(50))
    expect(monitor.status()).toMatchObject({ state: 'unreachable', failure: { code: 'timeout' } })
  })
})

describe('the missing part', () => {
  it('is null while the platform responds', async () => {
    await list(new AbortController().signal)
    expect(monitor.status()).toMatchObject({ state: 'reachable', lacks: null })
  })

  it('is the platform, or the network', async () => {
    answer = 'hang'
    await list(AbortSignal.timeout(50))
    expect(monitor.status()).toMatchObject({ state: 'unreachable', lacks: 'platform' })
    hasNetwork = false
    await list(AbortSignal.timeout(50))
    expect(monitor.status()).toMatchObject({ state: 'unreachable', lacks: 'network' })
  })

  it('is the permission where the platform denies access, with or without network', async () => {
    answer = { status: 401, body: '' }
    hasNetwork = false
    await list(new AbortController().signal)
    expect(monitor.status()).toMatchObject({ state: 'refused', lacks: 'permission' })
  })

  it('is the credentials where this computer has none to send', async () => {
    const empty = clientFor(double, {
      credentials: { applications: { order: null, member: null }, user: null },
    })
    const connected = Promise.resolve({
      ok: true as const,
      value: { client: empty, baseUrl: double.baseUrl },
    })
    const other = createMonitor({ connected, training: false })
    await other.client.call('order.listAssets', { path: { enterpriseGlobalId: 'E1' } })
    expect(other.status()).toMatchObject({ state: 'refused', lacks: 'credentials' })
    expect(other.status().failure?.isUnreadable).toBeUndefined()
    await empty.stop()
  })

  it('is no missing key where the saved credentials are locked', async () => {
    const locked = clientFor(double, {
      credentials: {
        applications: { order: null, member: null },
        unreadable: ['order', 'member'],
        user: { name: 'li.wei', password: null },
      },
    })
    for (const outcome of [
      await locked.call('order.listAssets', { path: { enterpriseGlobalId: 'E1' } }),
      await locked.call('member.listBorrowedLocks', { path: { enterpriseGlobalId: 'E1' } }),
    ]) {
      const failure = outcome.ok ? null : outcome.error
      expect(failure).toMatchObject({ isUnreadable: true })
      expect(failure && failureNameOf(failure, true)).toBe('credentials-unreadable')
    }
    await locked.stop()
  })
})

describe('a platform that is look only', () => {
  it.each(Object.entries(operations))('sends %s only if it changes nothing', async (id, { changesState }) => {
    const connected = Promise.resolve({ ok: true as const, value: { client, baseUrl: double.baseUrl } })
    const other = createMonitor({ connected, training: false, isLookOnly: () => true })
    const before = double.calls.length
    const outcome = await other.client.call(id as 'order.lockAssets', {
      path: {
        enterpriseGlobalId: 'E1',
        globalId: 'E1',
        memberGlobalId: 'M1',
        assetId: 'A1',
        userId: 'M1',
      } as never,
      body: {},
    })
    if (changesState) expect(outcome).toMatchObject({ error: { code: 'invalid', changed: 'no' } })
    expect(double.calls.length > before).toBe(!changesState)
  })
})

describe('the clock of this computer', () => {
  const minutes = 60_000
  const aheadAfter = (time: number, requestedAt: number, receivedAt: number) => {
    const connected = Promise.resolve({ ok: true as const, value: { client, baseUrl: double.baseUrl } })
    const other = createMonitor({ connected, training: false, now: () => receivedAt })
    other.reportServerTime(time, requestedAt)
    return other.status().clockAheadMs
  }

  it.each([
    ['is equal', 100 * minutes, 100 * minutes, 100 * minutes, null],
    ['is ten minutes ahead', 100 * minutes, 110 * minutes, 110 * minutes, null],
    ['is eleven minutes ahead', 100 * minutes, 111 * minutes, 111 * minutes, 11 * minutes],
    ['is eleven minutes behind', 100 * minutes, 89 * minutes, 89 * minutes, -11 * minutes],
    ['slept before it read the response', 100 * minutes, 100 * minutes, 500 * minutes, null],
    ['waited long, and is ahead', 100 * minutes, 120 * minutes, 150 * minutes, 20 * minutes],
  ])('%s', (_what, time, requestedAt, receivedAt, ahead) => {
    expect(aheadAfter(time, requestedAt, receivedAt)).toBe(ahead)
  })

  it('is equal again once the platform says so', () => {
    monitor.reportServerTime(Date.now() - 60 * minutes, Date.now())
    expect(monitor.status().clockAheadMs).toBeGreaterThan(50 * minutes)
    monitor.reportServerTime(Date.now(), Date.now())
    expect(monitor.status().clockAheadMs).toBeNull()
  })
})
