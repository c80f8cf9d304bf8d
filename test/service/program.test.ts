import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
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

const nobody = 65_534
/** Only root can run a program as another user, who must be able to read it. */
const canBeNobody = (): boolean => {
  const parents = process
    .cwd()
    .split(sep)
    .map((_, index, all) => all.slice(0, index + 1).join(sep) || sep)
  return process.getuid?.() === 0 && parents.every((parent) => (statSync(parent).mode & 0o001) !== 0)
}

describe('the program', () => {
  it('prints only its address on stdout, and finishes open requests on SIGTERM', async () => {
    const service = serve('--faults')
    const client = await connectTo(await service.url)
    expect(await readFile(join(data, 'service.pid'), 'utf8')).toBe(`${service.child.pid}\n`)
    await client.fault({ operation: 'order.allocateShellNumbers', fault: 'delay', ms: 60_000, when: 'after' })
    const answer = client.send('order.allocateShellNumbers', { body: { size: 1 } })
    await expect.poll(() => client.effects(), { timeout: 30_000 }).toHaveLength(1)
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
  ])('exits with %i and an error message when started as %j', async (status, args) => {
    const end = await run(...args).ended
    expect([end.status, end.stdout]).toEqual([status, ''])
    expect(end.stderr).not.toBe('')
    expect(end.stderr).not.toContain('    at ')
  })

  it.each([
    ['postgres://127.0.0.1:1/nothing', /^The database server refused the connection\. Start it /],
    ['postgres://nobody@localhost/x?host=/nothing/here', /^The database server was not found\. Start it /],
    ['mysql://localhost/x', /^--database-url must start with postgres:/],
  ])('reports a problem of the database %s in one line', async (url, line) => {
    const { status, stderr } = await run('--database-url', url).ended
    expect(stderr).toMatch(line)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(status).toBe(url.startsWith('mysql') ? 2 : 1)
  })

  it('continues when its log and output are closed', async () => {
    const service = serve()
    const url = await service.url
    const { child } = service
    const closed = [child.stdout, child.stderr].map((stream) => once(stream!.destroy(), 'close'))
    await Promise.all(closed)
    // Each request logs a line; the first meets the closed pipe.
    for (let call = 0; call < 3; call++) expect((await fetch(`${url}/healthz?log=${call}`)).status).toBe(200)
    const client = await connectTo(url)
    expect(await client.succeed('order.allocateShellNumbers', { body: { size: 1 } })).toHaveLength(1)
    expect(await client.succeed('order.allocateShellNumbers', { body: { size: 1 } })).toHaveLength(1)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  })

  it('reports a port in use, a file in the way or a broken store in one line', async () => {
    const first = serve()
    const { port } = new URL(await first.url)
    const other = await temporaryFolder()
    const again = (...args: string[]) => run('--template', template, ...args).ended
    expect(await again('--data', other.path, '--port', port)).toMatchObject({
      status: 1,
      stderr: `Port ${port} on 127.0.0.1 is in use by another program. Choose another with --port, or 0 for a free one.\n`,
    })
    const file = join(other.path, 'file')
    await writeFile(file, '')
    expect(await again('--data', file)).toMatchObject({
      status: 1,
      stderr: `Cannot use the folder ${file}: the path contains a file in place of a folder. Choose another folder with --data.\n`,
    })
    const broken = join(other.path, 'broken')
    await mkdir(join(broken, 'store'), { recursive: true })
    await writeFile(join(broken, 'store', 'PG_VERSION'), 'nonsense')
    const { status, stderr } = await again('--data', broken)
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
    expect(stderr).toMatch(
      /^The store in .*broken cannot be opened and was not changed .*move it away to create a new one\.\n$/,
    )
    await other.remove()
  })

  it.skipIf(!canBeNobody())('reports missing permission for the folder in one line', async () => {
    await chmod(data, 0o755)
    const inside = join(data, 'data')
    const { status, stderr } = await runServiceProgram(program, ['--data', inside], '', { uid: nobody }).ended
    expect([status, stderr]).toEqual([
      1,
      `Cannot use the folder ${inside}: no write permission. Change its permissions, or choose another folder with --data.\n`,
    ])
  })

  it.skipIf(!canBeNobody())('rejects a folder of another user', async () => {
    await chmod(data, 0o777)
    const { status, stderr } = await runServiceProgram(program, ['--data', data], '', { uid: nobody }).ended
    expect([status, stderr]).toEqual([
      1,
      `The folder ${data} belongs to another user. Choose another folder with --data.\n`,
    ])
  })

  it.skipIf(!canBeNobody())(
    'protects its store from other users, also in a formerly open folder',
    async () => {
      const asNobody = (command: string) =>
        spawnSync('sh', ['-c', command], { uid: nobody, gid: nobody }).status
      for (const how of ['when created', 'when opened']) {
        await chmod(data, 0o755)
        const service = serve()
        await service.url
        expect([how, (await stat(data)).mode & 0o777]).toEqual([how, 0o700])
        const version = join(data, 'store', 'PG_VERSION')
        expect(existsSync(version)).toBe(true)
        expect([how, asNobody(`cat ${version}`) === 0]).toEqual([how, false])
        expect([how, asNobody(`echo 99 >> ${version}`) === 0]).toEqual([how, false])
        expect([how, asNobody(`ls ${data}`) === 0]).toEqual([how, false])
        service.child.kill('SIGTERM')
        await service.ended
      }
      expect((await stat(join(data, 'store'))).mode & 0o777).toBe(0o700)
    },
  )

  it.skipIf(process.platform === 'win32')(
    'writes files that no other user may change, whatever the umask',
    async () => {
      const before = process.umask(0)
      const service = serve()
      process.umask(before)
      await service.url
      for (const [name, mode] of [
        ['service.pid', 0o600],
        ['store', 0o700],
        ['store/base', 0o700],
      ] as const) {
        expect([name, (await stat(join(data, name))).mode & 0o777]).toEqual([name, mode])
      }
      service.child.kill('SIGTERM')
      await service.ended
    },
  )

  it('names the invalid field of a policy', async () => {
    const policy = join(data, 'policy.json')
    await writeFile(policy, JSON.stringify({ tokenLifeMs: -1 }))
    const { status, stderr } = await serve('--policy', policy).ended
    expect([status, stderr.startsWith('The policy is invalid at “tokenLifeMs”: ')]).toEqual([2, true])
  })

  it('rejects --seed on a folder with data with 2, and a second service on it with 1', async () => {
    const first = serve('--seed', 'demo')
    await first.url
    const second = await serve().ended
    expect([second.status, second.stderr]).toEqual([
      1,
      `Another service is using the folder ${data}. Stop it, or choose another folder with --data.\n`,
    ])
    first.child.kill('SIGTERM')
    await first.ended
    const seeded = await serve('--seed', 'demo').ended
    expect([seeded.status, seeded.stderr.includes('already contains data')]).toEqual([2, true])
  })

  it('creates hashes for a credentials file that replaces the training ones, and reads a policy file', async () => {
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
