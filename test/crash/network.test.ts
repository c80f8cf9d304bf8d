import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeState } from '#shared/model/change'
import { changingOperationIds, operations, pathParametersOf } from '#shared/operations'
import type { ChangingOperationId } from '#shared/operations'
import type { Desk } from '../../src-main/desk/desk'
import { startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'
import { temporaryFolder } from '../support/temporary-folder'
import { atRest, startDesk } from './support/desk-on-double'
import { jobRequestOf, successOf } from './support/rows'
import { countOf, keepTally } from './support/tally'

const deadlineMs = 250

/** What the network does to one call; the answer of the platform is the operation's success. */
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

/** Nobody listens there: the system gave the port out a moment ago and has it back. */
const deadAddress = async (): Promise<string> => {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return `http://127.0.0.1:${port}`
}

/** The app's client, journal and desk, with a deadline that a test can wait for. */
const deskOn = async (baseUrl: string) => {
  const { userCentreUrl } = double
  opened = await startDesk({ folder: folder.path, baseUrl, userCentreUrl, chunkSize: 1, deadlineMs })
  return opened.desk
}

/** The state of a change that was asked for as the page asks for it. */
const change = async (desk: Desk, operation: ChangingOperationId, key?: string) => {
  const started = await desk.startJob(jobRequestOf(operation, key))
  if (!started.ok) throw new Error(started.error.message)
  const { jobId } = started.value
  await atRest(desk, jobId)
  const read = desk.readJob(jobId)
  expect(read?.job.state).toBe('ended')
  return read?.rows[0]?.state
}

const tally = { runs: 0, twice: 0, unknown: 0 }
afterAll(() => keepTally({ fault: '13 operations × 10 network faults', hits: null, lost: 0, ...tally }))

describe('a change under a fault of the network', () => {
  const cases = changingOperationIds.flatMap((operation) =>
    Object.keys(faults).map((name) => [operation, name] as const),
  )

  it.each(cases)('%s, %s: one request, and its state says what is known', async (operation, name) => {
    const { fault: played, state } = faults[name]!
    fault = played ?? (() => 'cut')
    const desk = await deskOn(played === null ? await deadAddress() : double.baseUrl)
    expect(await change(desk, operation)).toBe(state)
    // What was given up would be sent again within this time, if anything did.
    await pause(30)
    tally.runs += 1
    tally.twice += Math.max(0, double.calls.length - 1)
    if (state === 'unknown') tally.unknown += 1
    expect(double.calls).toHaveLength(played === null ? 0 : 1)
  })

  it('is never repeated, however many are cut', async () => {
    fault = () => 'cut'
    const desk = await deskOn(double.baseUrl)
    const changes = countOf('CUT', 100)
    for (let index = 0; index < changes; index += 1) {
      const operation = index % 2 === 0 ? 'order.lockAssets' : 'order.unlockAssets'
      expect(await change(desk, operation, `LD8${String(index).padStart(9, '0')}`)).toBe('unknown')
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
