import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { JoinFile } from '../../../../src-main/branch/database/join-file'
import { joinFileText } from '../../../../src-main/branch/database/join-file'
import { createOrderClaims } from '../../../../src-main/branch/order-claims'
import { createStocktakes } from '../../../../src-main/stocktake/stocktakes'
import { createUsedOrders } from '../../../../src-main/work-orders/used-orders'
import { createRandom } from '../../../../scripts/tour/random.mjs'
import { listsOf, lockAt, ports, recordOf } from '../../../stocktake/support/lists'
import { deskAddress, deskPlatform, openDeskParts } from '../desk-parts'
import { memoryVault, valueOf } from '../support'

// One desk with the app's own files: names locks, counts and undoes counts in a stocktake, and uses orders, all at random,
// until a line comes on standard input. Then it shares the rest, and prints what it knows, for each further line, until
// `end`. It may be killed at any time and started again.

interface Input {
  readonly file: JoinFile
  readonly folder: string
  readonly orders: readonly string[]
  /** Of what this process does at random. */
  readonly seed: number
  /** This desk begins the stocktake and ends it. */
  readonly isFirst: boolean
}

const { file, folder, orders, seed, isFirst } = JSON.parse(process.argv[2] ?? '') as Input
const operator = file.computer.name
const { between } = createRandom(seed)
const digest = 'a'.repeat(64)
const lockCount = 30

const secretsPath = join(folder, 'secrets.json')
/** A vault that a kill does not empty. */
const vaultOnDisk = (): ReturnType<typeof memoryVault> => {
  const vault = memoryVault('keyring')
  if (existsSync(secretsPath))
    for (const [name, secret] of JSON.parse(readFileSync(secretsPath, 'utf8')) as [string, string][])
      vault.secrets.set(name, secret)
  return {
    ...vault,
    write: async (name, secret) => {
      await vault.write(name, secret)
      writeFileSync(`${secretsPath}.new`, JSON.stringify([...vault.secrets]))
      renameSync(`${secretsPath}.new`, secretsPath)
    },
  }
}

const problems: unknown[] = []
const onError = (error: unknown): void => void problems.push(error)
const parts = await openDeskParts(folder, { vault: vaultOnDisk(), onError })
const { branch, files } = parts
const platform = files.of(deskAddress)
const used = createUsedOrders({
  path: join(folder, 'used-orders.log'),
  hasHistory: () => false,
  now: Date.now,
})
const claims = createOrderClaims({
  branch,
  files,
  used,
  journal: {
    job: () => ({ intent: { environment: deskPlatform } }),
    jobs: () => orders.map((id) => ({ jobId: id, intent: { workOrder: { id } } })),
  } as never,
  addressOf: () => deskAddress,
  isRequired: true,
  now: Date.now,
  log: { warn: () => undefined },
})
const stocktakes = createStocktakes({
  folder: join(folder, 'stocktakes'),
  platformId: deskPlatform,
  // The second half of the locks is on no list.
  directory: listsOf(Array.from({ length: lockCount / 2 }, (_one, at) => recordOf(lockAt(at)))).directory,
  locks: ports().locks,
  branch: platform,
  writes: parts.stocktakeWrites,
  onProblem: onError,
})

const openStocktake = async (): Promise<string | null> =>
  (await stocktakes.list()).find(({ state }) => state === 'counting')?.id ?? null

/** What was acknowledged to this desk: the test expects that none of it is lost. */
const noteDone = (line: object): void =>
  appendFileSync(join(folder, 'done.jsonl'), `${JSON.stringify(line)}\n`)

const isEnded = (error: { readonly code: string }): boolean => error.code === 'not-found'
const count = async (id: string, number: string): Promise<void> => {
  const outcome = await stocktakes.count({ id, numbers: [number], operatorIdentity: operator })
  if (!outcome.ok && isEnded(outcome.error)) return
  if (valueOf(outcome).counted.length > 0) noteDone({ counted: number })
}
const undo = async (id: string, number: string): Promise<void> => {
  const outcome = await stocktakes.undo({ id, numbers: [number], operatorIdentity: operator })
  if (outcome.ok || !isEnded(outcome.error)) valueOf(outcome)
}

/**
 * As the app does it: first the claim, then the mark on this computer, then the statement.
 * @returns whether it is known which desk uses it
 */
const useOrder = async (id: string): Promise<boolean> => {
  const [ofPlatform, order] = [claims.of(deskAddress), { id, digest }]
  const claim = await ofPlatform.claim(order)
  if (!claim.ok) return claim.error.code === 'order-used-elsewhere'
  if (valueOf(await used.markUsed({ ...order, at: Date.now(), operator, unsent: [] })))
    await ofPlatform.noteUsed(order, { operator, claim: claim.value })
  return true
}

const nameLock = async (): Promise<void> => {
  const name = randomUUID()
  const body = { enterpriseGlobalId: 'E1', assetNum: `LD${between(0, 9)}`, name }
  await platform.append([{ kind: 'lock.name', body }])
  noteDone({ named: name })
}

const workOnce = async (id: string | null): Promise<void> => {
  const what = between(0, 9)
  const number = lockAt(between(0, lockCount - 1))
  if (id === null || what < 3) return nameLock()
  return what < 8 ? count(id, number) : undo(id, number)
}
const work = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await workOnce(await openStocktake())
    await pause(between(0, 24))
  }
}
/** Beside the other work: a claim waits for the database. */
const useOrders = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await useOrder(orders[between(0, orders.length - 1)] ?? '')
    await pause(between(0, 99))
  }
}

const isShared = (): boolean => {
  const state = branch.view()?.state
  return state?.connected === true && state.notShared === 0
}
const untilShared = async (): Promise<void> => {
  while (!isShared()) await pause(10)
}

const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const nextLine = async (): Promise<string> => String((await input.next()).value)
const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`)

await branch.start()
// The pause before a connection is tried again grows to a minute.
setInterval(branch.retry, 200)
while (branch.view() === null) {
  const joined = await branch.join(Buffer.from(joinFileText(file), 'utf8'))
  if (!joined.ok) await pause(50)
}
if (isFirst && (await stocktakes.list()).length === 0)
  valueOf(
    await stocktakes.start({
      scope: { kind: 'enterprise', enterpriseGlobalId: 'E1' },
      operatorIdentity: operator,
    }),
  )

const finishing = new AbortController()
const working = Promise.all([work(finishing.signal), useOrders(finishing.signal)])
await nextLine()
// One desk ends the stocktake while the others go on counting.
if (isFirst) {
  const id = (await openStocktake()) ?? ''
  valueOf(await stocktakes.end({ id, how: 'finish', operatorIdentity: operator }))
}
finishing.abort()
await working
// Who has a claim that a kill separated from its mark marks it now.
for (const order of orders) while (!(await useOrder(order))) await pause(10)
await untilShared()
print('shared')

for (;;) {
  const asked = await nextLine()
  if (asked === 'end') break
  await untilShared()
  const [stocktake] = await stocktakes.list()
  const rows = valueOf(await stocktakes.read({ id: stocktake?.id ?? '', from: 0, limit: 1_000 }))
  const own = valueOf(await used.list())
  const now = platform.current()
  print({
    registers: [...(now?.registers ?? [])].map(([key, { value, stamp }]) => [key, value, stamp]).sort(),
    rows: rows.rows,
    stocktake: rows.stocktake,
    used: own.map((order) => order.id),
    apart: branch.view()?.apart ?? [],
    ends: branch.view()?.changedEnds ?? [],
  })
}
await claims.stop()
await stocktakes.stop()
await used.stop()
await parts.stop()
if (problems.length > 0) throw new Error(problems.map(String).join('; '))
process.exit(0)
