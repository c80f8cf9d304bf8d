import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { BranchEvent } from '#shared/model/branch/branch-event'
import { createEngine } from '../../contract/branch/engine-support'
import { directly, newBranch, newDesk } from '../../contract/branch/support'

// Desks in one process on one database: how long a fact takes from one to another, and how long a new desk reads what is
// there. Each is measured beside a plain listener and a plain reader.

const [url = '', desks = '', samples = '', events = ''] = process.argv.slice(2)

const admin = await newBranch(url, 'bench')
const engines: ReturnType<typeof createEngine>[] = []
for (let at = 0; at < Number(desks); at++) engines.push(createEngine(await newDesk(admin, `Desk ${at}`)))
for (const { sync } of engines) sync.start()
const areConnected = () => engines.every(({ sync }) => sync.state().connected && sync.state().notShared === 0)
while (!areConnected()) await pause(20)

const [sender, listener] = [await directly(admin), await directly(admin)]
await listener.query('listen plain')

/** From a notice to a read, as the least that a desk has to do. */
const plainNotice = async (): Promise<number> => {
  const from = performance.now()
  const noticed = once(listener, 'notification')
  await sender.query('notify plain')
  await noticed
  await listener.query('select 1')
  return performance.now() - from
}

/** From a fact on the disk of one desk to the moment when the slowest other one has it. */
const fact = async (round: number): Promise<number> => {
  const writer = engines[round % engines.length]!
  const from = performance.now()
  writer.own.append()
  const { id } = writer.own.events.at(-1)!
  const has = ({ received }: (typeof engines)[number]) =>
    (received.events().at(-1)?.event as BranchEvent | undefined)?.id === id
  while (!engines.every(has)) await pause(1)
  return performance.now() - from
}

const notices: { plain: number; ours: number }[] = []
for (let round = 0; round < Number(samples); round++)
  notices.push({ plain: await plainNotice(), ours: await fact(round) })
await Promise.all(engines.map(({ sync }) => sync.stop()))

const writer = await newDesk(admin, 'Year')
await sender.query(`set session_replication_role = replica`)
await sender.query(
  `insert into lock_desk.events
    select nextval('lock_desk.events_seq'), 1795468818757 + one, gen_random_uuid(), $1, one, 1795468818757 + one,
      'https://platform.example', 'lock.note',
      jsonb_build_object('enterpriseGlobalId', '5317046820917364501', 'assetNum', 'LD' || one, 'note', 'Shelf ' || one),
      repeat('a', 64), repeat('a', 86)
    from generate_series(1, $2::integer) as one`,
  [writer.computer.id, events],
)
await sender.query('analyze lock_desk.events')

const readPlainly = async (): Promise<number> => {
  const from = performance.now()
  let seq = 0
  for (;;) {
    const { rows } = await sender.query<{ seq: string }>(
      'select * from lock_desk.events where seq > $1 order by seq limit 500',
      [seq],
    )
    if (rows.length === 0) return performance.now() - from
    seq = Number(rows.at(-1)?.seq)
  }
}

const readByDesk = async (round: number): Promise<{ ms: number; memory: number }> => {
  let count = 0
  let cursor: { seq: number; id: string } | null = null
  const engine = createEngine(await newDesk(admin, `New ${round}`), undefined, {
    cursor: () => cursor,
    ownArrived: () => 0,
    receive: (more) => {
      count += more.length
      const last = more.at(-1)
      if (last !== undefined) cursor = { seq: last.seq, id: (last.event as BranchEvent).id }
      return Promise.resolve()
    },
    clear: () => Promise.resolve(),
  })
  const from = performance.now()
  engine.sync.start()
  while (count < Number(events) || !engine.sync.state().connected) await pause(5)
  const ms = performance.now() - from
  const memory = process.memoryUsage().rss / 1024 / 1024
  await engine.sync.stop()
  return { ms, memory }
}

const catchUps = []
for (let round = 0; round < 3; round++) {
  const plain = await readPlainly()
  catchUps.push({ plain, ...(await readByDesk(round)) })
}
await Promise.all([sender.end(), listener.end()])
process.stdout.write(JSON.stringify({ notices, catchUps }))
process.exit(0)
