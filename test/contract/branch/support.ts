import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { Client } from 'pg'
import type { BranchEvent } from '#shared/model/branch/branch-event'
import { branchEventFormat } from '#shared/model/branch/branch-event'
import { addComputer, createBranch } from '../../../src-main/branch/database/branch-admin'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { parseAdminUrl } from '../../../src-main/branch/database/database-address'
import type { JoinFile } from '../../../src-main/branch/database/join-file'

export const valueOf = <Value>(
  outcome: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: object },
): Value => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  return outcome.value
}

/** The administrator's access to a database of a cluster. */
export const adminOf = (url: string, database = 'postgres'): AdminAccess => {
  const address = new URL(url)
  address.pathname = database
  return { ...valueOf(parseAdminUrl(address.href)), ca: null }
}

/** A new database with a branch. */
export const newBranch = async (url: string, database: string): Promise<AdminAccess> => {
  const admin = await directly(adminOf(url))
  await admin.query(`create database ${database}`)
  await admin.end()
  const access = adminOf(url, database)
  valueOf(await createBranch(access))
  return access
}

/** A plain connection, as another program would make it. */
export const directly = async (
  { host, port, name, role, password }: Omit<AdminAccess, 'ca'>,
  ssl: false | { readonly ca: string } = false,
): Promise<Client> => {
  const client = new Client({
    host,
    port,
    database: name,
    user: role,
    ...(password === null ? {} : { password }),
    ssl,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export const deskOf = ({ database, password }: JoinFile) => directly({ ...database, password })

export const newDesk = async (admin: AdminAccess, name: string): Promise<JoinFile> =>
  valueOf(await addComputer(admin, name))

/** Events of one computer; signed by a key of its own, and chained as far as the database looks. */
export const createWriter = (computer: string) => {
  const { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject } =
    generateKeyPairSync('ed25519')
  let n = 0
  let before = ''
  const next = (body: BranchEvent['body'] = { note: `note ${n}` }): BranchEvent => {
    n += 1
    const unsigned = {
      id: randomUUID(),
      computer,
      n,
      at: 1_795_468_818_757 + n,
      platform: 'https://platform.example',
      kind: 'lock.note',
      body,
      before,
    }
    const text = `${branchEventFormat}\n${JSON.stringify(unsigned)}`
    const event = { ...unsigned, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
    before = createHash('sha256').update(JSON.stringify(event)).digest('hex')
    return event
  }
  return {
    key: publicKey.export({ format: 'jwk' }).x ?? '',
    next,
    several: (count: number) => Array.from({ length: count }, () => next()),
  }
}

export const eventColumns = 'id, computer, n, at, platform, kind, body, before, signature'

/** The statement that adds an event with these columns, and its values. */
export const insertOf = (event: object, into = eventColumns): [string, unknown[]] => {
  const given = event as Record<string, unknown>
  const names = into.split(', ')
  const places = names.map((_name, at) => `$${at + 1}`).join(', ')
  return [`insert into lock_desk.events (${into}) values (${places})`, names.map((name) => given[name])]
}

/** The code with which the database refuses a statement; undefined if it carries it out. */
export const sqlCodeOf = (client: Client, statement: string, values: unknown[] = []) =>
  client.query(statement, values).then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )

/** A vault in memory that says it is in this state. */
export const memoryVault = (state: string) => {
  const secrets = new Map<string, string>()
  return {
    secrets,
    status: () => ({ state }),
    has: (name: string) => secrets.has(name),
    read: (name: string) => Promise.resolve(secrets.get(name) ?? null),
    write: (name: string, secret: string) => Promise.resolve(void secrets.set(name, secret)),
    erase: (name: string) => Promise.resolve(Number(secrets.delete(name))),
  }
}
