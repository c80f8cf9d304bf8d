import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import register from '../../../resources/training/register.json'
import { connectTo } from '../../support/service-client'
import type { ServiceClient } from '../../support/service-client'
import { buildServiceProgram, runServiceProgram } from '../../support/service-program'
import type { RunningProgram } from '../../support/service-program'
import { batch, bindNew, buy, order } from '../parties'
import { isOnPostgres, ownCluster } from './cluster'
import type { OwnCluster } from './cluster'

const { enterpriseGlobalId } = register[0]!
const instances = 3

describe.skipIf(!isOnPostgres)('three services on one PostgreSQL', () => {
  let cluster: OwnCluster
  let programs: RunningProgram[]
  let clients: ServiceClient[]
  /** Call n goes to service n modulo three. */
  const at = (index: number): ServiceClient => clients[index % instances]!

  beforeAll(async () => {
    cluster = await ownCluster()
    const program = await buildServiceProgram()
    const serve = () => runServiceProgram(program, ['--database-url', cluster.url, '--faults'])
    // All start on an empty database: one creates and fills it, the others wait.
    programs = Array.from({ length: instances }, serve)
    clients = await Promise.all(programs.map(async ({ url }) => connectTo(await url)))
  })
  afterAll(async () => {
    for (const { child } of programs) child.kill('SIGTERM')
    const ends = await Promise.all(programs.map(({ ended }) => ended))
    await cluster.remove()
    expect(ends.map(({ status }) => status)).toEqual([0, 0, 0])
  })

  it('fill it once when started in parallel', async () => {
    const lists = await Promise.all(
      clients.map((client) => client.succeed('order.listAssets', { path: { enterpriseGlobalId } })),
    )
    expect(lists.map((list) => list.length)).toEqual([1000, 1000, 1000])
  })

  it('accept each other’s tokens', async () => {
    const headers = { authorization: `Bearer ${clients[0]!.client}` }
    await clients[1]!.succeed('order.allocateShellNumbers', { body: { size: 1 }, headers })
  })

  it('allocate no shell number twice in parallel, by request or by order', async () => {
    const bound = await bindNew(at(0))
    const calls = Array.from({ length: 90 }, (_, index) =>
      at(index).succeed('order.allocateShellNumbers', { body: { size: 1 + (index % 7) } }),
    )
    const orders = Array.from({ length: 30 }, (_, index) =>
      at(index).succeed('order.batchOrder', { body: batch([order(bound)]) }),
    )
    const numbers = (await Promise.all(calls)).flat()
    await Promise.all(orders)
    const path = { enterpriseGlobalId: bound.enterpriseGlobalId }
    const assets = await at(1).succeed('order.listAssets', { path })
    expect(assets).toHaveLength(30)
    const all = [...numbers, ...assets.map(({ keyShellNumber }) => keyShellNumber)]
    expect(new Set(all).size).toBe(all.length)
  })

  it('have one winner of every concurrent loan', async () => {
    const bound = await bindNew(at(0))
    const path = { enterpriseGlobalId: bound.enterpriseGlobalId }
    const employees = ['a', 'b', 'c'].map((name) => ({
      userName: `${name}${randomUUID().slice(0, 6)}`,
      password: 'pass-word-1',
      departmentId: 1,
      name,
      remark: '',
      passwordMobile: '',
    }))
    const { succeeded } = await at(0).succeed('member.addEmployees', { path, body: { userList: employees } })
    for (let round = 0; round < 8; round++) {
      const lock = await buy(at(0), bound, { borrowedUsbKey: true })
      const contenders = []
      for (const { globalId } of succeeded) {
        const { asset } = await buy(at(round), bound)
        const body = { deleteAssets: [], addAssets: [asset.assetNum] }
        await at(round).succeed('member.assignAssets', { path: { memberGlobalId: globalId }, body })
        contenders.push({ globalId, asset })
      }
      const answers = await Promise.all(
        contenders.flatMap(({ globalId, asset }, index) =>
          [0, 1].map((again) =>
            at(index + again).send('member.lendAssets', {
              path: { memberGlobalId: globalId },
              body: { borrowedUsbKey: lock.asset.assetNum, assetIDs: [asset.id] },
            }),
          ),
        ),
      )
      const codes = answers.map(({ json }) => json.code)
      // The winner's second request finds it done.
      expect(codes.filter((code) => code === 0)).toHaveLength(2)
      expect(codes.filter((code) => code === '33018')).toHaveLength(4)
      const locks = await at(1).succeed('member.listBorrowedLocks', { path })
      const lent = locks.find(({ assetNum }) => assetNum === lock.asset.assetNum)!
      const winner = contenders[Math.floor(codes.indexOf(0) / 2)]!
      expect(lent).toMatchObject({ borrowedFlag: true, cloudAccountGlobalId: winner.globalId })
      const under = await at(2).succeed('member.listAssetProducts', { path: { assetId: lock.asset.id } })
      // Its own products and the winner's, none of the others'.
      expect(under.productInstanceList).toHaveLength(2)
    }
  })

  it('have one winner of a concurrent assignment', async () => {
    const members = (await at(0).succeed('member.listEmployees', { path: { enterpriseGlobalId } })).list
    const free = (await at(0).succeed('member.listAssetNumbers', { path: { enterpriseGlobalId } })).find(
      (row) => row.cloudAccountGlobalId === null,
    )!
    const answers = await Promise.all(
      members.slice(0, 9).map(({ globalId }, index) =>
        at(index).send('member.assignAssets', {
          path: { memberGlobalId: globalId },
          body: { deleteAssets: [], addAssets: [free.assetNum] },
        }),
      ),
    )
    expect(answers.filter(({ json }) => json.code === 0)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === '60028')).toHaveLength(8)
  })

  it('leave no asset with an employee who is deleted meanwhile', async () => {
    const bound = await bindNew(at(0))
    const path = { enterpriseGlobalId: bound.enterpriseGlobalId }
    const lock = await buy(at(0), bound, { borrowedUsbKey: true })
    const { asset } = await buy(at(0), bound)
    const addAssets = [asset.assetNum]
    for (let round = 0; round < 30; round++) {
      const employee = {
        userName: randomUUID().slice(0, 8),
        password: 'pass-word-1',
        departmentId: 1,
        name: 'n',
        remark: '',
        passwordMobile: '',
      }
      const added = await at(0).succeed('member.addEmployees', { path, body: { userList: [employee] } })
      const { globalId: memberGlobalId } = added.succeeded[0]!
      const assigned = { path: { memberGlobalId }, body: { deleteAssets: [], addAssets } }
      const lent = {
        path: { memberGlobalId },
        body: { borrowedUsbKey: lock.asset.assetNum, assetIDs: [asset.id] },
      }
      if (round % 2 === 1) await at(0).succeed('member.assignAssets', assigned)
      await Promise.all([
        round % 2 === 1 ? at(1).send('member.lendAssets', lent) : at(1).send('member.assignAssets', assigned),
        at(2).succeed('member.deleteEmployee', { path: { ...path, memberGlobalId } }),
      ])
      const numbers = await at(0).succeed('member.listAssetNumbers', { path })
      expect(numbers.map((row) => [row.cloudAccountGlobalId, row.borrowedFlag])).toEqual([
        [null, false],
        [null, false],
      ])
    }
  })

  it('accept a nonce once in total', async () => {
    for (let round = 0; round < 10; round++) {
      const nonce = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, index) =>
          at(index).send('order.allocateShellNumbers', { body: { size: 1 }, nonce }),
        ),
      )
      expect(answers.filter(({ json }) => json.code === 0)).toHaveLength(1)
      expect(answers.filter(({ json }) => json.code === '70001')).toHaveLength(8)
    }
  })

  it.each(['sync', 'async'])(
    'carry out a repeated %s order once and return the same result',
    async (syncMode) => {
      const bound = await bindNew(at(0))
      const body = batch([order(bound), order(bound, {}, { sequence: 2 })], { syncMode })
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => at(index).succeed('order.batchOrder', { body })),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      const path = { enterpriseGlobalId: bound.enterpriseGlobalId }
      const count = async () => (await at(2).succeed('order.listAssets', { path })).length
      await expect.poll(count, { timeout: 10_000 }).toBe(2)
      const effects = (await at(0).effects()).filter(
        ({ nonce, operation }) => nonce && operation === 'order.batchOrder',
      )
      const assets = await at(1).succeed('order.listAssets', { path })
      const made = new Set(assets.map(({ assetNum }) => assetNum))
      expect(effects.filter(({ target }) => made.has(target))).toHaveLength(2)
    },
  )

  it('create one main account per name, and one customer per pair', async () => {
    const name = randomUUID()
    const body = {
      channelCode: 'TEST',
      channelCustomerId: name,
      customerName: name,
      branchName: 'b',
      enterpriseName: name,
      passwordMobile: '13800001111',
    }
    const bound = await Promise.all(
      Array.from({ length: 12 }, (_, index) => at(index).succeed('order.bindCustomer', { body })),
    )
    expect(new Set(bound.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  it('disable and enable the same locks in parallel without a failure', async () => {
    const assets = await at(0).succeed('order.listAssets', { path: { enterpriseGlobalId } })
    const assetNums = assets
      .filter(({ licenseType }) => licenseType === 'normal_recover_usbkey')
      .map(({ assetNum }) => assetNum)
      .slice(0, 100)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        at(index).succeed(index % 2 ? 'order.lockAssets' : 'order.unlockAssets', {
          body: { assetNums: index % 3 ? assetNums : [...assetNums].reverse(), operatorIdentity: 'op' },
        }),
      ),
    )
    expect(answers.flat().every(({ status }) => status === 1)).toBe(true)
    const after = await at(1).succeed('order.listAssets', { path: { enterpriseGlobalId } })
    const states = new Set(
      after.filter(({ assetNum }) => assetNums.includes(assetNum)).map(({ locked }) => locked),
    )
    expect(states.size).toBe(1)
  })

  it('add no account twice and no sixth member to a trial enterprise', async () => {
    const path = { enterpriseGlobalId: register[3]!.enterpriseGlobalId }
    const { list } = await at(0).succeed('member.listEmployees', { path })
    await at(0).succeed('member.deleteEmployee', { path: { ...path, memberGlobalId: list[0]!.globalId } })
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        at(index).send('member.addEmployees', {
          path,
          body: {
            userList: [
              {
                userName: `fifth${index}`,
                password: 'pass-word-1',
                departmentId: 1,
                name: 'n',
                remark: '',
                passwordMobile: '',
              },
            ],
          },
        }),
      ),
    )
    expect(answers.filter(({ json }) => json.code === 0)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === '60009')).toHaveLength(8)
  })
})
