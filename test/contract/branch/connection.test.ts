import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeComputer } from '../../../src-main/branch/database/branch-admin'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import { failureOf } from '../../../src-main/branch/database/database-failure'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { createWriter, directly, newBranch, newDesk, valueOf } from './support'

const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => failureOf(error).code,
  )

/** Passes bytes to the server, and cuts the connection before the answer to a commit passes back. */
const cuttingProxy = async (socketPath: string) => {
  let cutsNext = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(socketPath)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    let isCommitting = false
    near.on('data', (bytes) => {
      if (cutsNext && bytes.includes('commit')) isCommitting = true
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (isCommitting) near.destroy()
      else near.write(bytes)
    })
    near.on('close', () => far.end())
    far.on('close', () => near.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutNextCommit: () => (cutsNext = true),
    passAll: () => (cutsNext = false),
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe.skipIf(!isOnPostgres)('a connection to the branch', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let own: JoinFile
  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'connections')
    own = await newDesk(admin, 'Counter 1')
  })
  afterAll(() => cluster.remove())

  it('keeps an event exactly, and adds it once', async () => {
    const connection = await connectToBranch(own)
    const writer = createWriter(own.computer.id)
    const bodies = [
      { note: '“引号”\\ " \u0001 \u2028 😀', list: [0, -1, 9007199254740991, null, true, 'é'], empty: {} },
      { b: 1, a: { '10': 1, '9': 2, __proto__x: 'x' } },
    ]
    const events = [...bodies.map((body) => writer.next(body)), ...writer.several(600)]
    await connection.insertEvents(events)
    await connection.insertEvents(events)
    await connection.insertEvents([])
    const read = await connection.readFrom(1, 1_000)
    expect(read.map(({ event }) => event)).toEqual(events)
    expect(read.map(({ seq }) => seq)).toEqual([...read.keys()].map((at) => (read[0]?.seq ?? 0) + at))
    expect(await connection.ownHead()).toEqual({ n: 602, id: events.at(-1)?.id })
    const differing = { ...events[1]!, signature: 'x'.repeat(86) }
    expect(await codeOf(connection.insertEvents([differing]))).toBe('computer-copied')
    const [next] = writer.several(1)
    expect(await codeOf(connection.insertEvents([{ ...next!, id: events[0]!.id }]))).toBe('computer-copied')
    // Nothing of a refused call is kept.
    expect(await codeOf(connection.insertEvents([next!, differing]))).toBe('computer-copied')
    expect(await connection.ownHead()).toMatchObject({ n: 602 })
    await connection.close()
  })

  it('that is cut between commit and answer loses nothing and adds nothing twice', async () => {
    const file = await newDesk(admin, 'Cut')
    const proxy = await cuttingProxy(`${admin.host}/.s.PGSQL.${admin.port}`)
    const through = { ...file, database: { ...file.database, host: '127.0.0.1', port: proxy.port } }
    const events = createWriter(file.computer.id).several(3)
    const cut = await connectToBranch(through)
    proxy.cutNextCommit()
    expect(await codeOf(cut.insertEvents(events))).toBe('database-unreachable')
    expect(await codeOf(cut.ownHead())).toBe('database-unreachable')
    await cut.close()
    proxy.passAll()
    const again = await connectToBranch(through)
    expect(await again.ownHead()).toMatchObject({ n: 3 })
    await again.insertEvents(events)
    expect(await again.ownHead()).toMatchObject({ n: 3 })
    await again.close()
    proxy.stop()
  })

  it('is told of commits by others, and of its end', async () => {
    const listening = await connectToBranch(own)
    let notices = 0
    let hasEnded = false
    await listening.onNotice(() => (notices += 1))
    listening.onEnd(() => (hasEnded = true))
    const file = await newDesk(admin, 'Notices')
    const writing = await connectToBranch(file)
    await writing.insertEvents(createWriter(file.computer.id).several(5))
    await expect.poll(() => notices).toBe(1)
    await cluster.stop('immediate')
    await expect.poll(() => hasEnded).toBe(true)
    expect(await codeOf(listening.computers())).toBe('database-unreachable')
    expect(await codeOf(connectToBranch(own))).toBe('database-unreachable')
    await cluster.start()
    const again = await connectToBranch(own)
    const now = await again.seen()
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000)
    expect((await again.computers()).find(({ id }) => id === own.computer.id)?.lastSeenAt).toBeGreaterThan(0)
    await Promise.all([again.close(), listening.close(), writing.close()])
  })

  it('has a time limit', async () => {
    const file = await newDesk(admin, 'Late')
    const blocking = await directly(admin)
    await blocking.query('begin; lock table lock_desk.turn in exclusive mode')
    const connection = await connectToBranch(file, { connectMs: 5_000, statementMs: 200 })
    expect(await codeOf(connection.insertEvents(createWriter(file.computer.id).several(1)))).toBe(
      'database-timeout',
    )
    await blocking.end()
    await connection.close()
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const nowhere = { ...file, database: { ...file.database, host: '127.0.0.1', port } }
    expect(await codeOf(connectToBranch(nowhere, { connectMs: 200, statementMs: 200 }))).toBe(
      'database-timeout',
    )
    silent.close()
  })

  it('names a database that cannot be written to', async () => {
    const file = await newDesk(admin, 'Read only')
    const client = await directly(admin)
    await client.query('alter database connections set default_transaction_read_only = on')
    const connection = await connectToBranch(file)
    expect(await codeOf(connection.insertEvents(createWriter(file.computer.id).several(1)))).toBe(
      'database-read-only',
    )
    expect(await connection.readFrom(1, 1)).toHaveLength(1)
    await client.query('alter database connections reset default_transaction_read_only')
    await Promise.all([client.end(), connection.close()])
  })

  it('names a database without a branch, with another, or of a newer version', async () => {
    const client = await directly(admin)
    await client.query('create database nothing')
    const other = await newBranch(cluster.url, 'other_branch')
    const into = (name: string) => connectToBranch({ ...own, database: { ...own.database, name } })
    expect(await codeOf(into('nothing'))).toBe('not-a-branch')
    expect(await codeOf(into('missing'))).toBe('database-missing')
    expect(await codeOf(into('other_branch'))).toBe('right-missing')
    const elsewhere = await newDesk(other, 'Counter 1')
    expect(await codeOf(connectToBranch({ ...elsewhere, branch: own.branch }))).toBe('other-branch')
    expect(await codeOf(connectToBranch({ ...elsewhere, computer: own.computer }))).toBe('not-a-computer')
    await client.query('update lock_desk.branch set version = 2')
    expect(await codeOf(connectToBranch(own))).toBe('branch-newer')
    await client.query('update lock_desk.branch set version = 1')
    await client.end()
  })

  it('of a computer that is removed ends, and none is made again', async () => {
    const file = await newDesk(admin, 'Removed')
    const connection = await connectToBranch(file)
    const writer = createWriter(file.computer.id)
    await connection.insertEvents(writer.several(1))
    valueOf(await removeComputer(admin, 'REMOVED'))
    expect(await codeOf(connection.insertEvents(writer.several(1)))).toBe('database-unreachable')
    await wait(0)
    expect(await codeOf(connectToBranch(file))).toBe('access-refused')
    const reader = await connectToBranch(own)
    const computers = await reader.computers()
    expect(computers.find(({ id }) => id === file.computer.id)?.removedAt).toBeGreaterThan(0)
    // Its name is free, and its events stay.
    const newcomer = await newDesk(admin, 'Removed')
    expect(newcomer.database.role).not.toBe(file.database.role)
    expect((await reader.readFrom(1, 10_000)).at(-1)?.event).toMatchObject({ computer: file.computer.id })
    expect(await removeComputer(admin, 'Nobody')).toMatchObject({ error: { code: 'no-such-computer' } })
    await reader.close()
  })
})
