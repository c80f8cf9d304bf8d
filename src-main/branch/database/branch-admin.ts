import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { normalized } from '#shared/normalized'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { plainName } from '#shared/model/visible-text'
import { computerColumns, computersStatement, inTransaction } from './branch-connection'
import type { BranchComputer } from './branch-connection'
import type { AdminUrl } from './database-address'
import { failureOf } from './database-failure'
import type { DatabaseFailure } from './database-failure'
import type { BranchAccess } from './branch-access'
import { dropOrClose } from './drop-role'
import type { JoinFile } from './join-file'
import { limits } from './limits'
import { newPassword, ownerNameFor, roleNameFor, verifierOf } from './new-role'
import { closeClient, openClient } from './open-client'
import { grantTo, revokeFrom, schemaStatements, schemaVersion, withdrawFunctions } from './schema'

/** An administrator's connection. `ca` is PEM; null on this computer only. */
export type AdminAccess = AdminUrl & { readonly ca: string | null }

/** Where the desks find the database, if not where the administrator does. */
export type DeskAddress = Pick<BranchAccess['database'], 'host' | 'port'> & Pick<BranchAccess, 'ca'>

export type AdminFailure =
  | DatabaseFailure
  | Failure<'database-too-old' | 'branch-exists' | 'name-invalid' | 'name-taken' | 'no-such-computer'>

const oldestServer = 140_000
const mostConnections = 20

const withClient = async <Value, Problem extends Failure>(
  access: AdminAccess,
  work: (client: Client) => Promise<Outcome<Value, Problem>>,
): Promise<Outcome<Value, Problem | DatabaseFailure>> => {
  let client: Client | null = null
  try {
    client = await openClient(access)
    return await work(client)
  } catch (error) {
    return fail(failureOf(error))
  } finally {
    if (client !== null) await closeClient(client)
  }
}

const oneRow = async <Row extends object>(
  client: Client,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row | undefined> => (await client.query<Row>(statement, [...values])).rows[0]

interface Server {
  readonly version: number
  readonly database: string
  readonly user: string
  readonly isSuperuser: boolean
  /** The role that owns the schema; null without a branch. */
  readonly owner: string | null
  /** The database has nothing that another program made. */
  readonly isOurs: boolean
  readonly hasPublic: boolean
}

const lookAt = async (client: Client): Promise<Server> => {
  const server = await oneRow<Server>(
    client,
    `select current_setting('server_version_num')::integer as version, current_database() as database,
      current_user as user, (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'lock_desk') as owner,
      to_regnamespace('public') is not null as "hasPublic",
      not exists (
        select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname not in ('pg_catalog', 'information_schema', 'lock_desk') and nspname !~ '^pg_(toast|temp)'
      ) as "isOurs"`,
  )
  if (server === undefined) throw new Error('the server does not describe itself')
  return server
}

/** Runs statements with the rights of the schema's owner, inside a transaction. */
const asOwner = async <Value>(client: Client, owner: string, work: () => Promise<Value>): Promise<Value> => {
  await client.query(`set local role ${client.escapeIdentifier(owner)}`)
  const value = await work()
  await client.query('reset role')
  return value
}

/** One administrator at a time: PostgreSQL lets two grants on one table fail. Desks read and write meanwhile. */
const takeAdminTurn = (client: Client): Promise<unknown> =>
  client.query('lock table lock_desk.branch in exclusive mode')

/** What every role may do by PostgreSQL's own defaults. Left alone where another program may need it. */
const withdrawDefaults = async (
  client: Client,
  { database, hasPublic, isOurs, isSuperuser }: Server,
): Promise<void> => {
  if (!isOurs) return
  if (isSuperuser) await client.query(withdrawFunctions)
  await client.query(`revoke temporary on database ${client.escapeIdentifier(database)} from public`)
  if (hasPublic) await client.query('revoke create on schema public from public')
}

/** Makes the schema and its owner. Resolves to the branch's ID. */
export const createBranch = (
  access: AdminAccess,
): Promise<Outcome<{ readonly branch: string }, AdminFailure>> =>
  withClient(access, async (client): Promise<Outcome<{ readonly branch: string }, AdminFailure>> => {
    const server = await lookAt(client)
    if (server.version < oldestServer)
      return fail({ code: 'database-too-old', message: `version number ${server.version}` })
    if (server.owner !== null)
      return fail({ code: 'branch-exists', message: 'the database has the schema lock_desk' })
    const branch = randomUUID()
    const owner = ownerNameFor(branch)
    const quoted = client.escapeIdentifier(owner)
    await inTransaction(client, async () => {
      await client.query(`create role ${quoted} nologin`)
      if (!server.isSuperuser) await client.query(`grant ${quoted} to current_user`)
      await client.query(`create schema lock_desk authorization ${quoted}`)
      await asOwner(client, owner, async () => {
        await client.query(schemaStatements)
        await client.query(
          `insert into lock_desk.branch values ($1, $2, (extract(epoch from now()) * 1000)::bigint)`,
          [branch, schemaVersion],
        )
      })
      await withdrawDefaults(client, server)
    })
    return succeed({ branch })
  })

/** The owner and the ID of the branch, or why there is none that this version knows. */
const findBranch = async (
  client: Client,
): Promise<Outcome<{ readonly owner: string; readonly branch: string }, AdminFailure>> => {
  const { owner } = await lookAt(client)
  if (owner === null) return fail({ code: 'not-a-branch', message: 'the database has no branch' })
  return inTransaction(client, () =>
    asOwner(client, owner, async () => {
      const found = await oneRow<{ id: string; version: number }>(
        client,
        'select id, version from lock_desk.branch',
      )
      if (found === undefined)
        return fail({ code: 'not-a-branch' as const, message: 'the database has no branch' })
      if (found.version > schemaVersion)
        return fail({ code: 'branch-newer' as const, message: `the branch has version ${found.version}` })
      return succeed({ owner, branch: found.id })
    }),
  )
}

const nameIn = (typed: string): string => normalized(plainName(typed), 2_000, 'NFC')

const makeRole = async (client: Client, role: string, database: string, password: string): Promise<void> => {
  const quoted = client.escapeIdentifier(role)
  const { isSuperuser } = await lookAt(client)
  await client.query(
    `create role ${quoted} login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
      connection limit ${mostConnections} password ${client.escapeLiteral(verifierOf(password))}`,
  )
  await client.query(`grant connect on database ${client.escapeIdentifier(database)} to ${quoted}`)
  // A desk sorts nothing. Only a superuser can set this, so that the role cannot lift it.
  if (isSuperuser) await client.query(`alter role ${quoted} set temp_file_limit = '64MB'`)
}

/** Adds a computer with a role of its own. Resolves to its join file, which alone has the password. */
export const addComputer = (
  access: AdminAccess,
  typedName: string,
  desk: DeskAddress | null = null,
): Promise<Outcome<JoinFile, AdminFailure>> =>
  withClient(access, async (client): Promise<Outcome<JoinFile, AdminFailure>> => {
    const name = nameIn(typedName)
    if (name === '' || name.length > limits.nameLength)
      return fail({ code: 'name-invalid', message: `a name has 1 to ${limits.nameLength} characters` })
    const found = await findBranch(client)
    if (!found.ok) return found
    const { owner, branch } = found.value
    const id = randomUUID()
    const role = roleNameFor(name, id)
    const password = newPassword()
    const isAdded = await inTransaction(client, async () => {
      const row = await asOwner(client, owner, async () => {
        await takeAdminTurn(client)
        return oneRow(
          client,
          `insert into lock_desk.computers (id, name, role, added_at)
            values ($1, $2, $3, (extract(epoch from now()) * 1000)::bigint) on conflict do nothing returning id`,
          [id, name, role],
        )
      })
      if (row === undefined) return false
      await makeRole(client, role, access.name, password)
      await asOwner(client, owner, () => client.query(grantTo(client.escapeIdentifier(role))))
      return true
    })
    if (!isAdded) return fail({ code: 'name-taken', message: name })
    const { host, port, ca } = desk ?? access
    return succeed({
      branch,
      computer: { id, name },
      database: { host, port, name: access.name, role },
      ca,
      password,
    })
  })

/** All computers, also removed ones. */
export const listComputers = (
  access: AdminAccess,
): Promise<Outcome<readonly BranchComputer[], AdminFailure>> =>
  withClient(access, async (client): Promise<Outcome<readonly BranchComputer[], AdminFailure>> => {
    const found = await findBranch(client)
    if (!found.ok) return found
    const { rows } = await inTransaction(client, () =>
      asOwner(client, found.value.owner, () => client.query<BranchComputer>(computersStatement)),
    )
    return succeed(rows)
  })

/** Resolves to the role's number; to null for one that an administrator has dropped already. */
const dropRole = async (
  client: Client,
  role: string,
  owner: string,
  database: string,
): Promise<string | null> => {
  const found = await oneRow<{ oid: string }>(client, 'select oid::text from pg_roles where rolname = $1', [
    role,
  ])
  if (found === undefined) return null
  const quoted = client.escapeIdentifier(role)
  await asOwner(client, owner, () => client.query(revokeFrom(quoted)))
  await client.query(`revoke connect on database ${client.escapeIdentifier(database)} from ${quoted}`)
  await dropOrClose(client, quoted, (await lookAt(client)).isSuperuser)
  return found.oid
}

/** Ends the sessions of a role. An administrator without that right leaves them to end by themselves. */
const endSessions = (client: Client, roleId: string): Promise<unknown> =>
  client
    .query('select pg_terminate_backend(pid) from pg_stat_activity where usesysid = $1::oid', [roleId])
    .catch(() => undefined)

/**
 * Lets no session of the computer begin or go on: one may hold its own row in a transaction that does not end, and so its
 * removal.
 */
const closeOut = async (client: Client, owner: string, name: string): Promise<void> => {
  const found = await inTransaction(client, () =>
    asOwner(client, owner, () =>
      oneRow<{ role: string; oid: string }>(
        client,
        `select role, oid::text from lock_desk.computers join pg_catalog.pg_roles on rolname = role
          where lower(name) = lower($1) and removed_at is null`,
        [name],
      ),
    ),
  )
  if (found === undefined) return
  await client.query(`alter role ${client.escapeIdentifier(found.role)} nologin`)
  await endSessions(client, found.oid)
}

/** Takes a computer's rights and drops its role. Its events stay, and its name is free. */
export const removeComputer = (
  access: AdminAccess,
  typedName: string,
): Promise<Outcome<BranchComputer, AdminFailure>> =>
  withClient(access, async (client): Promise<Outcome<BranchComputer, AdminFailure>> => {
    const name = nameIn(typedName)
    const found = await findBranch(client)
    if (!found.ok) return found
    const { owner } = found.value
    await closeOut(client, owner, name)
    const removed = await inTransaction(client, async () => {
      const row = await asOwner(client, owner, async () => {
        await takeAdminTurn(client)
        return oneRow<BranchComputer & { readonly role: string }>(
          client,
          `update lock_desk.computers set removed_at = (extract(epoch from now()) * 1000)::bigint
            where lower(name) = lower($1) and removed_at is null returning ${computerColumns}, role`,
          [name],
        )
      })
      if (row === undefined) return null
      const { role, ...computer } = row
      return { computer, roleId: await dropRole(client, role, owner, access.name) }
    })
    if (removed === null) return fail({ code: 'no-such-computer', message: name })
    if (removed.roleId !== null) await endSessions(client, removed.roleId)
    return succeed(removed.computer)
  })
