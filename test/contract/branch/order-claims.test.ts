import { randomUUID } from 'node:crypto'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { describe, expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { succeed } from '#shared/outcome'
import type { BranchConnection } from '../../../src-main/branch/database/branch-connection'
import { createOrderClaims } from '../../../src-main/branch/order-claims'
import { createOrderService } from '../../../src-main/work-orders/order-service'
import { isOnPostgres } from '../../service/postgres/cluster'
import type { temporaryFolder } from '../../support/temporary-folder'
import { startProgram } from '../../work-orders/support/independent-program'
import { noSignedList, openOrders } from '../../work-orders/support/order-desk'
import { isShared, joinBranch, openBranchDesk, useBranches } from './branch-desk'
import { deskAddress } from './desk-parts'
import { directly, memoryVault, newDesk } from './support'

type Session = Parameters<typeof createOrderService>[1]
type Folder = Awaited<ReturnType<typeof temporaryFolder>>

const office = startProgram(Date.now() - 1_000)
const newOrder = (): Buffer => office.sign(office.order({ id: randomUUID() }))
const idOf = (bytes: Buffer): string => (JSON.parse(bytes.toString('utf8')) as { id: string }).id

/** The jobs of a desk: each is journaled, and nothing is sent. */
const createJobs = () => {
  const jobs: { jobId: string; intent: object }[] = []
  return {
    sent: () => jobs.length,
    journal: {
      folder: 'journal',
      head: () => ({ n: jobs.length, hash: '0'.repeat(64) }),
      job: (id: string) => jobs.find(({ jobId }) => jobId === id) ?? null,
      jobs: () => jobs,
    } as never,
    changeService: {
      startJob: async (
        _request: object,
        { workOrder }: { workOrder: { id: string; signer: string; use: () => Promise<{ ok: boolean }> } },
      ) => {
        const used = await workOrder.use()
        if (!used.ok) return used
        const { id, signer } = workOrder
        const intent = { environment: deskAddress, operatorIdentity: 'Li Wei', workOrder: { id, signer } }
        jobs.push({ jobId: randomUUID(), intent })
        return succeed(jobs.at(-1))
      },
    } as unknown as Session['changeService'],
  }
}

describe.skipIf(!isOnPostgres)('a work order in a branch', () => {
  const branches = useBranches('orders')

  interface Over {
    readonly kept?: {
      readonly folder: Folder
      readonly vault: ReturnType<typeof memoryVault>
      readonly jobs: ReturnType<typeof createJobs>
    }
    readonly isRequired?: boolean
    /** Between this desk and its connection. */
    readonly through?: (connection: BranchConnection) => BranchConnection
  }

  /** A desk as the app puts it together, with its folder. */
  const startDesk = async ({ kept, isRequired = false, through = (connection) => connection }: Over = {}) => {
    const folder = kept?.folder ?? (await branches.newFolder())
    const vault = kept?.vault ?? memoryVault('keyring')
    const jobs = kept?.jobs ?? createJobs()
    const { branch, files, stop: stopBranch } = await openBranchDesk(folder.path, { vault, through })
    const desk = await openOrders(folder.path, { journal: jobs.journal, vault: vault as never })
    const key = desk.orders.readKey(office.keyFile)
    if (!key.ok) throw new Error(key.error.message)
    await desk.orders.trust(key.value, office.words(english))
    const warnings: string[] = []
    const claims = createOrderClaims({
      branch,
      files,
      used: desk.used,
      journal: jobs.journal,
      addressOf: (id) => (id === deskAddress ? deskAddress : null),
      isRequired,
      now: Date.now,
      log: { warn: (message) => void warnings.push(message) },
    })
    const orders = createOrderService(
      {
        workOrders: desk.orders,
        signedOrders: noSignedList,
        journal: jobs.journal,
        settings: { read: () => ({ assetsPerCall: 100 }) } as never,
        claimsOf: () => claims.of(deskAddress),
      },
      {
        changeService: jobs.changeService,
        platform: {
          ...{ id: deskAddress, training: false, address: deskAddress },
          monitor: {} as unknown as Session['platform']['monitor'],
          directory: {
            lookUpMany: (numbers: readonly string[]) =>
              Promise.resolve({
                results: numbers.map((assetNum) => ({
                  state: 'found',
                  record: {
                    ...{ assetNum, locked: false, licenseType: null, enterpriseGlobalId: 'E1' },
                    ...{ holder: null, lent: false, borrowedUsbKey: false, shellNumber: null },
                  } as unknown as LockRecord,
                })),
                enterprises: 1,
                failure: null,
              }),
          } as unknown as Session['platform']['directory'],
        },
      },
    )
    await branch.start()
    const stop = async () => {
      await claims.stop()
      await stopBranch()
      await desk.stop()
    }
    branches.atEnd(stop)
    const use = (bytes: Buffer) =>
      orders.carryOut(bytes, { action: null, leaveOut: [], operatorIdentity: 'Li Wei' })
    const inspect = async (bytes: Buffer) => {
      const inspected = await orders.inspect(bytes)
      return inspected.ok ? inspected.value : null
    }
    return { kept: { folder, vault, jobs }, branch, files, claims, jobs, use, inspect, stop, warnings }
  }
  type Desk = Awaited<ReturnType<typeof startDesk>>

  const join = async (desk: Desk, name: string) => joinBranch(desk, await newDesk(branches.admin(), name))
  const claimsInDatabase = async (): Promise<readonly { order: string; name: string }[]> => {
    const client = await directly(branches.admin())
    const { rows } = await client.query<{ order: string; name: string }>(
      `select order_id as order, name from lock_desk.claims join lock_desk.computers on id = computer order by name`,
    )
    await client.end()
    return rows
  }
  const asAdministrator = async (statement: string): Promise<void> => {
    const client = await directly(branches.admin())
    await client.query(statement)
    await client.end()
  }

  it('is used at one of two desks that carry it out at once; the other one names it', async () => {
    const [one, other] = [await startDesk(), await startDesk()]
    await join(one, 'Counter 1')
    await join(other, 'Counter 2')
    for (let round = 0; round < 5; round++) {
      const bytes = newOrder()
      const results = await Promise.all([one.use(bytes), other.use(bytes)])
      expect(results.map((result) => (result.ok ? result.value.claim : result.error.code)).sort()).toEqual([
        'claimed',
        'order-used-elsewhere',
      ])
      const [winner, loser, name] = results[0].ok ? [one, other, 'Counter 1'] : [other, one, 'Counter 2']
      expect(await loser.inspect(bytes)).toMatchObject({
        used: null,
        problem: { code: 'order-used-elsewhere' },
        usedElsewhere: { computer: name, isOwn: false },
      })
      expect(await winner.inspect(bytes)).toMatchObject({
        problem: { code: 'order-used' },
        usedElsewhere: null,
      })
      await expect
        .poll(async () => (await loser.inspect(bytes))?.usedElsewhere)
        .toMatchObject({ computer: name, operator: 'Li Wei' })
    }
    expect(one.jobs.sent() + other.jobs.sent()).toBe(5)
    expect(await claimsInDatabase()).toHaveLength(5)
  })

  it('is used without a claim while the database is away, and claimed when it is back', async () => {
    const [one, other] = [await startDesk(), await startDesk()]
    await join(one, 'Counter 1')
    await join(other, 'Counter 2')
    const bytes = newOrder()
    await branches.cluster().stop('immediate')
    expect(await one.use(bytes)).toMatchObject({ ok: true, value: { claim: 'not-claimed' } })
    expect(one.warnings.join()).toContain('without a claim')
    await branches.cluster().start()
    await isShared(one)
    await expect.poll(claimsInDatabase).toEqual([{ order: idOf(bytes), name: 'Counter 1' }])
    await isShared(other)
    expect(await other.use(bytes)).toMatchObject({ error: { code: 'order-used-elsewhere' } })
  })

  it('is not used without a claim where the policy requires one', async () => {
    const [one, other] = [await startDesk({ isRequired: true }), await startDesk({ isRequired: true })]
    const bytes = newOrder()
    expect(await one.use(bytes)).toMatchObject({ error: { code: 'branch-required' } })
    await join(one, 'Counter 1')
    await branches.cluster().stop('immediate')
    expect(await one.use(bytes)).toMatchObject({ error: { code: 'order-not-claimed' } })
    expect(await one.inspect(bytes)).toMatchObject({ problem: null, used: null })
    expect(one.jobs.sent()).toBe(0)
    await branches.cluster().start()
    expect(await one.use(bytes)).toMatchObject({ ok: true, value: { claim: 'claimed' } })
    await join(other, 'Counter 2')
    expect(await other.use(bytes)).toMatchObject({ error: { code: 'order-used-elsewhere' } })
  })

  it('is the own one where the connection is lost between the commit and the reply', async () => {
    let cuts = 1
    const desk = await startDesk({
      isRequired: true,
      through: (connection) => ({
        ...connection,
        claim: async (...order) => {
          const claim = await connection.claim(...order)
          if (cuts === 0) return claim
          cuts -= 1
          await connection.close()
          throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
        },
      }),
    })
    await join(desk, 'Counter 1')
    expect(await desk.use(newOrder())).toMatchObject({ ok: true, value: { claim: 'claimed' } })
    expect(cuts).toBe(0)
  })

  it('is carried out by the same desk after a crash between the claim and the mark, and by no other', async () => {
    const [one, other] = [await startDesk(), await startDesk()]
    await join(one, 'Counter 1')
    await join(other, 'Counter 2')
    const bytes = newOrder()
    const { digest = '' } = (await one.inspect(bytes)) ?? {}
    expect(await one.claims.of(deskAddress).claim({ id: idOf(bytes), digest })).toMatchObject({ ok: true })
    await one.stop()
    expect(await other.use(bytes)).toMatchObject({ error: { code: 'order-used-elsewhere' } })
    const again = await startDesk({ kept: one.kept })
    expect(await again.use(bytes)).toMatchObject({ ok: true, value: { claim: 'claimed' } })
    expect(await again.use(bytes)).toMatchObject({ error: { code: 'order-used' } })
  })

  it('stays used where a restored database has lost its claim, which is made again', async () => {
    const [one, other] = [await startDesk(), await startDesk()]
    await join(one, 'Counter 1')
    await join(other, 'Counter 2')
    const bytes = newOrder()
    await one.use(bytes)
    await expect.poll(async () => (await other.inspect(bytes))?.usedElsewhere?.operator).toBe('Li Wei')
    await asAdministrator('delete from lock_desk.claims')
    expect(await other.use(bytes)).toMatchObject({ error: { code: 'order-used-elsewhere' } })
    await asAdministrator(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await expect
      .poll(claimsInDatabase, { timeout: 30_000 })
      .toEqual([{ order: idOf(bytes), name: 'Counter 1' }])
  })

  it('is claimed and stated at the join if it was used before', async () => {
    const [one, other] = [await startDesk(), await startDesk()]
    const bytes = newOrder()
    expect(await one.use(bytes)).toMatchObject({ ok: true, value: { claim: 'no-branch' } })
    await join(other, 'Counter 2')
    await join(one, 'Counter 1')
    await expect
      .poll(async () => (await other.inspect(bytes))?.usedElsewhere)
      .toMatchObject({ computer: 'Counter 1', operator: 'Li Wei' })
    expect(await claimsInDatabase()).toEqual([{ order: idOf(bytes), name: 'Counter 1' }])
  })

  it('is named with the other desk where two used it before they joined', async () => {
    const [one, other] = [await startDesk(), await startDesk()]
    const bytes = newOrder()
    for (const desk of [one, other]) expect(await desk.use(bytes)).toMatchObject({ ok: true })
    let noticeCount = 0
    one.claims.of(deskAddress).onUsed(() => (noticeCount += 1))
    await join(one, 'Counter 1')
    await expect.poll(claimsInDatabase).toHaveLength(1)
    const before = noticeCount
    await join(other, 'Counter 2')
    const elsewhere = async (desk: Desk) => (await desk.inspect(bytes))?.usedElsewhere?.computer
    await expect.poll(() => elsewhere(one)).toBe('Counter 2')
    expect(noticeCount).toBeGreaterThan(before)
    await expect.poll(() => elsewhere(other)).toBe('Counter 1')
    expect(await one.inspect(bytes)).toMatchObject({ problem: { code: 'order-used' } })
  })

  it('is named with the other desk where two used it while the database was away', async () => {
    const [one, other] = [await startDesk(), await startDesk()]
    await join(one, 'Counter 1')
    await join(other, 'Counter 2')
    const bytes = newOrder()
    await branches.cluster().stop('immediate')
    for (const desk of [one, other])
      expect(await desk.use(bytes)).toMatchObject({ ok: true, value: { claim: 'not-claimed' } })
    await branches.cluster().start()
    for (const desk of [one, other]) await isShared(desk)
    for (const [desk, name] of [
      [one, 'Counter 2'],
      [other, 'Counter 1'],
    ] as const)
      await expect
        .poll(async () => (await desk.inspect(bytes))?.usedElsewhere, { timeout: 10_000 })
        .toMatchObject({ computer: name, operator: 'Li Wei', isOwn: false })
    for (const desk of [one, other])
      expect(await desk.inspect(bytes)).toMatchObject({ problem: { code: 'order-used' } })
    // The events come first, the claims after them.
    await expect.poll(claimsInDatabase, { timeout: 10_000 }).toHaveLength(1)
  })
})
