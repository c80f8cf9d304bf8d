import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { joinFileText } from '../../../src-main/branch/database/join-file'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { temporaryFolder } from '../../support/temporary-folder'
import { openBranchDesk } from './branch-desk'
import { memoryVault, newBranch, newDesk } from './support'

describe.skipIf(!isOnPostgres)('a computer whose policy names its join file', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'preset')
  })
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
    await folder.remove()
  })
  afterAll(() => cluster.remove())

  const at = (name: string): string => join(folder.path, name)
  const startDesk = async (path: string) => {
    let state = 'keyring'
    const vault = { ...memoryVault(state), status: () => ({ state }) }
    const { branch, stop } = await openBranchDesk(folder.path, {
      vault,
      preset: { path, read: () => readFile(path) },
    })
    stops.push(stop)
    return { branch, setVault: (next: string) => (state = next) }
  }

  it('joins at the start, and neither leaves nor joins with another file', async () => {
    const [file, other] = [await newDesk(admin, 'Counter 1'), await newDesk(admin, 'Own choice')]
    writeFileSync(at('counter.lockbranch'), joinFileText(file))
    const { branch } = await startDesk(at('counter.lockbranch'))
    expect(await branch.join(Buffer.from(joinFileText(other), 'utf8'))).toMatchObject({
      error: { code: 'branch-managed' },
    })
    expect(branch.view()).toBeNull()
    await branch.start()
    expect(branch.view()?.access.computer.name).toBe('Counter 1')
    expect(branch.preset()).toEqual({ path: at('counter.lockbranch'), problem: null })
    expect(await branch.leave()).toMatchObject({ error: { code: 'branch-managed' } })
    await expect.poll(() => branch.view()?.state.connected).toBe(true)
  })

  it('says why it has not joined, and tries again', async () => {
    const path = at('later.lockbranch')
    const { branch, setVault } = await startDesk(path)
    await branch.start()
    expect(branch.preset()?.problem?.code).toBe('join-file-unreadable')
    writeFileSync(path, joinFileText(await newDesk(admin, 'Counter 2')))
    setVault('passphrase-locked')
    branch.retry()
    await expect.poll(() => branch.preset()?.problem?.code).toBe('password-not-storable')
    setVault('passphrase')
    branch.retry()
    await expect.poll(() => branch.view()?.access.computer.name).toBe('Counter 2')
    await expect.poll(() => branch.preset()?.problem).toBeNull()
  })
})
