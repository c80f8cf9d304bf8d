import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesIn } from '#shared/model/branch/fold'
import { recentEvents } from '../../../src-main/branch/exchange/catch-up'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import { openReceivedEvents } from '../../../src-main/branch/received-events'
import type { SigningKey } from '../../../src-main/work-orders/signing-key'
import { branchKey } from '../../branch/support/branch-key'
import { createChains, named, platform } from '../../branch/support/chains'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { temporaryFolder } from '../../support/temporary-folder'
import { createEngine, createOwnLog } from './engine-support'
import { directly, newBranch, newDesk } from './support'

describe.skipIf(!isOnPostgres)('a new desk at a long log', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const names = 50
  const count = recentEvents + 2_500
  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'long_log')
    folder = await temporaryFolder()
    const files = [await newDesk(admin, 'One'), await newDesk(admin, 'Two')]
    const keys: Record<string, SigningKey> = {}
    for (const { computer } of files) keys[computer.id] = await branchKey()
    const chains = createChains(keys)
    const connections = []
    for (const file of files) {
      const connection = await connectToBranch(file)
      await connection.registerKey(keys[file.computer.id]!.publicKey)
      connections.push(connection)
    }
    for (let from = 0; from < count; from += 500) {
      const at = (from / 500) % 2
      const { id } = files[at]!.computer
      await connections[at]!.insertEvents(
        Array.from({ length: 500 }, (_one, more) =>
          // Only those at the beginning name most locks.
          chains.state(id, named(`name ${from + more}`, `LD${from < 2_000 ? more % names : 0}`)),
        ),
      )
    }
    for (const connection of connections) await connection.close()
  }, 120_000)
  afterAll(async () => {
    await folder.remove()
    await cluster.remove()
  })

  const newDeskNamed = async (name: string) => {
    const file = await newDesk(admin, name)
    const store = await openReceivedEvents({
      path: join(folder.path, `${name}.log`),
      computer: file.computer.id,
      now: Date.now,
    })
    const own = createOwnLog(file.computer.id)
    const engine = createEngine(file, own, store, store.earlier)
    return { store, engine, stop: () => engine.sync.stop().then(() => store.stop()) }
  }
  const read = async (name: string) => {
    const desk = await newDeskNamed(name)
    desk.engine.sync.start()
    await expect.poll(() => desk.store.cursor(), { timeout: 60_000 }).not.toBeNull()
    await expect
      .poll(() => desk.engine.sync.state(), { timeout: 60_000 })
      .toMatchObject({ connected: true, earlier: null, problem: null })
    return desk
  }

  it('knows all names, with every event and every chain checked', async () => {
    const { store, stop } = await read('New')
    const known = namesIn(store.registers(platform))
    expect(known).toHaveLength(names)
    expect(known.find(({ assetNum }) => assetNum === 'LD0')?.name).toBe(`name ${count - 1}`)
    expect(store.apart()).toEqual([])
    expect([...store.heads().values()].map(({ n }) => n).sort()).toEqual([count / 2 - 250, count / 2 + 250])
    await stop()
  }, 120_000)

  it('names what was cut from a chain or changed in the database long before it joined', async () => {
    const client = await directly(admin)
    const { rows } = await client.query<{ seq: string }>(
      'select seq from lock_desk.events order by seq offset 99 limit 3',
    )
    const [cut, , changed] = rows.map(({ seq }) => Number(seq))
    await client.query('delete from lock_desk.events where seq = $1', [cut])
    await client.query(`update lock_desk.events set body = jsonb_set(body, '{name}', '"x"') where seq = $1`, [
      changed,
    ])
    await client.end()
    const { store, stop } = await read('After a change')
    expect(store.apart().map(({ seq, reason }) => [seq, reason])).toEqual([
      [cut! + 1, 'changed-before'],
      [changed, 'bad-signature'],
      [changed! + 1, 'changed-before'],
    ])
    expect(namesIn(store.registers(platform))).toHaveLength(names)
    await stop()
  }, 120_000)
})
