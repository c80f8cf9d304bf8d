import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { temporaryFolder } from '../support/temporary-folder'
import { startProgram } from '../work-orders/support/independent-program'
import type { LockToChange } from './support/crash-run'
import { buildProgram } from '../support/build-program'
import type { OrderAfterwards, OrderInput } from './support/order-run'
import { reissuableLocks } from './support/reissuable-locks'

const chunkSize = 3
let service: TestService
let client: ServiceClient
let program: string
let locks: LockToChange[]

beforeAll(async () => {
  program = await buildProgram('test/crash/support/order-program.ts')
  service = await startTestService()
  client = await connectTo(service.url)
  locks = (await reissuableLocks(client)).slice(0, 6)
})
afterAll(() => service.stop())

const runProgram = async (input: OrderInput) => {
  const child = spawn(process.execPath, [program, JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  await once(child, 'close')
  const isKilled = child.signalCode === 'SIGKILL'
  if (!isKilled && stdout === '') throw new Error(stderr)
  return { isKilled, stdout }
}

/** Carries an order out until it is killed, then opens the folder again and tries to carry it out again. */
const killOnce = async (killAtWrite: OrderInput['killAtWrite']) => {
  const folder = await temporaryFolder()
  const assetNums = locks.map(({ assetNum }) => assetNum)
  const enterprises = [...new Set(locks.map(({ enterpriseGlobalId }) => enterpriseGlobalId))]
  const office = startProgram(Date.now() - 1_000)
  const order = office.order({
    platform: { id: 'crash', address: 'training' },
    enterprises,
    rows: assetNums.map((assetNum) => ({ assetNum })),
  })
  await writeFile(join(folder.path, 'a.lockorder'), office.sign(order))
  const common = { base: service.url, folder: folder.path, enterprises, chunkSize, signerKey: office.key }
  const from = await client.lastEffect()
  try {
    const { isKilled } = await runProgram({
      ...common,
      mode: 'run',
      ...(killAtWrite === undefined ? {} : { killAtWrite }),
    })
    // The request in progress is still carried out.
    await pause(150)
    const atKill = await client.effects(from)
    const { stdout } = await runProgram({ ...common, mode: 'afterwards' })
    return {
      isKilled,
      atKill: atKill.length,
      effects: (await client.effects(from)).map(({ target }) => target).sort(),
      afterwards: JSON.parse(stdout) as OrderAfterwards,
    }
  } finally {
    await client.succeed('order.unlockAssets', { body: { assetNums, operatorIdentity: 'crash test' } })
    await folder.remove()
  }
}

describe('a work order whose process is killed', () => {
  const moments = ['before', 'half', 'written', 'synced'] as const
  // The use, the intent, the start, then “sent” and the results of each chunk, and the file of the result.
  it('at every write is used once or not at all, with its result', async () => {
    const expected = locks.map(({ assetNum }) => assetNum).sort()
    let usedKills = 0
    for (let write = 1; ; write += 1) {
      const killed: boolean[] = []
      for (const moment of moments) {
        const { isKilled, atKill, effects, afterwards } = await killOnce({ write, moment })
        killed.push(isKilled)
        const { again, found, rows, jobs } = afterwards
        const at = { write, moment }
        expect({ at, again }).toEqual({ at, again: again === null ? null : 'order-used' })
        // Nothing was sent before the use was on disk.
        if (again === null) expect({ at, atKill }).toEqual({ at, atKill: 0 })
        else usedKills += 1
        expect({ at, jobs: jobs <= 1 }).toEqual({ at, jobs: true })
        // Nothing is sent twice, and the result names what happened to each row.
        const completed = rows.flatMap(([key, state]) => (state === 'completed' ? [key] : [])).sort()
        expect({ at, effects }).toEqual({ at, effects: completed })
        expect(rows.map(([key]) => key).sort()).toEqual(expected)
        const others = new Set(
          rows.flatMap(([, state, reason]) => (state === 'completed' ? [] : [`${state} ${reason ?? ''}`])),
        )
        // A request that was recorded and did not leave is proven not applied. Without a job nothing was sent.
        const allowed = jobs === 0 ? 'not-sent interrupted' : 'failed read-back-not-applied'
        expect({ at, others: [...others].filter((one) => one !== allowed) }).toEqual({ at, others: [] })
        // A result that is made right after the start is not more certain than the facts.
        const certain = found.flatMap(([key, state]) => (state === 'completed' ? [key] : []))
        for (const key of certain) expect(effects).toContain(key)
      }
      if (!killed.some(Boolean)) break
      expect(write).toBeLessThan(20)
    }
    expect(usedKills).toBeGreaterThan(5 * moments.length)
  })
})
