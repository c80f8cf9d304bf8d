import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { createWriter, deskOf, directly, newBranch, newDesk } from './support'

describe.skipIf(!isOnPostgres)('events of many writers', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'in_order')
  })
  afterAll(() => cluster.remove())

  it('are missed by no reader that goes by seq', async () => {
    const files = []
    for (let at = 0; at < 8; at++) files.push(await newDesk(admin, `Counter ${at}`))
    const stop = new AbortController()
    const reader = await connectToBranch(files[0]!)
    const read: { seq: number; arrivedAt: number; id: string }[] = []
    const readOn = async () => {
      const next = await reader.readFrom((read.at(-1)?.seq ?? 0) + 1, 100)
      for (const { seq, arrivedAt, event } of next)
        read.push({ seq, arrivedAt, id: (event as { id: string }).id })
      return next.length
    }
    const reading = (async () => {
      while (!stop.signal.aborted) await readOn()
      while ((await readOn()) > 0);
    })()

    const written: string[] = []
    await Promise.all(
      files.map(async (file, at) => {
        const connection = await connectToBranch(file)
        const writer = createWriter(file.computer.id)
        for (let round = 0; round < 30; round++) {
          const events = writer.several(1 + ((round + at) % 5))
          await connection.insertEvents(events)
          written.push(...events.map(({ id }) => id))
        }
        await connection.close()
      }),
    )
    stop.abort()
    await reading
    await reader.close()
    expect(read.map(({ id }) => id).sort()).toEqual(written.sort())
    expect(read.every(({ arrivedAt }, at) => at === 0 || arrivedAt >= (read[at - 1]?.arrivedAt ?? 0))).toBe(
      true,
    )
  })

  it('wait for a transaction that began before, so that no smaller seq comes later', async () => {
    const [first, second] = [await newDesk(admin, 'First'), await newDesk(admin, 'Second')]
    const slow = await deskOf(first)
    const event = createWriter(first.computer.id).next()
    await slow.query('begin')
    await slow.query(
      `insert into lock_desk.events (id, computer, n, at, platform, kind, body, before, signature)
        values ($1, $2, 1, 1, 'p', 'lock.note', '{}', '', $3)`,
      [event.id, first.computer.id, event.signature],
    )
    const connection = await connectToBranch(second)
    let isIn = false
    const inserting = connection.insertEvents(createWriter(second.computer.id).several(1)).then(() => {
      isIn = true
    })
    await wait(300)
    expect(isIn).toBe(false)
    await slow.query('commit')
    await inserting
    const { rows } = await slow.query<{ computer: string }>(
      'select computer from lock_desk.events order by seq desc limit 2',
    )
    expect(rows.map(({ computer }) => computer)).toEqual([second.computer.id, first.computer.id])
    await Promise.all([slow.end(), connection.close()])
  })

  it('keep the order of seq when the clock is set back', async () => {
    const file = await newDesk(admin, 'Clock')
    const client = await directly(admin)
    const connection = await connectToBranch(file)
    const writer = createWriter(file.computer.id)
    await connection.insertEvents(writer.several(1))
    // As after an hour in which the clock was wrong.
    await client.query('update lock_desk.events set arrived_at = arrived_at + 3600000 where computer = $1', [
      file.computer.id,
    ])
    await connection.insertEvents(writer.several(1))
    const { rows } = await client.query<{ arrived_at: string }>(
      'select arrived_at from lock_desk.events order by seq desc limit 2',
    )
    expect(rows[0]?.arrived_at).toBe(rows[1]?.arrived_at)
    await Promise.all([client.end(), connection.close()])
  })
})
