import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noBranch } from '../../../src-main/branch/branch-file'
import { createBranchService } from '../../../src-main/branch/branch-service'
import type { BranchService } from '../../../src-main/branch/branch-service'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import { removeComputer } from '../../../src-main/branch/database/branch-admin'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { joinFileText } from '../../../src-main/branch/database/join-file'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import type { JsonFile } from '../../../src-main/util/files/json-file'
import { createSigningKeys } from '../../../src-main/work-orders/signing-key'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { createOwnLog, createReceived } from './engine-support'
import { memoryVault, newBranch, newDesk } from './support'

const memoryFile = <Value>(initial: Value): JsonFile<Value> & { fails: boolean } => {
  let value = initial
  const file = {
    fails: false,
    read: () => value,
    update: (change: (current: Value) => Value) => {
      if (file.fails) return Promise.reject(new Error('disk full'))
      value = change(value)
      return Promise.resolve()
    },
  }
  return file
}

describe.skipIf(!isOnPostgres)('a computer', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let services: BranchService[] = []
  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'joining')
  })
  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()))
    services = []
  })
  afterAll(() => cluster.remove())

  const newComputer = (vaultState = 'keyring') => {
    const vault = memoryVault(vaultState)
    const file = memoryFile(noBranch)
    const logs = new Map<string, ReturnType<typeof createOwnLog>>()
    const service = createBranchService({
      file,
      vault: vault as never,
      keys: createSigningKeys(vault as never),
      now: Date.now,
      connect: connectToBranch,
      log: { warn: () => undefined },
      files: {
        create: (computer) => {
          const own = createOwnLog(computer)
          own.append({ note: 'known before' })
          logs.set(computer, own)
          return Promise.resolve()
        },
        open: (computer) =>
          Promise.resolve({
            own: { ...logs.get(computer)!, damagedAt: () => null },
            received: {
              ...createReceived(computer),
              apart: () => [],
              findings: () => [],
              names: () => new Map(),
            },
            earlier: null,
          }),
        close: () => Promise.resolve(),
      },
    })
    services.push(service)
    return { service, vault, file }
  }
  const bytesOf = (file: JoinFile) => Buffer.from(joinFileText(file), 'utf8')

  it('joins, shares what it knows, is listed, and leaves', async () => {
    const { service, vault } = newComputer()
    const file = await newDesk(admin, 'Counter 1')
    expect(service.view()).toBeNull()
    expect(await service.leave()).toMatchObject({ error: { code: 'not-joined' } })
    await service.start()
    const { password, ...access } = file
    expect(await service.join(bytesOf(file))).toEqual({ ok: true, value: access })
    await expect
      .poll(() => service.view()?.state)
      .toMatchObject({ connected: true, notShared: 0, problem: null })
    expect(await service.computers()).toMatchObject({
      value: [{ name: 'Counter 1', key: expect.stringMatching(/^[\w-]{43}$/) as string }],
    })
    expect(await service.claim('order', 'a'.repeat(64))).toMatchObject({
      value: { computer: file.computer.id },
    })
    expect([...vault.secrets.values()]).toContain(password)
    expect(await service.join(bytesOf(file))).toMatchObject({ error: { code: 'already-joined' } })
    expect(await service.leave()).toMatchObject({ ok: true })
    expect([...vault.secrets.values()]).not.toContain(password)
    expect([service.view(), await service.computers()]).toMatchObject([
      null,
      { error: { code: 'not-joined' } },
    ])
    expect(await service.join(bytesOf(file))).toMatchObject({ error: { code: 'join-file-used' } })
    const again = await newDesk(admin, 'Counter 1 again')
    expect(await service.join(bytesOf(again))).toMatchObject({ ok: true })
    await expect.poll(() => service.view()?.state.connected).toBe(true)
  })

  it('says in its log and its messages nothing of the password', async () => {
    const { service } = newComputer()
    const file = await newDesk(admin, 'Silent')
    const wrong = { ...file, database: { ...file.database, name: 'missing' } }
    const failures = [await service.join(bytesOf(wrong)), await service.join(Buffer.from(file.password))]
    expect(failures).toMatchObject([
      { error: { code: 'database-missing' } },
      { error: { code: 'not-a-join-file' } },
    ])
    expect(JSON.stringify(failures)).not.toContain(file.password)
  })

  it.each(['memory', 'keyring-locked', 'passphrase-locked'])(
    'joins with no vault that is %s',
    async (state) => {
      const { service, vault } = newComputer(state)
      const file = await newDesk(admin, `With ${state}`)
      expect(await service.join(bytesOf(file))).toMatchObject({ error: { code: 'password-not-storable' } })
      expect(vault.secrets.size).toBe(0)
    },
  )

  it('joins with the file of one other computer never, and with its own after a failure', async () => {
    const [first, second] = [newComputer(), newComputer()]
    const file = await newDesk(admin, 'Once')
    first.file.fails = true
    expect(await first.service.join(bytesOf(file))).toMatchObject({ error: { code: 'branch-not-saved' } })
    expect(first.service.view()).toBeNull()
    expect(await second.service.join(bytesOf(file))).toMatchObject({ error: { code: 'other-key' } })
    first.file.fails = false
    expect(await first.service.join(bytesOf(file))).toMatchObject({ ok: true })
  })

  it('names that it was removed, and that its password cannot be read', async () => {
    const { service, vault } = newComputer()
    const file = await newDesk(admin, 'Removed')
    await service.start()
    await service.join(bytesOf(file))
    await expect.poll(() => service.view()?.state.connected).toBe(true)
    await removeComputer(admin, 'Removed')
    await expect.poll(() => service.view()?.state.problem).toBe('access-refused')
    vault.secrets.clear()
    service.retry()
    await expect.poll(() => service.view()?.state.problem).toBe('password-not-readable')
    expect(await service.leave()).toMatchObject({ ok: true })
  })
})
