import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ArrivedEvent, BranchEvent } from '#shared/model/branch/branch-event'
import type { OwnEventLog, ReceivedEvents } from '../../../../src-main/branch/branch-stores'
import { connectToBranch } from '../../../../src-main/branch/database/branch-connection'
import type { JoinFile } from '../../../../src-main/branch/database/join-file'
import { createBranchSync } from '../../../../src-main/branch/sync'
import { createBackOff } from '../../../../src-main/util/async'
import { createEmitter } from '../../../../src-main/util/emitter'

// One desk: states facts and claims orders at random until a line comes on standard input, then shares the rest, and prints
// what it knows. It may be killed at any time and started again.

interface Input {
  readonly file: JoinFile
  readonly folder: string
  readonly orders: readonly string[]
}

const { file, folder, orders } = JSON.parse(process.argv[2] ?? '') as Input

/** Whole lines of a file; a kill may have left a part of one. */
const readLines = <Line>(path: string): Line[] => {
  if (!existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

const ownPath = join(folder, 'own.jsonl')
const receivedPath = join(folder, 'received.jsonl')
const ownEvents = readLines<BranchEvent>(ownPath)
let received = readLines<ArrivedEvent<BranchEvent>>(receivedPath)

const appended = createEmitter<undefined>()
const own: OwnEventLog = {
  last: () => ownEvents.length,
  from: (n, limit) => Promise.resolve(ownEvents.slice(n - 1, n - 1 + limit)),
  onAppend: appended.add,
}
const state = (kind: string, body: BranchEvent['body']): void => {
  const event = {
    id: randomUUID(),
    computer: file.computer.id,
    n: ownEvents.length + 1,
    at: Date.now(),
    platform: 'https://platform.example',
    kind,
    body,
    before: ownEvents.length === 0 ? '' : randomBytes(32).toString('hex'),
    signature: randomBytes(64).toString('base64url'),
  }
  appendFileSync(ownPath, `${JSON.stringify(event)}\n`)
  ownEvents.push(event)
  appended.emit(undefined)
}

const store: ReceivedEvents = {
  cursor: () => {
    const last = received.at(-1)
    return last === undefined ? null : { seq: last.seq, id: last.event.id }
  },
  ownArrived: () =>
    received.reduce((last, { event }) => (event.computer === file.computer.id ? event.n : last), 0),
  receive: (events) => {
    const more = events as readonly ArrivedEvent<BranchEvent>[]
    appendFileSync(receivedPath, more.map((event) => `${JSON.stringify(event)}\n`).join(''))
    received.push(...more)
    return Promise.resolve()
  },
  clear: () => {
    rmSync(receivedPath, { force: true })
    received = []
    return Promise.resolve()
  },
}

const sync = createBranchSync({
  connect: () => connectToBranch(file, { connectMs: 3_000, statementMs: 3_000 }),
  own,
  received: store,
  earlier: null,
  now: Date.now,
  log: { warn: () => undefined },
  backOff: createBackOff(20, 200),
})

const hasUsed = (order: string): boolean =>
  ownEvents.some(({ kind, body }) => kind === 'order.used' && body['order'] === order)

/** As the app does it: first the claim, then the mark on this computer. */
const useOrder = async (order: string): Promise<void> => {
  const claim = await sync.claim(order, 'a'.repeat(64))
  if (claim.ok && claim.value.computer === file.computer.id && !hasUsed(order)) state('order.used', { order })
}

const work = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const order = orders[randomInt(orders.length)]
    if (randomInt(5) === 0 && order !== undefined) await useOrder(order)
    else state('lock.note', { asset: `LD${randomInt(10)}`, note: randomUUID() })
    await pause(randomInt(25))
  }
}

const finishing = new AbortController()
process.stdin.once('data', () => finishing.abort())
sync.start()
await work(finishing.signal)

// All orders are asked for once more: who has a claim that a kill separated from its mark, marks it now.
const isShared = () => sync.state().connected && sync.state().notShared === 0
while (!isShared()) await pause(10)
for (const order of orders) while (!(await sync.claim(order, 'a'.repeat(64))).ok) await pause(10)
for (const order of orders) await useOrder(order)
while (!isShared()) await pause(10)
process.stdout.write(`shared ${ownEvents.length}\n`)
const [wanted] = (await new Promise<Buffer>((done) => process.stdin.once('data', done)))
  .toString()
  .split('\n')
while (received.length < Number(wanted)) await pause(10)
await sync.stop()
process.stdout.write(
  `${JSON.stringify({ received: received.map(({ seq, arrivedAt, event }) => [seq, arrivedAt, event.id]), used: received.flatMap(({ event }) => (event.kind === 'order.used' ? [event.body['order']] : [])), own: ownEvents.map(({ id }) => id) })}\n`,
)
process.exit(0)
