import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { removeComputer } from '../../../src-main/branch/database/branch-admin'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import { failureOf } from '../../../src-main/branch/database/database-failure'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import { createBranchSync } from '../../../src-main/branch/sync'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { createOwnLog, createReceived } from './engine-support'
import {
  createWriter,
  deskOf,
  directly,
  eventColumns,
  insertOf,
  newBranch,
  newDesk,
  sqlCodeOf,
} from './support'

// Someone has the join file of one desk, and speaks to the database without Lock Desk. What the rights alone forbid is in
// rights.test.ts; this is what the rest has to bear.

const denied = '42501'

describe.skipIf(!isOnPostgres)('an outsider with the join file of a desk', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let stolen: JoinFile
  let other: JoinFile
  let client: Client
  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'attacks')
    stolen = await newDesk(admin, 'Stolen')
    other = await newDesk(admin, 'Other')
    client = await deskOf(stolen)
  })
  afterAll(async () => {
    await client.end()
    await cluster.remove()
  })

  const codeOf = (statement: string, values: unknown[] = []) => sqlCodeOf(client, statement, values)
  const insertFor = (computer: string, n: number) => insertOf({ ...createWriter(computer).next(), n })

  it('does not write as another by other statements', async () => {
    const { id } = other.computer
    const row = `select gen_random_uuid(), '${id}'::uuid, 1, 1, 'p', 'k', '{}'::jsonb, '', repeat('a', 86)`
    expect(await codeOf(`insert into lock_desk.events (${eventColumns}) ${row}`)).toBe(denied)
    expect(
      await codeOf(`with one as (${row}) insert into lock_desk.events (${eventColumns}) table one`),
    ).toBe(denied)
    const merged = await codeOf(
      `merge into lock_desk.events using (select 1) as one on false
        when not matched then insert (${eventColumns})
        values (gen_random_uuid(), '${id}', 1, 1, 'p', 'k', '{}', '', repeat('a', 86))`,
    )
    // PostgreSQL 14 has no MERGE.
    expect([denied, '42601']).toContain(merged)
    const [statement, values] = insertFor(stolen.computer.id, 1)
    expect(await codeOf(`${statement} on conflict (id) do update set n = 2`, values)).toBe(denied)
    expect(await codeOf('select from lock_desk.computers for update')).toBe(denied)
    expect(await codeOf('do $$ begin lock table lock_desk.computers in share mode; end $$')).toBe(denied)
  })

  it('takes no function or table of its own for one of the branch', async () => {
    expect(await codeOf(`set search_path = pg_temp, public`)).toBeUndefined()
    for (const schema of ['public', 'pg_temp', 'lock_desk'])
      expect([denied, '42501']).toContain(
        await codeOf(
          `create function ${schema}.own_computer() returns uuid language sql as 'select null::uuid'`,
        ),
      )
    expect(await codeOf('select lock_desk.seen()')).toBeUndefined()
    await codeOf('reset search_path')
  })

  it('neither ends nor sees what another desk does', async () => {
    const connection = await deskOf(other)
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid
    expect(await codeOf('select pg_terminate_backend($1)', [pid])).toBe(denied)
    expect(await codeOf('select pg_cancel_backend($1)', [pid])).toBe(denied)
    const seen = await client.query<{ query: string; client_addr: string | null }>(
      'select query, client_addr from pg_stat_activity where pid = $1',
      [pid],
    )
    expect(seen.rows).toEqual([{ query: '<insufficient privilege>', client_addr: null }])
    await connection.end()
  })

  it('does not keep the others busy by notices without end', async () => {
    const own = createOwnLog(other.computer.id)
    let reads = 0
    const sync = createBranchSync({
      connect: async () => {
        const connection = await connectToBranch(other)
        return {
          ...connection,
          readFrom: (...given) => {
            reads += 1
            return connection.readFrom(...given)
          },
        }
      },
      own,
      received: createReceived(other.computer.id),
      earlier: null,
      now: Date.now,
      log: { warn: () => undefined },
    })
    sync.start()
    await expect.poll(() => sync.state().connected).toBe(true)
    const from = performance.now()
    const before = reads
    for (let at = 0; at < 1_000; at++) await client.query(`notify lock_desk, '${at}'`)
    const rounds = (performance.now() - from) / 100
    expect(reads - before).toBeLessThan(2 * rounds + 5)
    // What is stated meanwhile is shared nevertheless.
    own.append()
    await expect.poll(() => sync.state().notShared).toBe(0)
    await sync.stop()
  })

  it.each([
    ['its own row', 'select lock_desk.seen()'],
    ['the turn of all', 'insert into lock_desk.events (id) select gen_random_uuid() where false'],
    ['an order', `select lock_desk.claim('Holding an order', repeat('a', 64))`],
  ])('does not prevent its removal by holding %s', async (what, statement) => {
    const name = `Holding ${what}`
    const file = await newDesk(admin, name)
    const holding = await deskOf(file)
    await holding.query('begin')
    await holding.query(statement)
    const from = performance.now()
    expect(await removeComputer(admin, name)).toMatchObject({ ok: true })
    expect(performance.now() - from).toBeLessThan(10_000)
    const refused = await connectToBranch(file).catch((error: unknown) => failureOf(error).code)
    expect(refused).toBe('access-refused')
    const next = await connectToBranch(other)
    expect(await next.claim(name, 'b'.repeat(64))).toMatchObject({ computer: other.computer.id })
    await next.close()
    await holding.end().catch(() => undefined)
  })

  it('does not hold the others by its own row of a change', async () => {
    await client.query(`select lock_desk.say_changing('p', 'x', '["LD1"]')`)
    const direct = await directly(admin)
    await direct.query('update lock_desk.changing set at = at - 31000')
    await direct.end()
    await client.query('begin')
    await client.query(`select lock_desk.say_changing('p', 'x', '["LD1"]')`)
    const connection = await connectToBranch(other, { connectMs: 3_000, statementMs: 2_000 })
    try {
      expect(await connection.seen()).toBeGreaterThan(0)
    } finally {
      await connection.close()
      await client.query('rollback')
    }
  })

  it('does not fill the disk by sorting, nor by messages in the write-ahead log', async () => {
    const sort = `select count(*) from (
      select i || repeat($1, 900) as a from generate_series(1, 150000) as i order by a offset 0
    ) as sorted`
    await codeOf(`set work_mem = '64kB'`)
    expect(await codeOf(sort, ['x'])).toBe('53400')
    for (const statement of [
      'set temp_file_limit = -1',
      'alter role current_user set temp_file_limit = -1',
      'alter role current_user reset temp_file_limit',
    ])
      expect([denied, statement]).toEqual([await codeOf(statement), statement])
    await codeOf('alter role current_user reset all')
    const again = await deskOf(stolen)
    await again.query(`set work_mem = '64kB'`)
    expect(await sqlCodeOf(again, sort, ['x'])).toBe('53400')
    await again.end()
    await codeOf('reset work_mem')
    expect(await codeOf(`select pg_logical_emit_message(false, 'x', repeat('x', 1000))`)).toBe(denied)
  })

  it('is removed though its role has made what keeps a role from being dropped', async () => {
    const [here, elsewhere] = [await newDesk(admin, 'Default rights'), await newDesk(admin, 'Elsewhere')]
    const own = await deskOf(here)
    await own.query('alter default privileges grant select on tables to public')
    await own.end()
    const direct = await directly(admin)
    await direct.query('create database open_to_all')
    const open = await directly({ ...admin, name: 'open_to_all' })
    await open.query('grant create on schema public to public')
    await open.end()
    const another = await directly({
      ...elsewhere.database,
      name: 'open_to_all',
      password: elsewhere.password,
    })
    await another.query('create table mine (a integer)')

    for (const [name, { database }, left] of [
      ['Default rights', here, []],
      // What another database holds is not the branch's: the role stays, and cannot log in.
      ['Elsewhere', elsewhere, [{ rolcanlogin: false }]],
    ] as const) {
      expect(await removeComputer(admin, name)).toMatchObject({ ok: true, value: { name } })
      const roles = await direct.query('select rolcanlogin from pg_roles where rolname = $1', [database.role])
      expect(roles.rows).toEqual(left)
    }
    await direct.end()
    await another.end().catch(() => undefined)
    const refused = await connectToBranch(elsewhere).catch((error: unknown) => failureOf(error).code)
    expect(refused).toBe('access-refused')
    expect(await newDesk(admin, 'Elsewhere')).toMatchObject({ computer: { name: 'Elsewhere' } })
  })

  it('is removed though an administrator has closed its role before', async () => {
    const file = await newDesk(admin, 'Closed before')
    const direct = await directly(admin)
    await direct.query(`alter role ${direct.escapeIdentifier(file.database.role)} nologin`)
    await direct.end()
    expect(await removeComputer(admin, 'Closed before')).toMatchObject({ ok: true })
  })
})
