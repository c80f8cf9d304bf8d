import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BranchEvent } from '#shared/model/branch/branch-event'
import { branchKey } from '../../branch/support/branch-key'
import { createEngine } from '../../contract/branch/engine-support'
import { directly, newBranch, newDesk } from '../../contract/branch/support'
import { temporaryFolder } from '../../support/temporary-folder'
import { writeYear } from './year-of-events'
import type { Writer } from './year-of-events'

// Desks in one process on one database: how long a fact takes from one to another, beside a plain listener. Then a new desk
// in a process of its own at a long log, beside a plain reader.

const [url = '', desks = '', samples = '', events = '', rounds = '', newDeskProgram = ''] =
  process.argv.slice(2)

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

const year = await newBranch(url, 'year')
const filler = await directly(year)
const writers: Writer[] = []
for (let at = 0; at < Number(desks); at++) {
  const file = await newDesk(year, `Desk ${at}`)
  const key = await branchKey()
  await filler.query('update lock_desk.computers set key = $1 where id = $2', [
    key.publicKey,
    file.computer.id,
  ])
  writers.push({ id: file.computer.id, key })
}
await writeYear(filler, writers, Number(events))

/** Those facts that a new desk reads, without looking at them. */
const readPlainly = async (): Promise<number> => {
  const from = performance.now()
  let before = Number(events) + 1
  for (;;) {
    const { rows } = await filler.query<{ seq: string }>(
      `select * from lock_desk.events where kind <> 'change.result' and seq < $1 order by seq desc limit 2000`,
      [before],
    )
    if (rows.length === 0) return performance.now() - from
    before = Number(rows.at(-1)?.seq)
  }
}

const folder = await temporaryFolder()
const catchUps = []
for (let round = 0; round < Number(rounds); round++) {
  const plain = await readPlainly()
  const file = await newDesk(year, `New ${round}`)
  const input = JSON.stringify({ file, path: join(folder.path, `${round}.log`) })
  const { stdout } = await promisify(execFile)(process.execPath, [newDeskProgram, input])
  catchUps.push({ plain, ...(JSON.parse(stdout) as object) })
}
await folder.remove()
await Promise.all([sender.end(), listener.end(), filler.end()])
process.stdout.write(JSON.stringify({ notices, catchUps }))
process.exit(0)
