import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoTemplate } from '../support/demo-template'
import { askForToken, connectTo } from '../support/service-client'
import { buildServiceProgram, runServiceProgram } from '../support/service-program'
import { temporaryFolder } from '../support/temporary-folder'
import type { RunningProgram } from '../support/service-program'

let program: string
let template: string
let data: string
let folder: Awaited<ReturnType<typeof temporaryFolder>>
const running = new Set<RunningProgram>()
beforeAll(async () => {
  program = await buildServiceProgram()
  template = await demoTemplate()
})
beforeEach(async () => {
  folder = await temporaryFolder()
  data = folder.path
})
const stopAll = async () => {
  for (const one of running) one.child.kill('SIGKILL')
  await Promise.all([...running].map(({ ended }) => ended))
  running.clear()
}
afterEach(async () => {
  await stopAll()
  await folder.remove()
})
afterAll(stopAll)

const run = (...args: string[]): RunningProgram => {
  const one = runServiceProgram(program, args)
  running.add(one)
  return one
}
const serve = (...args: string[]) => run('--data', data, '--template', template, ...args)

describe('the program', () => {
  it('says on stdout that it accepts calls and nothing else, and on SIGTERM finishes those it has', async () => {
    const service = serve('--faults')
    const client = await connectTo(await service.url)
    expect(await readFile(join(data, 'service.pid'), 'utf8')).toBe(`${service.child.pid}\n`)
    await client.fault({ operation: 'order.allocateShellNumbers', fault: 'delay', ms: 60_000, when: 'after' })
    const answer = client.send('order.allocateShellNumbers', { body: { size: 1 } })
    await expect.poll(() => client.effects(), { timeout: 5000 }).toHaveLength(1)
    service.child.kill('SIGTERM')
    expect((await answer).status).toBe(200)
    const { status, stdout, stderr } = await service.ended
    expect([status, stdout]).toEqual([0, `Licensing service ready at ${await service.url}\n`])
    expect(existsSync(join(data, 'service.pid'))).toBe(false)
    expect(stderr).not.toMatch(/secret|Counter-2026|Bearer/)
  })

  it.each([
    [2, ['--data', 'x', '--policy', '/nothing/here']],
    [1, ['--database-url', 'postgres://127.0.0.1:1/nothing']],
  ])('exits with %i and says why where it is started as %j', async (status, args) => {
    const end = await run(...args).ended
    expect([end.status, end.stdout]).toEqual([status, ''])
    expect(end.stderr).not.toBe('')
    expect(end.stderr).not.toContain('    at ')
  })

  it('refuses --seed on a folder that holds data with 2, and a second service on it with 1', async () => {
    const first = serve('--seed', 'demo')
    await first.url
    const second = await serve().ended
    expect([second.status, second.stderr]).toEqual([1, `Another service is running on ${data}.\n`])
    first.child.kill('SIGTERM')
    await first.ended
    const seeded = await serve('--seed', 'demo').ended
    expect([seeded.status, seeded.stderr.includes('holds data')]).toEqual([2, true])
  })

  it('makes hashes that its credentials file takes in place of the training ones, and reads a policy file', async () => {
    const hash = async (secret: string) => {
      const { status, stdout } = await runServiceProgram(program, ['hash'], `${secret}\n`).ended
      expect(status).toBe(0)
      return stdout.trim()
    }
    const credentials = join(data, 'credentials.json')
    const application = {
      key: 'branch',
      secretHash: await hash('branch-secret'),
      scopes: ['auth_order'],
      approved: true,
    }
    await writeFile(credentials, JSON.stringify({ applications: [application], users: [] }))
    const policy = join(data, 'policy.json')
    await writeFile(policy, JSON.stringify({ tokenLifeMs: 60_000 }))
    const service = serve('--credentials', credentials, '--policy', policy)
    const ask = async (key: string) => {
      const form = { grant_type: 'client_credentials', client_id: key, client_secret: `${key}-secret` }
      const { status, json } = await askForToken(await service.url, form)
      return [status, json.expires_in]
    }
    expect(await ask('branch')).toEqual([200, 60])
    expect(await ask('lock-desk')).toEqual([401, undefined])
  })
})
