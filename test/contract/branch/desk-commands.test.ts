import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { branchFileSchema, noBranch } from '../../../src-main/branch/branch-file'
import { createBranchService } from '../../../src-main/branch/branch-service'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { removeComputer } from '../../../src-main/branch/database/branch-admin'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import { joinFileText, wordsOfAccess } from '../../../src-main/branch/database/join-file'
import { noRememberedAdmin, rememberedAdminSchema } from '../../../src-main/branch/remembered-admin'
import { createBranchFiles } from '../../../src-main/branch/branch-files'
import { loanFactsSchema, noLoanFacts } from '../../../src-main/changes/loans/loan-facts'
import { lockNamesSchema, noLockNames } from '../../../src-main/directory/lock-names'
import { runBranchRequest } from '../../../src-main/command-line/branch/branch-requests'
import type { BranchRequest } from '../../../src-main/command-line/branch/branch-protocol'
import type { CommandServices } from '../../../src-main/command-line/command-services'
import { printLine } from '../../../src-main/command-line/print-line'
import { outputLine } from '../../../src-main/command-line/protocol'
import type { OutputLine } from '../../../src-main/command-line/protocol'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import { createSigningKeys } from '../../../src-main/work-orders/signing-key'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { memoryVault, newBranch, newDesk } from './support'

describe.skipIf(!isOnPostgres)('the commands of a desk', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let folder: string
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'desk_commands')
    folder = mkdtempSync(join(tmpdir(), 'lock-desk-desk-'))
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
    rmSync(folder, { recursive: true, force: true })
    await cluster.remove()
  })

  const newComputer = async (vaultState = 'keyring') => {
    const own = mkdtempSync(join(folder, 'computer-'))
    const vault = memoryVault(vaultState) as never
    const keys = createSigningKeys(vault)
    const { file } = await openJsonFile(join(own, 'branch.json'), branchFileSchema, noBranch)
    const { file: branchAdmin } = await openJsonFile(
      join(own, 'branch-admin.json'),
      rememberedAdminSchema,
      noRememberedAdmin,
    )
    const [{ file: loans }, { file: lockNames }] = await Promise.all([
      openJsonFile(join(own, 'loans.json'), loanFactsSchema, noLoanFacts),
      openJsonFile(join(own, 'lock-names.json'), lockNamesSchema, noLockNames),
    ])
    const facts = createBranchFiles({
      folder: join(own, 'branch'),
      joined: () => file.read().joined?.access.computer.id ?? null,
      keys,
      files: { loans, lockNames },
      platforms: () => [],
      now: Date.now,
      onError: () => undefined,
    })
    const branch = createBranchService({
      file,
      files: facts,
      vault,
      keys,
      now: Date.now,
      log: { warn: () => undefined },
      connect: connectToBranch,
    })
    stops.push(async () => {
      await branch.stop()
      await facts.stop()
    })
    const run = async (request: BranchRequest) => {
      const lines: OutputLine[] = []
      const status = await runBranchRequest(request, {
        app: { branch, vault, files: { branchAdmin } } as unknown as CommandServices['app'],
        running: {
          emit: (line) => void lines.push(outputLine.parse(line)),
          signal: new AbortController().signal,
        },
      })
      const texts = (['en', 'zh'] as const).map((language) =>
        lines.map((line) => printLine(line, language, new Map())?.text ?? '').join('\n'),
      )
      return { status, lines, texts }
    }
    return { own, branch, run, facts }
  }
  const fileAt = (name: string, content: string): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }

  it('join, say how things are, and leave', async () => {
    const { run } = await newComputer()
    const none = await run({ name: 'branch status' })
    expect([none.status, none.texts]).toEqual([0, ['In no branch', '不在任何网点中']])
    const access = await newDesk(admin, '柜台 1')
    const file = fileAt('counter.lockbranch', joinFileText(access))
    const joined = await run({ name: 'branch join', file })
    expect(joined.status).toBe(0)
    expect(joined.lines).toMatchObject([
      { type: 'join-file', computer: '柜台 1', words: wordsOfAccess(access, 'en') },
      { type: 'branch-status', joined: true, connected: true, notShared: 0, problem: null },
    ])
    expect(joined.texts[0]).toContain('柜台 1  Connected  Everything is shared')
    expect(joined.texts[1]).toContain('柜台 1  已连接  全部已共享')
    expect(JSON.stringify([joined.lines, joined.texts])).not.toContain(access.password)
    expect(await run({ name: 'branch join', file })).toMatchObject({
      status: 1,
      lines: [{ code: 'already-joined' }],
    })
    expect(await run({ name: 'branch status' })).toMatchObject({ status: 0, lines: [{ connected: true }] })
    const listed = await run({ name: 'branch computers', database: null, ca: null })
    expect(listed).toMatchObject({
      status: 0,
      lines: [{ type: 'computer', name: '柜台 1', state: 'joined' }],
    })
    const left = await run({ name: 'branch leave' })
    expect(left).toMatchObject({ status: 0, lines: [{ type: 'branch-status', joined: false }] })
    expect(await run({ name: 'branch leave' })).toMatchObject({ status: 1, lines: [{ code: 'not-joined' }] })
    expect(await run({ name: 'branch computers', database: null, ca: null })).toMatchObject({
      status: 3,
      lines: [{ code: 'database-needed' }],
    })
  })

  it('name why a computer cannot join, in both languages', async () => {
    const { run } = await newComputer()
    const access = await newDesk(admin, 'Refused')
    const text = joinFileText(access)
    for (const [name, content, code, status] of [
      ['picture.png', '\u0000', 'not-a-join-file', 1],
      ['cut.lockbranch', text.slice(0, 200), 'join-file-damaged', 1],
      ['later.lockbranch', text.replace('"version": 1', '"version": 2'), 'join-file-newer', 1],
      ['large.lockbranch', ' '.repeat(100_000), 'join-file-too-large', 1],
      ['moved.lockbranch', text.replace('desk_commands', 'elsewhere'), 'join-file-damaged', 1],
    ] as const) {
      const refused = await run({ name: 'branch join', file: fileAt(name, content) })
      expect(refused).toMatchObject({ status, lines: [{ type: 'error', code }] })
      for (const shown of refused.texts) {
        expect(shown).not.toContain(code)
        expect(shown).not.toContain(access.password)
      }
    }
    expect(await run({ name: 'branch join', file: join(folder, 'none') })).toMatchObject({
      status: 1,
      lines: [{ code: 'join-file-unreadable' }],
    })
    const locked = await newComputer('passphrase-locked')
    expect(await locked.run({ name: 'branch join', file: fileAt('sound.lockbranch', text) })).toMatchObject({
      status: 3,
      lines: [{ code: 'password-not-storable' }],
    })
  })

  it('say that the database is away, and that the computer was removed', async () => {
    const { run, facts } = await newComputer()
    const access = await newDesk(admin, 'Away')
    await run({ name: 'branch join', file: fileAt('away.lockbranch', joinFileText(access)) })
    await cluster.stop('immediate')
    const lock = { enterpriseGlobalId: 'E1', assetNum: 'LD1' }
    await facts.of('https://platform.example').append([{ kind: 'lock.name', body: { ...lock, name: 'A' } }])
    const away = await run({ name: 'branch status' })
    expect(away).toMatchObject({
      status: 1,
      lines: [{ connected: false, notShared: 1, problem: 'database-unreachable' }],
    })
    expect(away.texts[0]).toContain('Not connected  1 not shared yet')
    expect(away.texts[0]).toContain('Couldn’t reach the database of the branch.')
    await cluster.start()
    await expect.poll(async () => (await run({ name: 'branch status' })).status, { timeout: 40_000 }).toBe(0)
    await removeComputer(admin, 'Away')
    await expect
      .poll(async () => (await run({ name: 'branch status' })).lines)
      .toMatchObject([{ connected: false, problem: 'access-refused' }])
  })
})
