import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../../scripts/setup/postgres.mjs'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { removeComputer } from '../../../src-main/branch/database/branch-admin'
import { createBranchSync } from '../../../src-main/branch/sync'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { createEngine, createOwnLog } from './engine-support'
import { adminOf, createWriter, directly, newBranch, newDesk } from './support'

type Engine = ReturnType<typeof createEngine>

/** The folder of the server's programs. A link to them may be apart from the others. */
const findPrograms = async (): Promise<string> => {
  const folder = await findPostgres()
  return folder === undefined ? '' : dirname(realpathSync(join(folder, 'postgres')))
}
/** The servers of other versions come without it. */
const hasDump = existsSync(join(await findPrograms(), 'pg_dump'))

describe.skipIf(!isOnPostgres)('the exchange with the database', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let engines: Engine[] = []
  let made = 0
  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'exchange')
  })
  afterEach(async () => {
    await Promise.all(engines.map(({ sync }) => sync.stop()))
    engines = []
  })
  afterAll(() => cluster.remove())

  const started = (engine: Engine): Engine => {
    engines.push(engine)
    engine.sync.start()
    return engine
  }
  const newEngine = async () => {
    made += 1
    return started(createEngine(await newDesk(admin, `Desk ${made}`)))
  }
  const settled = (several: readonly Engine[]) =>
    expect
      .poll(() => several.map(({ sync }) => [sync.state().connected, sync.state().notShared]))
      .toEqual(several.map(() => [true, 0]))
  const equal = async (several: readonly Engine[]) => {
    await settled(several)
    const wanted = several.flatMap(({ own }) => own.events.map(({ id }) => id)).sort()
    for (const engine of several)
      await expect
        .poll(() =>
          engine
            .ids()
            .filter((id) => wanted.includes(id))
            .sort(),
        )
        .toEqual(wanted)
    const [first] = several
    const since = (engine: Engine) => engine.ids().filter((id) => wanted.includes(id))
    for (const engine of several) expect(since(engine)).toEqual(since(first!))
  }

  it('shares what was stated before and while it is connected, in one order, within a second', async () => {
    const engine = createEngine(await newDesk(admin, 'Long log'))
    for (let at = 0; at < 1_200; at++) engine.own.append()
    expect(engine.sync.state()).toMatchObject({ connected: false, notShared: 1_200 })
    const several = [started(engine), await newEngine(), await newEngine()]
    await equal(several)
    const times: number[] = []
    while (times.length < 3) {
      const from = performance.now()
      several[1]!.own.append()
      const id = several[1]!.own.events.at(-1)!.id
      await expect.poll(() => several[2]!.ids().includes(id), { interval: 5 }).toBe(true)
      times.push(performance.now() - from)
    }
    // The best of three: other programs stop each at times.
    expect(Math.min(...times)).toBeLessThan(1_000)
    expect(several[2]!.sync.state()).toMatchObject({ problem: null, restoredAt: null })
  })

  it('goes on after the database was stopped and started, and counts what waits', async () => {
    const several = [await newEngine(), await newEngine()]
    await equal(several)
    await cluster.stop('immediate')
    await expect.poll(() => several[0]!.sync.state().connected).toBe(false)
    for (const { own } of several) own.append()
    expect(several[0]!.sync.state().notShared).toBe(1)
    await expect.poll(() => several[0]!.sync.state().problem).toBe('database-unreachable')
    expect(await several[0]!.sync.claim('o', 'a'.repeat(64))).toMatchObject({
      error: { code: 'database-unreachable' },
    })
    await cluster.start()
    await equal(several)
    expect(several[0]!.sync.state()).toMatchObject({ problem: null, notShared: 0 })
    expect(await several[0]!.sync.claim('o', 'a'.repeat(64))).toMatchObject({ ok: true })
    expect(await several[0]!.sync.computers()).toMatchObject({ ok: true })
  })

  it('waits while the database is read-only or full, and names it', async () => {
    const engine = await newEngine()
    await settled([engine])
    const client = await directly(admin)
    await client.query('alter database exchange set default_transaction_read_only = on')
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
    engine.own.append()
    await expect
      .poll(() => engine.sync.state())
      .toMatchObject({
        connected: false,
        problem: 'database-read-only',
        notShared: 1,
      })
    await client.query('set default_transaction_read_only = off')
    await client.query('alter database exchange reset default_transaction_read_only')
    await settled([engine])
    // As a full disk answers.
    await client.query(`
      create function public.full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'no space' using errcode = '53100'; end $$;
      create trigger full_disk before insert on lock_desk.events execute function public.full_disk()`)
    engine.own.append()
    await expect.poll(() => engine.sync.state()).toMatchObject({ problem: 'database-full', notShared: 1 })
    await client.query('drop trigger full_disk on lock_desk.events')
    await settled([engine])
    await client.end()
  })

  it('names this computer’s own disk where that is full', async () => {
    const [engine, other] = [await newEngine(), await newEngine()]
    await equal([engine, other])
    engine.received.setFails(true)
    other.own.append()
    await expect.poll(() => engine.sync.state().problem).toBe('branch-not-saved')
    engine.received.setFails(false)
    await equal([engine, other])
  })

  it('names a clock that is wrong by hours, and goes on', async () => {
    const engine = createEngine(await newDesk(admin, 'Wrong clock'))
    engine.setClock(3 * 3_600_000)
    engine.own.append()
    await settled([started(engine)])
    expect(engine.sync.state().problem).toBe('clock-differs')
  })

  it('names a copy of a computer that states something else', async () => {
    const file = await newDesk(admin, 'Copied')
    const own = createOwnLog(file.computer.id)
    own.append()
    own.append()
    const first = started(createEngine(file, own))
    await settled([first])
    // The copy has the same beginning, and goes on by itself.
    const copy = createOwnLog(file.computer.id, createWriter(file.computer.id))
    copy.events.push(...own.events)
    own.append()
    await settled([first])
    const shorter = started(createEngine(file, copy))
    await expect.poll(() => shorter.sync.state().problem).toBe('computer-copied')
    copy.events.push({ ...createWriter(file.computer.id).next(), n: 3 })
    const second = started(createEngine(file, copy))
    await expect
      .poll(() => second.sync.state())
      .toMatchObject({ connected: false, problem: 'computer-copied' })
    expect(first.sync.state()).toMatchObject({ connected: true, problem: null })
  })

  it('knows at its start what it had shared, and stops at once though the server does not answer', async () => {
    const engine = createEngine(await newDesk(admin, 'Known before'))
    for (let at = 0; at < 3; at++) engine.own.append()
    await settled([started(engine)])
    await expect.poll(() => engine.received.ownArrived()).toBe(3)
    await engine.sync.stop()
    engine.own.append()
    const later = createBranchSync({
      connect: () => new Promise(() => undefined),
      own: engine.own,
      received: engine.received,
      earlier: null,
      now: Date.now,
      log: { warn: () => undefined },
    })
    expect(later.state().notShared).toBe(1)
    later.start()
    const from = performance.now()
    await later.stop()
    expect(performance.now() - from).toBeLessThan(1_000)
  })

  it('names the removal of its computer', async () => {
    const engine = await newEngine()
    await settled([engine])
    await removeComputer(admin, engine.file.computer.name)
    await expect
      .poll(() => engine.sync.state())
      .toMatchObject({ connected: false, problem: 'access-refused' })
  })

  it.skipIf(!hasDump)(
    'adds what a database lacks that was restored from a backup, and reads everything again',
    async () => {
      const restored = await newBranch(cluster.url, 'restored')
      const several = [
        started(createEngine(await newDesk(restored, 'A'))),
        started(createEngine(await newDesk(restored, 'B'))),
      ]
      for (const { own } of several) for (let at = 0; at < 5; at++) own.append()
      await equal(several)
      const dump = await runProgram('pg_dump', [], restored)
      for (const { own } of several) for (let at = 0; at < 3; at++) own.append()
      await equal(several)
      const client = await directly(adminOf(cluster.url))
      await client.query('drop database restored with (force)')
      await client.query('create database restored')
      await client.end()
      await expect.poll(() => several[0]!.sync.state().problem).toBe('not-a-branch')
      await runProgram(
        'psql',
        ['--quiet', '--single-transaction', '--set', 'ON_ERROR_STOP=1'],
        restored,
        dump,
      )
      await expect.poll(() => several.every(({ sync }) => sync.state().restoredAt !== null)).toBe(true)
      await equal(several)
      for (const { received } of several) expect(received.clears()).toBeGreaterThan(0)
    },
  )
})

const runProgram = async (
  program: string,
  args: readonly string[],
  { host, port, name, role }: AdminAccess,
  input = '',
): Promise<string> => {
  const child = spawn(
    join(await findPrograms(), program),
    [...args, '-h', host, '-p', String(port), '-U', role, name],
    {
      stdio: 'pipe',
    },
  )
  child.stdin.end(input)
  const [out, problem, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  if (status !== 0) throw new Error(`${program}: ${problem}`)
  return out
}
