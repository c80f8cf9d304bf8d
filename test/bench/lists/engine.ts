import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { request } from 'undici'
import { createPlatformClient } from '../../../src-main/platform/client'
import { createResponseParser } from '../../../src-main/platform/response/response-parser'
import type { ResponseParser } from '../../../src-main/platform/response/response-parser'
import { stringifyJson } from '../../../src-main/platform/response/json'
import { createMemoryTokenKeeper } from '../../../src-main/platform/auth/tokens'
import { createTransport } from '../../../src-main/platform/transport/transport'
import { createEmployeeDirectory } from '../../../src-main/directory/employee-directory'
import { createAssetDirectory } from '../../../src-main/directory/asset-directory'
import { createEnterpriseList, emptyEnterpriseList } from '../../../src-main/directory/enterprise-list'
import { trainingCredentials } from '../../support/training-keys'

// The program that `npm run bench -- lists` measures. `record URL FOLDER` stores a service's responses for all
// its enterprises as one enterprise; `measure URL FOLDER THREAD ROUNDS` reads them again from the server at URL,
// alternating with the plain parser over the same text, and prints one JSON line.

const clientAt = (base: string, responseParser?: ResponseParser) =>
  createPlatformClient({
    baseUrl: base,
    userCentreUrl: `${base}/oauth/token`,
    credentials: trainingCredentials,
    transport: createTransport({ routesFor: () => Promise.resolve([null]), certificates: () => undefined }),
    keeper: createMemoryTokenKeeper(),
    ...(responseParser === undefined ? {} : { responseParser }),
  })

/** The three lists of every enterprise of the seed `scale`, merged into one enterprise. */
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

/** Returns the duration of `work` and its longest block of the thread. */
const watch = async (work: () => unknown): Promise<{ ms: number; blockedMs: number }> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await pause(20)
  delay.reset()
  // Excludes tasks that were already scheduled.
  await pause(20)
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  // A delayed timer must run before it is read.
  await pause(5)
  delay.disable()
  return { ms, blockedMs: delay.max / 1e6 }
}

const measure = async (base: string, folder: string, thread: string, rounds: number) => {
  const responseParser = createResponseParser({
    launch: () => new Worker(thread, { env: {} }),
    onError: (message) => {
      throw new Error(message)
    },
  })
  const client = clientAt(base, responseParser)
  let content = emptyEnterpriseList
  const register = createEnterpriseList({
    file: {
      read: () => content,
      update: (change) => Promise.resolve(void (content = change(content))),
    },
    client,
    platformId: 'bench',
  })
  const enterpriseGlobalId = '1'
  await register.add([
    { enterpriseGlobalId, enterpriseName: null, channelCode: null, channelCustomerId: null },
  ])
  const times = () => ({ unit: 'auto', zone: null }) as const
  const employees = createEmployeeDirectory({ client, times })
  const records = createAssetDirectory({ client, register, employees, times })
  const url = `${base}/order/api/order/v1/asset/${enterpriseGlobalId}/list`
  const text = await readFile(join(folder, 'list.json'), 'utf8')
  const measured: unknown[] = []
  let assets = 0
  let employeeCount = 0
  // One additional round to warm up.
  for (let round = 0; round <= rounds; round += 1) {
    const parse = await watch(() => void JSON.parse(text))
    const fetched = await watch(async () => {
      const answer = await request(url)
      JSON.parse(await answer.body.text())
    })
    const read = await watch(() => records.refresh(enterpriseGlobalId))
    assets = records.list(null, 0, 1).total
    const paged = await watch(() => employees.reread('many'))
    employeeCount = employees.list('many', 0, 1).count
    if (round > 0) measured.push({ parse, fetched, read, paged })
    globalThis.gc?.()
  }
  records.stop()
  employees.stop()
  await client.stop()
  await responseParser.stop()
  process.stdout.write(
    JSON.stringify({ assets, employees: employeeCount, bytes: Buffer.byteLength(text), rounds: measured }),
  )
}

const [what = '', base = '', folder = '', thread = '', rounds = ''] = process.argv.slice(2)
if (what === 'record') await record(base, folder)
else await measure(base, folder, thread, Number(rounds))
