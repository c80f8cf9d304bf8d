import { afterAll, beforeAll, expect, describe, it } from 'vitest'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import type { Judgement, LockToChange } from './support/crash-run'
import { buildEngine, killJob } from './support/engine'
import { reissuableLocks } from './support/reissuable-locks'
import { countOf, keepTally, tallyOf } from './support/tally'

let service: TestService
let client: ServiceClient
let program: string
let locks: LockToChange[]
const chunkSize = 10

beforeAll(async () => {
  program = await buildEngine()
  service = await startTestService()
  client = await connectTo(service.url)
  locks = await reissuableLocks(client)
})
afterAll(async () => {
  await service.stop()
})

const check = async (fault: string, judgements: readonly Judgement[]) => {
  await keepTally(tallyOf(fault, judgements))
  for (const { lost, twice, unknown, phase } of judgements) {
    expect({ phase, lost, twice }).toEqual({ phase, lost: [], twice: [] })
    expect(unknown).toBeLessThanOrEqual(chunkSize)
  }
}

describe('a job whose process is killed', () => {
  const moments = ['before', 'half', 'written', 'synced'] as const
  // 50 locks in chunks of 10: the intent, then five times “sent” and the results, the latter with the next
  // “sent”.
  it('at every journal write loses nothing and sends nothing twice', async () => {
    const few = locks.slice(0, 50)
    const judgements: Judgement[] = []
    for (let write = 1; ; write += 1) {
      const results: boolean[] = []
      for (const moment of moments) {
        const judged = await killJob({
          program,
          service: client,
          locks: few,
          chunkSize,
          kill: { atWrite: { write, moment } },
        })
        judgements.push(judged)
        results.push(judged.ranToItsEnd)
      }
      if (results.every(Boolean)) break
    }
    expect(judgements.length).toBeGreaterThan(7 * moments.length)
    await check('kill -9 of the engine at every journal write', judgements)
  })

  it('at any moment loses nothing and sends nothing twice', async () => {
    const few = locks.slice(0, 100)
    const judgements: Judgement[] = []
    // Each request takes a few ms longer, before or after the commit, so that a kill hits it in progress.
    const calls = { operation: 'order.lockAssets', fault: 'delay', times: 1_000_000 } as const
    await client.fault({ ...calls, ms: 4, when: 'before' })
    const points = countOf('ENGINE', 20)
    for (let point = 0; point < points; point += 1) {
      const afterMs = (point * 61) % 400
      judgements.push(await killJob({ program, service: client, locks: few, chunkSize, kill: { afterMs } }))
    }
    await check('kill -9 of the engine at any moment', judgements)
  })
})
