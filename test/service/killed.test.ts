import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import register from '../../resources/training/register.json'
import { createRandom } from '../../src-service/seed/random'
import { demoTemplate } from '../support/demo-template'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { buildServiceProgram, runServiceProgram } from '../support/service-program'
import { temporaryFolder } from '../support/temporary-folder'
import type { RunningProgram } from '../support/service-program'
import { batch } from './parties'
import { testSeed } from '../support/test-seed'

/** How often the service is killed; `npm run test:more` uses a larger number. */
const kills = Number(process.env.LOCK_DESK_TEST_KILLS ?? 4)
/** The seed of the kill times; the same seed repeats them. */
/** Some kills hit the start, most hit the work. */
const longestLifeMs = 2500

const { enterpriseGlobalId, channelCode, channelCustomerId } = register[0]!
const path = { enterpriseGlobalId }

interface Answered {
  readonly numbers: string[]
  readonly bought: string[]
  readonly lastNonce: string[]
  readonly accounts: string[]
  /** The last returned state of each worker's lock, and null while a request is in progress. */
  readonly locks: Map<string, boolean | null>
}

describe(`killed ${kills} times, with times from seed ${testSeed}`, () => {
  let program: string
  let template: string
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let running: RunningProgram | undefined
  beforeAll(async () => {
    program = await buildServiceProgram()
    template = await demoTemplate()
    folder = await temporaryFolder()
  })
  afterAll(async () => {
    running?.child.kill('SIGKILL')
    await running?.ended
    await folder.remove()
  })
  const serve = () => (running = runServiceProgram(program, ['--data', folder.path, '--template', template]))

  /** Sends one change after another until the service ends, which rejects the promise. */
  const work = async (client: ServiceClient, lock: string, answered: Answered): Promise<never> => {
    for (let turn = 0; ; turn++) {
      const nonce = randomUUID()
      const allocated = await client.succeed('order.allocateShellNumbers', { body: { size: 3 }, nonce })
      answered.numbers.push(...allocated)
      answered.lastNonce[0] = nonce

      const locked = answered.locks.get(lock) !== true
      answered.locks.set(lock, null)
      const id = locked ? 'order.lockAssets' : 'order.unlockAssets'
      const results = await client.succeed(id, { body: { assetNums: [lock], operatorIdentity: 'kill' } })
      if (results[0]?.status === 1) answered.locks.set(lock, locked)

      const assetNum = `K-${randomUUID()}`
      const purchase = {
        sequence: 1,
        channelCustomerId,
        enterpriseGlobalId,
        licenseType: 'softkey',
        orderType: 'new_buy',
        assets: [{ assetNos: [assetNum], products: [{ productUri: 'gms-test' }] }],
      }
      const mode = { channelCode, syncMode: turn % 2 ? 'async' : 'sync' }
      await client.succeed('order.batchOrder', { body: batch([purchase], mode) })
      answered.bought.push(assetNum)

      const userName = `k${randomUUID().replaceAll('-', '').slice(0, 20)}`
      const employee = {
        userName,
        password: 'pass-word-1',
        departmentId: 1,
        name: 'K',
        remark: '',
        passwordMobile: '',
      }
      await client.succeed('member.addEmployees', { path, body: { userList: [employee] } })
      answered.accounts.push(userName)
    }
  }

  it(
    'keeps every acknowledged change, allocates no number twice and opens its store every time',
    { timeout: 60_000 + kills * 20_000 },
    async () => {
      const random = createRandom(testSeed)
      const locks = ['LD8000000017', 'LD8000000024', 'LD8000000025']
      const answered: Answered = { numbers: [], bought: [], lastNonce: [], accounts: [], locks: new Map() }
      let worked = 0
      for (let round = 0; round < kills; round++) {
        const service = serve()
        // A quarter of the kills hit the start of the process; the first start creates the store.
        const isEarly = round > 0 && random.chance(0.25)
        if (isEarly) {
          await wait(random.between(0, 900))
          service.child.kill('SIGKILL')
          await service.ended
          continue
        }
        const client = await connectTo(await service.url)
        const before = answered.bought.length
        const workers = locks.map((lock) => work(client, lock, answered).catch(() => undefined))
        await wait(random.between(0, longestLifeMs))
        service.child.kill('SIGKILL')
        await Promise.all([...workers, service.ended])
        if (answered.bought.length > before) worked += 1
      }
      expect(worked).toBeGreaterThan(0)

      const service = serve()
      const client = await connectTo(await service.url)
      expect(new Set(answered.numbers).size).toBe(answered.numbers.length)
      const [next] = await client.succeed('order.allocateShellNumbers', { body: { size: 1 } })
      expect(answered.numbers).not.toContain(next)

      // Acknowledged async batches continue after the restart.
      const missing = async () => {
        const there = new Set((await client.succeed('order.listAssets', { path })).map((one) => one.assetNum))
        return answered.bought.filter((assetNum) => !there.has(assetNum))
      }
      await expect.poll(missing, { timeout: 20_000 }).toEqual([])
      const assets = await client.succeed('order.listAssets', { path })
      const wrong = [...answered.locks].filter(
        ([assetNum, locked]) =>
          locked !== null && assets.find((one) => one.assetNum === assetNum)?.locked !== locked,
      )
      expect(wrong).toEqual([])
      for (const account of answered.accounts.slice(-20)) {
        const page = await client.succeed('member.listEmployees', { path, query: { keyword: account } })
        expect(page.total).toBe(1)
      }
      const [nonce] = answered.lastNonce
      if (nonce !== undefined)
        expect(await client.refusal('order.listAssets', { path, nonce })).toMatchObject({ code: '70001' })

      service.child.kill('SIGTERM')
      expect((await service.ended).status).toBe(0)
    },
  )
})
