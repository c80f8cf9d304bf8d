import { expect, it } from 'vitest'
import { waitForPlatform } from '../../../src-main/changes/jobs/wait-for-platform'
import { createBackOff } from '../../../src-main/util/async'

it('an abort does not wait for a probe that gets no response', async () => {
  const job = new AbortController()
  let probes = 0
  const waiting = waitForPlatform({
    probe: () => {
      probes += 1
      queueMicrotask(() => job.abort())
      return new Promise(() => undefined)
    },
    pause: () => Promise.resolve(),
    signal: job.signal,
    why: { code: 'unreachable', message: 'no route', changed: 'no' },
    backOff: createBackOff(),
  })
  await expect(waiting).resolves.toBeUndefined()
  expect(probes).toBe(1)
})
