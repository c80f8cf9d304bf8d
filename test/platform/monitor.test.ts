import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMonitor } from '../../src-main/platform/monitor'
import type { Monitor } from '../../src-main/platform/monitor'
import type { PlatformClient } from '../../src-main/platform/client'
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

describe('whether the platform is there', () => {
  it('does not follow from a call that was given up', async () => {
    await list(new AbortController().signal)
    answer = 'hang'
    const giveUp = new AbortController()
    const hanging = list(giveUp.signal)
    setTimeout(() => giveUp.abort(), 50)
    expect(await hanging).toMatchObject({ ok: false })
    expect(monitor.status()).toMatchObject({ state: 'reachable', failure: null })
  })

  it('follows from one that ran out of time', async () => {
    answer = 'hang'
    await list(AbortSignal.timeout(50))
    expect(monitor.status()).toMatchObject({ state: 'unreachable', failure: { code: 'timeout' } })
  })
})

describe('what is lacking', () => {
  it('is nothing while the platform answers', async () => {
    await list(new AbortController().signal)
    expect(monitor.status()).toMatchObject({ state: 'reachable', lacks: null })
  })

  it('is the platform, or the network it would be reached over', async () => {
    answer = 'hang'
    await list(AbortSignal.timeout(50))
    expect(monitor.status()).toMatchObject({ state: 'unreachable', lacks: 'platform' })
    hasNetwork = false
    await list(AbortSignal.timeout(50))
    expect(monitor.status()).toMatchObject({ state: 'unreachable', lacks: 'network' })
  })

  it('is the permission where it answers and does not let us in, network or not', async () => {
    answer = { status: 401, body: '' }
    hasNetwork = false
    await list(new AbortController().signal)
    expect(monitor.status()).toMatchObject({ state: 'refused', lacks: 'permission' })
  })
})
