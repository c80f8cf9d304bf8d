import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { createEngine } from './engine-support'
import { directly, newBranch, newDesk } from './support'

type Engine = ReturnType<typeof createEngine>
const hour = 3_600_000

describe.skipIf(!isOnPostgres)('a fault of the database', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let engines: Engine[] = []
  let made = 0
  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'faults')
  })
  afterEach(async () => {
    await Promise.all(engines.map(({ sync }) => sync.stop()))
    engines = []
  })
  afterAll(() => cluster.remove())

  const newEngine = async (of = admin): Promise<Engine> => {
    made += 1
    const engine = createEngine(await newDesk(of, `Desk ${made}`))
    engines.push(engine)
    return engine
  }
  const settled = (engine: Engine) =>
    expect
      .poll(() => engine.sync.state(), { timeout: 20_000 })
      .toMatchObject({ connected: true, notShared: 0 })

  it.each([-26 * hour, -3 * hour, 3 * hour, 26 * hour])(
    'a clock that differs by %i ms is named, shares everything, and is no longer named when it is right',
    async (ms) => {
      const [wrong, right] = [await newEngine(), await newEngine()]
      wrong.setClock(ms)
      wrong.own.append()
      right.own.append()
      for (const { sync } of [wrong, right]) sync.start()
      for (const engine of [wrong, right]) await settled(engine)
      expect(wrong.sync.state().problem).toBe('clock-differs')
      expect(right.sync.state().problem).toBeNull()
      // Each has what the other stated, in the order of the database.
      await expect.poll(() => right.ids()).toContain(wrong.own.events[0]?.id)
      await expect.poll(() => wrong.ids()).toContain(right.own.events[0]?.id)
      await expect.poll(() => wrong.ids().join() === right.ids().join()).toBe(true)
      wrong.setClock(0)
      wrong.own.append()
      await expect.poll(() => wrong.sync.state().problem).toBeNull()
    },
  )

  it('a schema of a later version ends the exchange, and says so; nothing is written to it', async () => {
    const engine = await newEngine()
    engine.sync.start()
    await settled(engine)
    const client = await directly(admin)
    await client.query('update lock_desk.branch set version = version + 1')
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
    await expect.poll(() => engine.sync.state().problem).toBe('branch-newer')
    engine.own.append()
    const { rows } = await client.query('select from lock_desk.events where computer = $1', [
      engine.file.computer.id,
    ])
    expect(rows).toEqual([])
    expect(engine.sync.state()).toMatchObject({ connected: false, notShared: 1 })
    await client.query('update lock_desk.branch set version = version - 1')
    await settled(engine)
    await client.end()
  })

  it('a full disk is named while it is full, and everything is shared afterwards', async ({ skip }) => {
    const disk = await smallDisk()
    if (disk === null) return skip('a small disk is only made by root, on Linux')
    const client = await directly(admin)
    try {
      await client.query(`create tablespace small location '${disk.path}'`)
      const small = await newBranch(cluster.url, 'on_small')
      const full = await directly(small)
      const engine = await newEngine(small)
      const other = await newEngine(small)
      for (const { sync } of [engine, other]) sync.start()
      await settled(engine)
      await full.query('alter table lock_desk.events set tablespace small')
      await full.query(`create table public.filler (a text) tablespace small`)
      await full
        .query(
          `insert into public.filler select repeat(md5(one::text), 60) from generate_series(1, 20000) as one`,
        )
        .catch(() => undefined)
      // A failed insert leaves its pages; smaller ones fill the rest.
      for (let round = 0; round < 3; round++)
        await full
          .query(`insert into public.filler select md5(one::text) from generate_series(1, 200000) as one`)
          .catch(() => undefined)
      const note = 'x'.repeat(2_000)
      for (let at = 0; at < 400; at++) engine.own.append({ note: `${note}${at}` })
      await expect
        .poll(() => engine.sync.state(), { timeout: 20_000 })
        .toMatchObject({ connected: false, problem: 'database-full' })
      expect(engine.sync.state().notShared).toBeGreaterThan(0)
      await full.query('drop table public.filler')
      await full.query('checkpoint')
      await settled(engine)
      await expect.poll(() => other.ids()).toEqual(engine.own.events.map(({ id }) => id))
      await Promise.all(engines.map(({ sync }) => sync.stop()))
      await full.end()
      await client.query('drop database on_small with (force)')
      await client.query('drop tablespace small')
    } finally {
      await client.end()
      await disk.remove()
    }
  }, 120_000)
})

/** A file system of 12 MB that the server may write to; null where it cannot be made. */
const smallDisk = async () => {
  const path = await mkdtemp(join(tmpdir(), 'lock-desk-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=0777', 'lock-desk', path])
  if (mounted.status !== 0) {
    await rm(path, { recursive: true, force: true })
    return null
  }
  const remove = async () => {
    spawnSync('umount', ['-l', path])
    await rm(path, { recursive: true, force: true })
  }
  const made = spawnSync('install', ['-d', '-o', 'postgres', '-m', '0700', join(path, 'data')])
  if (made.status !== 0) {
    await remove()
    return null
  }
  await chmod(path, 0o755)
  return { path: join(path, 'data'), remove }
}
