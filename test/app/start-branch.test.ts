import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { startBranch } from '../../src-main/app/start-branch'
import { branchFileSchema, noBranch } from '../../src-main/branch/branch-file'
import { createOwnEventsFile } from '../../src-main/branch/own-events'
import { loanFactsSchema, noLoanFacts } from '../../src-main/changes/loans/loan-facts'
import { lockNamesSchema, noLockNames } from '../../src-main/directory/lock-names'
import { createDeferred } from '../../src-main/util/async'
import { createDisposableStore } from '../../src-main/util/disposable-store'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { secretNameOf } from '../../src-main/vault/secret-name'
import { createSigningKeys } from '../../src-main/work-orders/signing-key'
import { temporaryFolder } from '../support/temporary-folder'

/** What was loaded of the database's driver, and how often this computer has connected. */
const { loaded, connect } = vi.hoisted(() => ({
  loaded: [] as string[],
  connect: vi.fn(() => Promise.reject(new Error('there is no database'))),
}))
vi.mock('electron', () => ({ powerMonitor: { on: () => undefined } }))
vi.mock('pg', () => {
  loaded.push('pg')
  return { Client: Object, TypeOverrides: Object }
})
vi.mock('kysely', () => {
  loaded.push('kysely')
  return {}
})
vi.mock('../../src-main/branch/database/branch-connection', () => {
  loaded.push('branch-connection')
  return { connectToBranch: connect }
})

const computer = '5b1c2f6e-3c7d-4e55-9d0a-6a1f5d0c9e21'
const address = 'https://platform.example'

it('loads no driver and opens no connection before the first paint, also where the page asks for what is shared', async () => {
  const folder = await temporaryFolder()
  const disposables = createDisposableStore(1_000)
  try {
    const secrets = new Map([[secretNameOf('branch', computer), 'secret']])
    const vault = {
      status: () => ({ state: 'keyring' }),
      has: (name: string) => secrets.has(name),
      read: (name: string) => Promise.resolve(secrets.get(name) ?? null),
      write: (name: string, secret: string) => Promise.resolve(void secrets.set(name, secret)),
      onChange: () => () => undefined,
    }
    const signingKeys = createSigningKeys(vault as never)
    const key = await signingKeys.open()
    if (!key.ok) throw new Error(key.error.message)
    const { file: branch } = await openJsonFile(`${folder.path}/branch.json`, branchFileSchema, noBranch)
    const { file: loans } = await openJsonFile(`${folder.path}/loans.json`, loanFactsSchema, noLoanFacts)
    const names = await openJsonFile(`${folder.path}/lock-names.json`, lockNamesSchema, noLockNames)
    await branch.update(() => ({
      version: 1,
      joined: {
        access: {
          branch: '0b7a2f6e-3c7d-4e55-9d0a-6a1f5d0c9e21',
          computer: { id: computer, name: 'Counter 1' },
          database: { host: 'db.example', port: 5432, name: 'lock_desk', role: 'lock_desk_1' },
          ca: null,
        },
        at: 1,
      },
    }))
    await mkdir(`${folder.path}/branch`)
    await createOwnEventsFile(`${folder.path}/branch/own-events.log`, computer, key.value.publicKey)

    const painted = createDeferred<undefined>()
    const started = startBranch(
      {
        disposables,
        files: { branch, loans, lockNames: names.file },
        folder: folder.path,
        hasWindow: true,
        log: { warn: () => undefined },
        policy: { state: { policy: {} } },
        vault,
        window: { firstPaint: painted.promise, emit: () => undefined },
        savedPlatforms: { all: () => [{ platformId: 'P1', baseUrl: address }] },
        options: {},
      } as never,
      {
        journal: {
          ...{ job: () => null, jobs: () => [], files: () => [] },
          ...{ head: () => ({ n: 0, hash: '' }), onWrite: () => () => undefined },
        },
      } as never,
      { signingKeys, usedOrders: { list: () => Promise.resolve({ ok: true, value: [] }) } as never },
    )
    // As the page does it for its first picture.
    const shared = started.branchOf({ training: false, address })
    await shared.ready()
    expect(shared.current()).toMatchObject({ computer })
    await pause(50)
    expect([loaded, connect.mock.calls]).toEqual([[], []])

    painted.resolve(undefined)
    await expect.poll(() => connect.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(loaded).toEqual(['branch-connection'])
  } finally {
    await disposables.stop()
    await folder.remove()
  }
})
