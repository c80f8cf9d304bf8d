import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addComputer,
  createBranch,
  listComputers,
  removeComputer,
} from '../../../src-main/branch/database/branch-admin'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { askCertificate } from '../../../src-main/branch/database/ask-certificate'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import { failureOf } from '../../../src-main/branch/database/database-failure'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import { makeAuthority, noOpenssl } from '../../support/certificates'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { adminOf, directly, valueOf } from './support'

/** An address of this computer that is not loopback; the tests that need one are left out without. */
const network = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

/** Below the ports that a system gives to connections (from 32768 on Linux): one of those may be in use. */
const port = 20_000 + (process.pid % 12_000)

const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => failureOf(error).code,
  )

describe.skipIf(!isOnPostgres || noOpenssl)('a branch over the network', () => {
  let cluster: OwnCluster
  let authority: ReturnType<typeof makeAuthority>
  let other: ReturnType<typeof makeAuthority>
  let local: AdminAccess
  let file: JoinFile

  beforeAll(async () => {
    authority = makeAuthority()
    other = makeAuthority()
    const { key, cert } = authority.issue(`DNS:localhost${network === undefined ? '' : `,IP:${network}`}`)
    cluster = await ownCluster({
      settings: [`listen_addresses=*`, `port=${port}`, 'ssl=on'],
      hba: [
        'local all all trust',
        'hostssl all all all scram-sha-256',
        'hostnossl all all 127.0.0.1/32 scram-sha-256',
      ],
      // As servers send them: their own certificate, and that of the authority.
      files: { 'server.key': key, 'server.crt': `${cert}${authority.pem}` },
    })
    const address = new URL(cluster.url)
    address.searchParams.set('port', String(port))
    local = adminOf(address.href)
    valueOf(await createBranch(local))
    file = valueOf(await addComputer(local, 'Counter 1', { host: 'localhost', port, ca: authority.pem }))
  })
  afterAll(async () => {
    await cluster.remove()
    authority.remove()
    other.remove()
  })

  const at = (host: string, ca: string | null): JoinFile => ({
    ...file,
    database: { ...file.database, host },
    ca,
  })

  it('is reached with its password and its certificate', async () => {
    const connection = await connectToBranch(file)
    expect(await connection.computers()).toMatchObject([{ name: 'Counter 1', key: null }])
    await connection.close()
    expect(await codeOf(connectToBranch({ ...file, password: 'x'.repeat(43) }))).toBe('access-refused')
  })

  it('is not reached with another certificate, or under another name', async () => {
    expect(await codeOf(connectToBranch(at('localhost', other.pem)))).toBe('tls-not-verified')
    expect(await codeOf(connectToBranch(at('127.0.0.1', authority.pem)))).toBe('tls-not-verified')
  })

  it('is reached without a certificate on this computer only', async () => {
    expect(await codeOf(connectToBranch(at('127.0.0.1', null)))).toBeNull()
    expect(await codeOf(connectToBranch(at('database.example', null)))).toBe('tls-not-verified')
    expect(await codeOf(connectToBranch(at('10.0.0.1', null)))).toBe('tls-not-verified')
  })

  it.skipIf(network === undefined)('is reached by its IP address', async () => {
    expect(await codeOf(connectToBranch(at(network!, authority.pem)))).toBeNull()
    expect(await codeOf(connectToBranch(at(network!, other.pem)))).toBe('tls-not-verified')
    expect(await codeOf(connectToBranch(at(network!, null)))).toBe('tls-not-verified')
  })

  it('shows its authority before anybody signs in', async () => {
    const pem = await askCertificate({ host: 'localhost', port })
    expect(pem.replaceAll(/\s/g, '')).toBe(authority.pem.replaceAll(/\s/g, ''))
  })

  it('is administrated over the network only where the server is verified', async () => {
    const role = await directly(local)
    await role.query(`create role keeper login superuser password 'a password'`)
    await role.end()
    const access = { ...local, host: 'localhost', role: 'keeper', password: 'a password' }
    expect(await listComputers({ ...access, ca: authority.pem })).toMatchObject({ ok: true })
    expect(await listComputers({ ...access, ca: other.pem })).toMatchObject({
      error: { code: 'tls-not-verified' },
    })
    expect(await listComputers({ ...access, host: 'database.example', ca: null })).toMatchObject({
      error: { code: 'tls-not-verified' },
    })
  })

  it('sends the server a verifier and no password', async () => {
    const client = await directly(local)
    const { rows } = await client.query<{ rolpassword: string }>(
      'select rolpassword from pg_authid where rolname = $1',
      [file.database.role],
    )
    await client.end()
    expect(rows[0]?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/)
  })

  it('is refused where the server has no TLS', async () => {
    const client = await directly(local)
    await client.query('create role plain login superuser')
    await client.end()
    const plain = await ownCluster({ settings: ['listen_addresses=127.0.0.1', `port=${port + 1}`] })
    try {
      const there = at('localhost', authority.pem)
      expect(
        await codeOf(connectToBranch({ ...there, database: { ...there.database, port: port + 1 } })),
      ).toBe('tls-missing')
      expect(await codeOf(askCertificate({ host: '127.0.0.1', port: port + 1 }))).toBe('tls-missing')
    } finally {
      await plain.remove()
    }
  })

  it('is made by an administrator who is no superuser', async () => {
    const client = await directly(local)
    await client.query(`create role maker login createrole`)
    await client.query('create database by_maker owner maker')
    await client.end()
    const maker = { ...local, name: 'by_maker', role: 'maker', password: null }
    valueOf(await createBranch(maker))
    expect(await createBranch(maker)).toMatchObject({ error: { code: 'branch-exists' } })
    const made = valueOf(await addComputer(maker, 'Counter 1'))
    await (await connectToBranch(made)).close()
    expect(await addComputer(maker, 'COUNTER 1')).toMatchObject({ error: { code: 'name-taken' } })
    expect(await addComputer(maker, ' \u200b ')).toMatchObject({ error: { code: 'name-invalid' } })
    expect(valueOf(await listComputers(maker))).toMatchObject([{ name: 'Counter 1' }])
    valueOf(await removeComputer(maker, 'Counter 1'))
    expect(await codeOf(connectToBranch(made))).toBe('access-refused')
  })
})
