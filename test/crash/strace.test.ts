import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import { temporaryFolder } from '../support/temporary-folder'
import type { CrashInput } from './support/crash-run'
import { buildEngine, runTraced } from './support/engine'
import { reissuableLocks } from './support/reissuable-locks'
import { countOf, keepTally } from './support/tally'
import { readTrace } from './support/trace'

const why =
  process.platform !== 'linux'
    ? 'needs Linux'
    : spawnSync('strace', ['-V'], { stdio: 'ignore' }).error !== undefined
      ? 'strace is not installed'
      : null

let service: TestService
let program: string
beforeAll(async () => {
  if (why !== null) return
  program = await buildEngine()
  service = await startTestService()
})
afterAll(async () => {
  if (why === null) await service.stop()
})

describe.skipIf(why !== null)(`system call trace${why === null ? '' : ` (${why})`}`, () => {
  it('shows intent and “sent” written and synced before the first byte of the request leaves', async () => {
    const client = await connectTo(service.url)
    const jobs = countOf('STRACE', 2)
    const chunks = 5
    const locks = (await reissuableLocks(client)).slice(0, chunks * 10)
    const assetNums = locks.map(({ assetNum }) => assetNum)
    const folder = await temporaryFolder()
    let requests = 0
    let early = 0
    try {
      for (let job = 0; job < jobs; job += 1) {
        await client.succeed('order.unlockAssets', { body: { assetNums, operatorIdentity: 'crash test' } })
        const input: CrashInput = {
          base: service.url,
          journalFolder: join(folder.path, `job-${job}`),
          enterprises: [],
          chunkSize: 10,
          run: { action: 'disable', locks },
        }
        const output = join(folder.path, `trace-${job}`)
        await runTraced(program, input, output)
        const trace = await readFile(output, 'utf8')
        const requested = readTrace(trace)
        expect(requested).toHaveLength(chunks)
        // The check must fail on the same trace without its syncs.
        const unsynced = readTrace(trace.replaceAll(/^.*fdatasync.*$/gm, ''))
        expect(unsynced.map(({ synced }) => synced.sents)).toEqual(requested.map(() => 0))
        for (const [index, { synced, written }] of requested.entries()) {
          requests += 1
          // The job’s record and one “sent” per request so far are on disk.
          const isSafe = synced.jobs === 1 && synced.sents === index + 1 && written.sents === index + 1
          if (!isSafe) early += 1
        }
      }
    } finally {
      await folder.remove()
    }
    await keepTally({
      fault: 'strace: a request before its “sent” is synced',
      runs: requests,
      hits: null,
      lost: early,
      twice: 0,
      unknown: 0,
    })
    expect(early).toBe(0)
  })
})
