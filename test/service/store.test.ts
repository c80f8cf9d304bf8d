import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import register from '../../resources/training/register.json'
import { startService } from '../../src-service/service'
import type { ServiceOptions } from '../../src-service/service'
import { StartFailure } from '../../src-service/start-failure'
import { openStore } from '../../src-service/open-store'
import { demoTemplate } from '../support/demo-template'
import { temporaryFolder } from '../support/temporary-folder'
import { connectTo } from '../support/service-client'

let data: string
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
  data = folder.path
})
afterEach(() => folder.remove())

const start = async (options: ServiceOptions = {}) =>
  startService({ data, template: await demoTemplate(), ...options })
const failure = async (options: ServiceOptions): Promise<{ kind: string; message: string }> => {
  const error: unknown = await start(options).then(
    (service) => service.stop(),
    (reason: unknown) => reason,
  )
  if (!(error instanceof StartFailure)) throw new Error(`It did not fail as it should: ${String(error)}`)
  return error
}
const countOfAssets = async (url: string) => {
  const { enterpriseGlobalId } = register[0]!
  const client = await connectTo(url)
  return (await client.succeed('order.listAssets', { path: { enterpriseGlobalId } })).length
}

describe('the store in a folder', () => {
  it('is filled once, opened by one service at a time, and not seeded again', async () => {
    const first = await start({ seed: 'demo' })
    const client = await connectTo(first.url)
    const [number] = await client.succeed('order.allocateShellNumbers', { body: { size: 1 } })
    expect(await failure({})).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Another service is using the folder') as string,
    })
    await first.stop()

    for (const seed of ['demo', 'empty'] as const) {
      expect(await failure({ seed })).toMatchObject({
        kind: 'usage',
        message: expect.stringContaining('already contains data') as string,
      })
    }

    const second = await start()
    expect(await countOfAssets(second.url)).toBe(1000)
    const again = await connectTo(second.url)
    const [next] = await again.succeed('order.allocateShellNumbers', { body: { size: 1 } })
    expect(Number(next)).toBeGreaterThan(Number(number))
    await second.stop()
  })

  it('is created again where the first start was interrupted', async () => {
    await mkdir(join(data, 'store'))
    await writeFile(join(data, 'store', 'PG_VERSION'), 'half')
    await writeFile(join(data, 'store.unfinished'), '')
    const service = await start()
    expect(await countOfAssets(service.url)).toBe(1000)
    expect(existsSync(join(data, 'store.unfinished'))).toBe(false)
    await service.stop()
  })

  it('that is broken is reported in one sentence and kept', async () => {
    await mkdir(join(data, 'store'))
    await writeFile(join(data, 'store', 'PG_VERSION'), 'nonsense')
    const { kind, message } = await failure({})
    expect(kind).toBe('failed')
    expect(message).toContain(data)
    expect(await readFile(join(data, 'store', 'PG_VERSION'), 'utf8')).toBe('nonsense')
  })

  it('has its times moved to the day it is first opened, once', async () => {
    const at = (text: string) => new Date(text).getTime()
    const endOf = async (now: number) => {
      const store = await openStore({
        folder: data,
        template: await demoTemplate(),
        now,
        log: () => undefined,
      })
      const row = await store.db
        .selectFrom('assets')
        .select('limit_end')
        .where('asset_num', '=', 'LD8000000017')
        .executeTakeFirstOrThrow()
      await store.close()
      return row.limit_end
    }
    const end = at('2026-04-11T23:59:59')
    expect(await endOf(at('2026-03-01T15:30:00'))).toBe(end)
    expect(await endOf(at('2026-03-09T08:00:00'))).toBe(end)
  })
})

describe('a packed store', () => {
  it('that is broken is ignored, and the store filled without it', async () => {
    const template = join(data, 'template.tar')
    await writeFile(template, await readFile(await demoTemplate()))
    await truncate(template, 3_000_000)
    const service = await start({ template })
    expect(await countOfAssets(service.url)).toBe(1000)
    await service.stop()
  })

  it('is not used with the empty seed', async () => {
    const service = await start({ seed: 'empty' })
    const client = await connectTo(service.url)
    const { channelCode, channelCustomerId } = register[0]!
    expect(
      await client.succeed('order.queryCustomers', { query: { channelCode, channelCustomerId } }),
    ).toEqual([])
    await service.stop()
  })
})

describe('starting the service', () => {
  it('beyond loopback is rejected with the training credentials, and with faults', async () => {
    expect(await failure({ host: '0.0.0.0' })).toMatchObject({ kind: 'usage' })
    const credentials = join(data, 'credentials.json')
    const hash = `scrypt$1024$8$1$${'a'.repeat(22)}$${'a'.repeat(43)}`
    await writeFile(
      credentials,
      JSON.stringify({
        applications: [{ key: 'branch', secretHash: hash, scopes: ['auth_order'], approved: true }],
        users: [],
      }),
    )
    expect(await failure({ host: '0.0.0.0', credentials, faults: true })).toMatchObject({ kind: 'usage' })
    await (await start({ host: '0.0.0.0', credentials })).stop()
  })

  it('on a port in use is rejected', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await failure({ port })).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining(`Port ${port}`) as string,
    })
    other.close()
  })

  it('with invalid credentials names the problem', async () => {
    const credentials = join(data, 'credentials.json')
    await writeFile(
      credentials,
      JSON.stringify({ applications: [{ key: 'a', secretHash: 'plain' }], users: [] }),
    )
    const { kind, message } = await failure({ credentials })
    expect(kind).toBe('usage')
    expect(message).toContain('applications.0.secretHash')
  })
})
