import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeState } from '#shared/model/changes/change'
import { changingOperationIds, operations, pathParametersOf } from '#shared/operations'
import type { ChangingOperationId } from '#shared/operations'
import type { ChangeService } from '../../src-main/changes/change-service'
import { listenOnLoopback } from '../support/listening'
import { startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'
import { temporaryFolder } from '../support/temporary-folder'
import { atRest, startDesk } from './support/change-service-on-double'
import { jobRequestOf, successOf } from './support/rows'
import { countOf, keepTally } from './support/tally'

const deadlineMs = 250

/** What the network does to one request; `success` is the platform's success response. */
type Fault = (response: ServerResponse, success: string) => Answer | Promise<Answer>

const inPieces =
  (pauseMs: number): Fault =>
  async (response, success): Promise<Answer> => {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (const piece of success.match(/.{1,4}/gs) ?? []) {
      if (response.destroyed) break
      response.write(piece)
      await pause(pauseMs)
    }
    response.end()
    return 'hang'
  }

const faults: Readonly<Record<string, { fault: Fault | null; state: ChangeState }>> = {
  refused: { fault: null, state: 'not-sent' },
  RST: { fault: () => 'cut', state: 'unknown' },
  FIN: {
    fault: (response) => {
      response.socket?.end()
      return 'hang'
    },
    state: 'unknown',
  },
  '408': { fault: () => ({ status: 408, body: '' }), state: 'unknown' },
  '503': { fault: () => ({ status: 503, body: 'upstream' }), state: 'unknown' },
  hang: { fault: () => 'hang', state: 'unknown' },
  slow: { fault: inPieces(60), state: 'unknown' },
  sliced: { fault: inPieces(1), state: 'done' },
  garbage: { fault: () => ({ body: '<html>welcome</html>' }), state: 'unknown' },
  'late commit': {
    fault: async (_response, success) => {
      await pause(deadlineMs + 100)
      return { body: success }
    },
    state: 'unknown',
  },
}

let fault: Fault
let double: Awaited<ReturnType<typeof startPlatformDouble>>
let opened: Awaited<ReturnType<typeof startDesk>> | null = null
let folder: Awaited<ReturnType<typeof temporaryFolder>>

const operationAt = (path: string): ChangingOperationId => {
  const found = changingOperationIds.find((id) => {
    const pattern = pathParametersOf(operations[id].path).reduce<string>(
      (template, name) => template.replace(`{${name}}`, '[^/]+'),
      operations[id].path,
    )
    return new RegExp(`^${pattern}$`).test(path)
  })
  return found ?? 'order.lockAssets'
}

beforeAll(async () => {
  double = await startPlatformDouble((request, response) =>
    fault(response, successOf(operationAt(request.path))),
  )
})
afterAll(() => double.stop())
beforeEach(async () => {
  folder = await temporaryFolder()
  double.calls.length = 0
})
afterEach(async () => {
  await opened?.stop()
  opened = null
  await folder.remove()
})

/** An address without a listener: the system assigned the port a moment ago and it was closed. */
const deadAddress = async (): Promise<string> => {
  const { url, stop } = await listenOnLoopback(createServer())
  await stop()
  return url
}

/** The app's client, journal and change service, with a short deadline. */
const changeServiceOn = async (baseUrl: string) => {
  const { userCentreUrl } = double
  opened = await startDesk({ folder: folder.path, baseUrl, userCentreUrl, chunkSize: 1, deadlineMs })
  return opened.changeService
}

/** The state of a change that is requested as by the page. */
const change = async (changeService: ChangeService, operation: ChangingOperationId, key?: string) => {
  const started = await changeService.startJob(jobRequestOf(operation, key))
  if (!started.ok) throw new Error(started.error.message)
  const { jobId } = started.value
  await atRest(changeService, jobId)
  const read = changeService.readJob(jobId)
  expect(read?.job.state).toBe('ended')
  return read?.rows[0]?.state
}

const tally = { runs: 0, twice: 0, unknown: 0 }
afterAll(() => keepTally({ fault: '13 operations × 10 network faults', hits: null, lost: 0, ...tally }))

describe('a change during a network fault', () => {
  const cases = changingOperationIds.flatMap((operation) =>
    Object.keys(faults).map((name) => [operation, name] as const),
  )

  it.each(cases)('%s, %s: sends one request and reports what is certain', async (operation, name) => {
    const { fault: played, state } = faults[name]!
    fault = played ?? (() => 'cut')
    const changeService = await changeServiceOn(played === null ? await deadAddress() : double.baseUrl)
    expect(await change(changeService, operation)).toBe(state)
    // A retry would arrive within this time.
    await pause(30)
    tally.runs += 1
    tally.twice += Math.max(0, double.calls.length - 1)
    if (state === 'unknown') tally.unknown += 1
    expect(double.calls).toHaveLength(played === null ? 0 : 1)
  })

  it('is never repeated, however many connections are cut', async () => {
    fault = () => 'cut'
    const changeService = await changeServiceOn(double.baseUrl)
    const changes = countOf('CUT', 100)
    for (let index = 0; index < changes; index += 1) {
      const operation = index % 2 === 0 ? 'order.lockAssets' : 'order.unlockAssets'
      expect(await change(changeService, operation, `LD8${String(index).padStart(9, '0')}`)).toBe('unknown')
    }
    const numbers = double.calls.map(({ body }) => body)
    const repeats = numbers.length - new Set(numbers).size
    await keepTally({
      fault: 'connection cut',
      runs: changes,
      hits: null,
      lost: 0,
      twice: repeats,
      unknown: changes,
    })
    expect([double.calls.length, repeats]).toEqual([changes, 0])
  })
})
