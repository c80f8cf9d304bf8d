import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { request } from 'undici'
import { createPlatformClient } from '../../../src-main/platform/client'
import { createLongAnswers } from '../../../src-main/platform/long-answers'
import type { LongAnswers } from '../../../src-main/platform/long-answers'
import { stringifyJson } from '../../../src-main/platform/json'
import { memoryKeeper } from '../../../src-main/platform/tokens'
import { createTransport } from '../../../src-main/platform/transport'
import { createPeople } from '../../../src-main/register/people'
import { createRecords } from '../../../src-main/register/records'
import { createRegister, emptyRegister } from '../../../src-main/register/register'
import { trainingCredentials } from '../../../src-main/training/training-service'

// What `npm run bench -- lists` measures. `record URL FOLDER` writes down a service's answers about all its
// enterprises as one; `measure URL FOLDER THREAD ROUNDS` reads them again from who answers them now, in turns with the plain
// parser over the same text, and prints one JSON line.

const clientAt = (base: string, longAnswers?: LongAnswers) =>
  createPlatformClient({
    baseUrl: base,
    userCentreUrl: `${base}/oauth/token`,
    credentials: trainingCredentials,
    transport: createTransport({ proxyFor: () => Promise.resolve(null), certificates: () => undefined }),
    keeper: memoryKeeper(),
    ...(longAnswers === undefined ? {} : { longAnswers }),
  })

/** The three lists of every enterprise of the seed `scale` as if all were one. */
const record = async (base: string, folder: string) => {
  const client = clientAt(base)
  const enterprises = new Set<string>()
  for (let customer = 1; customer <= 79; customer += 1) {
    const query = { channelCode: 'SCALE', channelCustomerId: `S-${String(customer).padStart(3, '0')}` }
    const known = await client.call('order.queryCustomers', { query })
    for (const { enterpriseGlobalId } of known.ok ? known.value : []) {
      if (enterpriseGlobalId !== null) enterprises.add(enterpriseGlobalId)
    }
  }
  const lists = [
    ['order.listAssets', 'list'],
    ['member.listAssetNumbers', 'assetNums'],
    ['member.listBorrowedLocks', 'borrowUsbKeys'],
  ] as const
  for (const [operation, name] of lists) {
    const data: unknown[] = []
    for (const enterpriseGlobalId of enterprises) {
      const answer = await client.call(operation, { path: { enterpriseGlobalId } })
      if (!answer.ok) throw new Error(answer.error.message)
      data.push(...answer.value)
    }
    await writeFile(join(folder, `${name}.json`), stringifyJson({ code: 0, message: 'success', data }))
  }
  await client.stop()
}

/** How long `work` took and how long it kept the thread at a stretch. */
const watch = async (work: () => unknown): Promise<{ ms: number; blockedMs: number }> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await pause(20)
  delay.reset()
  // What comes first after it is not counted.
  await pause(20)
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  // The timer that a block held up must have its turn before it is asked.
  await pause(5)
  delay.disable()
  return { ms, blockedMs: delay.max / 1e6 }
}

const measure = async (base: string, folder: string, thread: string, rounds: number) => {
  const longAnswers = createLongAnswers({
    launch: () => new Worker(thread, { env: {} }),
    onFault: (message) => {
      throw new Error(message)
    },
  })
  const client = clientAt(base, longAnswers)
  let content = emptyRegister
  const register = createRegister({
    file: {
      read: () => content,
      update: (change) => Promise.resolve(void (content = change(content))),
    },
    client,
    platform: 'bench',
  })
  const enterpriseGlobalId = '1'
  await register.add([
    { enterpriseGlobalId, enterpriseName: null, channelCode: null, channelCustomerId: null },
  ])
  const timeUnit = () => 'auto' as const
  const people = createPeople({ client, timeUnit })
  const records = createRecords({ client, register, people, timeUnit })
  const url = `${base}/order/api/order/v1/asset/${enterpriseGlobalId}/list`
  const text = await readFile(join(folder, 'list.json'), 'utf8')
  const measured: unknown[] = []
  let assets = 0
  let employees = 0
  // One round more, that warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const parse = await watch(() => void JSON.parse(text))
    const fetched = await watch(async () => {
      const answer = await request(url)
      JSON.parse(await answer.body.text())
    })
    const read = await watch(() => records.refresh(enterpriseGlobalId))
    assets = records.list(null, 0, 1).total
    const paged = await watch(() => people.reread('many'))
    employees = people.list('many', 0, 1).count
    if (round > 0) measured.push({ parse, fetched, read, paged })
    globalThis.gc?.()
  }
  records.stop()
  people.stop()
  await client.stop()
  await longAnswers.stop()
  process.stdout.write(
    JSON.stringify({ assets, employees, bytes: Buffer.byteLength(text), rounds: measured }),
  )
}

const [what = '', base = '', folder = '', thread = '', rounds = ''] = process.argv.slice(2)
if (what === 'record') await record(base, folder)
else await measure(base, folder, thread, Number(rounds))
