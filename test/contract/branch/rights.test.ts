import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
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

const denied = '42501'

describe.skipIf(!isOnPostgres)('the role of a desk', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let own: JoinFile
  let other: JoinFile
  let desk: Client

  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'rights')
    own = await newDesk(admin, 'Counter 1')
    other = await newDesk(admin, '柜台“二”')
    desk = await deskOf(own)
    const connection = await connectToBranch(own)
    await connection.insertEvents(createWriter(own.computer.id).several(3))
    await connection.claim('order-1', 'a'.repeat(64))
    await connection.close()
  })
  afterAll(async () => {
    await desk.end()
    await cluster.remove()
  })

  const codeOf = (statement: string, values: unknown[] = []) => sqlCodeOf(desk, statement, values)
  const insert = (event: object, into = eventColumns) => codeOf(...insertOf(event, into))
  const number = (n: number, computer = own.computer.id) => ({
    ...createWriter(computer).next(),
    n,
  })

  it('adds events of its computer, and reads all', async () => {
    expect(await insert(number(4))).toBeUndefined()
    for (const table of ['branch', 'computers', 'events', 'claims', 'changing'])
      expect(await codeOf(`select * from lock_desk.${table}`)).toBeUndefined()
  })

  it('does not write as another computer', async () => {
    expect(await insert(number(1, other.computer.id))).toBe(denied)
    expect(await insert(number(1, randomUUID()))).toBe(denied)
  })

  it('says what is changed as its own computer only', async () => {
    expect(
      await codeOf(`select lock_desk.say_changing('https://platform.example', 'Zhang Jing', '["LD1"]')`),
    ).toBeUndefined()
    expect(
      await codeOf(`select lock_desk.say_changing('x', 'x', $1::jsonb)`, [
        JSON.stringify(['x'.repeat(9_000)]),
      ]),
    ).toBe('23514')
    const { rows } = await desk.query<{ computer: string }>('select computer from lock_desk.changing')
    expect(rows).toEqual([{ computer: own.computer.id }])
  })

  it.each(['seq', 'arrived_at'])('does not set %s', async (column) => {
    expect(await insert({ ...number(90), [column]: 1 }, `${column}, ${eventColumns}`)).toBe(denied)
  })

  it.each([
    'update lock_desk.events set n = n',
    'update lock_desk.events set arrived_at = 0 where false',
    'delete from lock_desk.events',
    'truncate lock_desk.events',
    'insert into lock_desk.events select * from lock_desk.events where false',
    `update lock_desk.computers set key = null`,
    `update lock_desk.computers set name = 'x'`,
    `update lock_desk.computers set last_seen_at = 0`,
    'delete from lock_desk.computers',
    `insert into lock_desk.claims values ('x', repeat('a', 64), gen_random_uuid(), 0)`,
    `update lock_desk.claims set digest = repeat('b', 64)`,
    'delete from lock_desk.claims',
    `insert into lock_desk.changing values (gen_random_uuid(), 'x', 'x', '[]', 0)`,
    `update lock_desk.changing set computer = gen_random_uuid()`,
    'delete from lock_desk.changing',
    'update lock_desk.branch set version = 2',
    'select * from lock_desk.turn',
    'do $$ begin lock table lock_desk.turn in exclusive mode; end $$',
    'do $$ begin lock table lock_desk.events in exclusive mode; end $$',
    `select nextval('lock_desk.events_seq')`,
    `select setval('lock_desk.events_seq', 1)`,
    'select lock_desk.stamp()',
    'select lock_desk.take_turn()',
    'create table lock_desk.mine (a integer)',
    'create table public.mine (a integer)',
    'create temporary table mine (a integer)',
    'create schema mine',
    'create function lock_desk.mine() returns integer language sql as $$ select 1 $$',
    'create role mine',
    'select lo_creat(-1)',
    `select lo_from_bytea(0, 'x')`,
    'select pg_advisory_lock(1)',
    'select pg_try_advisory_xact_lock(1, 2)',
    'select * into temporary mine from lock_desk.branch',
    'create database mine',
    'alter table lock_desk.events disable row level security',
    'alter table lock_desk.events disable trigger all',
    'drop trigger stamp on lock_desk.events',
    'drop policy own_computer_writes on lock_desk.events',
    'alter table lock_desk.events add column mine integer',
    'create index on lock_desk.events (n)',
    'create trigger mine before insert on lock_desk.events for each row execute function lock_desk.stamp()',
    'create policy mine on lock_desk.events with check (true)',
    'drop table lock_desk.events',
    'drop schema lock_desk cascade',
    'set role postgres',
    'set session authorization lockdesk',
    'alter role lockdesk nologin',
    `copy (select 1) to program 'true'`,
    `select pg_read_file('/etc/passwd')`,
  ])('is refused: %s', async (statement) => {
    const code = await codeOf(statement)
    // A role that does not exist, an object that it does not own, or no right.
    expect(['42501', '22023', '42704', '42809', '0A000']).toContain(code)
  })

  it('ends no other session, and hands on no right', async () => {
    const client = await directly(admin)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    expect(await codeOf('select pg_terminate_backend($1)', [rows[0]?.pid])).toBe(denied)
    // PostgreSQL only warns; the test of PUBLIC below sees that nothing was granted.
    await codeOf('grant select, insert on lock_desk.events to public')
    await client.end()
  })

  it('takes no other role of the server', async () => {
    const { rows } = await desk.query<{ rolname: string }>('select rolname from pg_roles')
    for (const { rolname } of rows.filter((role) => role.rolname !== own.database.role))
      expect(await codeOf(`set role ${desk.escapeIdentifier(rolname)}`)).toBe(denied)
    expect(await codeOf('set session_replication_role = replica')).toBe(denied)
    expect(await codeOf('set row_security = off; insert into lock_desk.events default values')).toBeDefined()
    await codeOf('reset row_security')
  })

  it('has exactly the rights of the list', async () => {
    const { rows } = await (
      await directly(admin)
    ).query<{ what: string }>(
      `select table_name || ' ' || privilege_type as what from information_schema.role_table_grants
        where grantee = $1
       union select table_name || ' ' || privilege_type || ' ' || column_name
        from information_schema.column_privileges where grantee = $1 and privilege_type <> 'SELECT'
       union select routine_name || ' ' || privilege_type from information_schema.role_routine_grants where grantee = $1
       order by 1`,
      [own.database.role],
    )
    expect(rows.map(({ what }) => what)).toEqual(
      [
        ...['branch SELECT', 'claim EXECUTE', 'claims SELECT', 'computers SELECT', 'events SELECT'],
        ...['changing SELECT', 'say_changing EXECUTE'],
        ...eventColumns.split(', ').map((column) => `events INSERT ${column}`),
        ...['own_computer EXECUTE', 'register_key EXECUTE', 'seen EXECUTE'],
      ].sort(),
    )
  })

  it('leaves nothing to PUBLIC', async () => {
    const client = await directly(admin)
    const { rows } = await client.query(
      `select relname::text as name from pg_class cross join lateral aclexplode(relacl) as acl
        where relnamespace = 'lock_desk'::regnamespace and grantee = 0
       union all select proname::text from pg_proc cross join lateral aclexplode(coalesce(proacl, acldefault('f', proowner))) as acl
        where pronamespace = 'lock_desk'::regnamespace and grantee = 0
       union all select nspname::text from pg_namespace cross join lateral aclexplode(nspacl) as acl
        where nspname = 'lock_desk' and grantee = 0`,
    )
    const functions = await client.query<{ prosecdef: boolean; proconfig: string[] | null }>(
      `select prosecdef, proconfig from pg_proc where pronamespace = 'lock_desk'::regnamespace`,
    )
    await client.end()
    expect(rows).toEqual([])
    expect(functions.rows.length).toBeGreaterThan(5)
    for (const { prosecdef, proconfig } of functions.rows)
      expect([prosecdef, proconfig]).toEqual([true, ['search_path=pg_catalog, pg_temp']])
  })

  it('registers one key, for itself', async () => {
    const [first, second] = ['A'.repeat(43), 'B'.repeat(43)]
    const register = (key: string | null) => codeOf('select lock_desk.register_key($1)', [key])
    expect([await register('short'), await register(null)]).toEqual(['23514', 'LD001'])
    expect([await register(first), await register(first), await register(second)]).toEqual([
      undefined,
      undefined,
      'LD001',
    ])
    const { rows } = await desk.query('select id, key from lock_desk.computers order by added_at')
    expect(rows).toEqual([
      { id: own.computer.id, key: first },
      { id: other.computer.id, key: null },
    ])
  })

  it('refreshes its own last_seen_at', async () => {
    await desk.query('select lock_desk.seen()')
    const { rows } = await desk.query<{ seen: boolean }>(
      'select last_seen_at is not null as seen from lock_desk.computers order by added_at',
    )
    expect(rows.map(({ seen }) => seen)).toEqual([true, false])
  })

  it('claims an order once, by the first', async () => {
    const connections = [await connectToBranch(own), await connectToBranch(other)]
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_one, at) => connections[at % 2]!.claim('order-2', 'b'.repeat(64))),
    )
    expect(new Set(claims.map(({ computer }) => computer)).size).toBe(1)
    const kept = await connections[1]!.claim('order-1', 'c'.repeat(64))
    expect(kept).toMatchObject({ computer: own.computer.id, digest: 'a'.repeat(64) })
    expect(await codeOf('select lock_desk.claim($1, $2)', ['order-3', 'no digest'])).toBe('23514')
    for (const connection of connections) await connection.close()
  })

  it.each([
    ['a body that is too large', { body: { note: 'x'.repeat(33_000) } }],
    ['a body that is no object', { body: '[1]' }],
    ['no number', { n: 0 }],
    ['a time beyond exact numbers', { at: '9007199254740992' }],
    ['a platform that is too long', { platform: 'x'.repeat(2_001) }],
    ['another signature', { signature: 'x' }],
    ['another hash', { before: 'x' }],
  ])('is refused with %s', async (_what, part) => {
    expect(await insert({ ...number(100), ...part })).toBe('23514')
  })

  it('adds no more than the limit in one statement', async () => {
    const many = `insert into lock_desk.events (${eventColumns})
      select gen_random_uuid(), '${own.computer.id}', 1000 + one, 1, 'p', 'lock.note', $1::jsonb, '', repeat('a', 86)
      from generate_series(1, $2::integer) as one`
    expect(await codeOf(many, ['{}', 1_001])).toBe('LD003')
    expect(await codeOf(many, [JSON.stringify({ note: 'x'.repeat(30_000) }), 200])).toBe('LD003')
    expect(await codeOf(many, ['{}', 1_000])).toBeUndefined()
  })

  it('has a name that fits, whatever the computer is called', async () => {
    for (const name of ['北京 柜台 1', `a"b'c\\d; drop`, 'ß'.repeat(100), '😀'.repeat(50), 'İ']) {
      const file = await newDesk(admin, name)
      expect(file.computer.name).toBe(name)
      expect(file.database.role).toMatch(/^[a-z0-9_]{10,63}$/)
      const connection = await connectToBranch(file)
      await connection.insertEvents(createWriter(file.computer.id).several(1))
      await connection.close()
    }
  })
})
