import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { createRandom } from '../../../scripts/tour/random.mjs'
import { buildProgram } from '../../support/build-program'
import { testSeed } from '../../support/test-seed'
import { adminOf, directly, newBranch, newDesk } from './support'

const random = createRandom(testSeed).next
const desks = 5
const rounds = 30
const orders = Array.from({ length: 40 }, (_one, at) => `order-${at}`)

interface Known {
  readonly received: readonly (readonly [seq: number, arrivedAt: number, id: string])[]
  readonly used: readonly string[]
  readonly own: readonly string[]
}

describe.skipIf(!isOnPostgres)('five desks that are killed, cut off and restarted', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let program: string
  let folder: string
  beforeAll(async () => {
    program = await buildProgram('test/contract/branch/program/engine-program.ts')
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'five')
    folder = mkdtempSync(join(tmpdir(), 'lock-desk-five-'))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await cluster.remove()
  })

  it('know the same in the end: nothing lost, nothing twice, each order used once', async () => {
    const inputs = await Promise.all(
      Array.from({ length: desks }, async (_one, at) => {
        const own = join(folder, String(at))
        mkdirSync(own)
        return { file: await newDesk(admin, `Desk ${at}`), folder: own, orders }
      }),
    )
    let problems = ''
    const start = (at: number): ChildProcess => {
      const child = spawn(process.execPath, [program, JSON.stringify(inputs[at])], { stdio: 'pipe' })
      child.stderr.on('data', (text: Buffer) => (problems += text.toString()))
      return child
    }
    const children = inputs.map((_input, at) => start(at))

    for (let round = 0; round < rounds; round++) {
      await wait(100 + Math.floor(random() * 150))
      const what = random()
      if (what < 0.5) {
        const at = Math.floor(random() * desks)
        const killed = children[at]!
        killed.kill('SIGKILL')
        await once(killed, 'exit')
        children[at] = start(at)
      } else if (what < 0.85) {
        const client = await directly(adminOf(cluster.url))
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'five' and random() < 0.5`,
        )
        await client.end()
      } else {
        await cluster.stop(random() < 0.5 ? 'immediate' : 'fast')
        await wait(100)
        await cluster.start()
      }
    }

    const outputs = children.map((child) => createInterface({ input: child.stdout! })[Symbol.asyncIterator]())
    const nextLine = async (at: number): Promise<string> => String((await outputs[at]!.next()).value)
    for (const child of children) child.stdin!.write('finish\n')
    const counts = await Promise.all(
      children.map(async (_child, at) => Number((await nextLine(at)).split(' ')[1])),
    )
    const total = counts.reduce((sum, count) => sum + count, 0)
    for (const child of children) child.stdin!.write(`${total}\n`)
    const known = await Promise.all(
      children.map(async (_child, at) => JSON.parse(await nextLine(at)) as Known),
    )

    expect(problems).toBe('')
    expect(total).toBeGreaterThan(200)
    for (const { received } of known) expect(received).toEqual(known[0]!.received)
    const ids = known[0]!.received.map(([, , id]) => id)
    expect([...ids].sort()).toEqual(known.flatMap(({ own }) => own).sort())
    expect(known[0]!.used.toSorted()).toEqual(orders.toSorted())
    const client = await directly(admin)
    const { rows } = await client.query<{ events: number; claims: number }>(
      `select (select count(*)::integer from lock_desk.events) as events,
        (select count(*)::integer from lock_desk.claims) as claims`,
    )
    await client.end()
    expect(rows).toEqual([{ events: total, claims: orders.length }])
  }, 180_000)
})
