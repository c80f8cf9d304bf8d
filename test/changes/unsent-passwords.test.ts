import { cpSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobRequest } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import type { UnsentSecrets } from '../../src-main/changes/jobs/unsent-secrets'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { openJobSecrets, unsentKeyName } from '../../src-main/vault/job-secrets'
import type { SecretStore } from '../../src-main/vault/secret-store'
import { createVault } from '../../src-main/vault/vault'
import { emptyVault, vaultSchema } from '../../src-main/vault/vault-content'
import type { Vault } from '../../src-main/vault/vault'
import { failureOf, startEngine } from './support/engine'
import type { Engine } from './support/engine'
import { cheapPassphrase } from '../support/cheap-passphrase'

const canary = 'Canary-pass'
const faults: unknown[] = []

/** A keychain of this test alone. */
const keyring = (available = true): SecretStore => {
  const turned = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a))
  return {
    available: () => Promise.resolve(available),
    backend: () => (available ? 'test_keyring' : 'basic_text'),
    encrypt: (text) => Promise.resolve(turned(Buffer.from(text))),
    decrypt: (encrypted) => Promise.resolve(turned(encrypted).toString()),
  }
}

interface Life {
  readonly place: string
  readonly vault: Vault
  readonly secrets: UnsentSecrets
  readonly engine: Engine
}
const lives: Life[] = []
/** Files written by a later version. */
const later: string[] = []
/** Ends the requests without a response. */
const hanging: (() => void)[] = []

/**
 * Starts a process with vault, kept passwords and change service over the files in `place`, or over copied
 * files.
 */
const begin = async (store: SecretStore, from?: Life): Promise<Life> => {
  const rowIndex = await mkdtemp(join(tmpdir(), 'unsent-'))
  if (from !== undefined) cpSync(from.place, rowIndex, { recursive: true })
  const { file } = await openJsonFile(join(rowIndex, 'vault.json'), vaultSchema, emptyVault)
  const vault = await createVault(store, file, cheapPassphrase)
  const secrets = await openJobSecrets({
    folder: join(rowIndex, 'unsent'),
    vault,
    isVaultReadOnly: file.isReadOnly === true,
    onError: (error) => faults.push(error),
    onLaterVersion: (name, version) => later.push(`${name} ${version}`),
  })
  const engine = await startEngine({
    unsent: secrets,
    ...(from === undefined ? {} : { from: from.engine.folder }),
  })
  engine.does.chunkSize = 2
  const life = { place: rowIndex, vault, secrets, engine }
  lives.push(life)
  return life
}

const filesOf = (rowIndex: string): string[] =>
  readdirSync(rowIndex, { recursive: true, encoding: 'utf8' })
    .map((name) => join(rowIndex, name))
    .filter((path) => statSync(path).isFile())
/** Whether any file holds a password in clear text. */
const isInClear = ({ place: rowIndex, engine }: Life): boolean =>
  [rowIndex, engine.folder].flatMap(filesOf).some((path) => readFileSync(path).includes(canary))
const sealedFiles = ({ place: rowIndex }: Life): string[] =>
  filesOf(rowIndex).filter((path) => path.endsWith('.sealed'))

const adding = (count: number): JobRequest => ({
  action: 'add-employee',
  operatorIdentity: 'Li Wei',
  retryOf: null,
  rows: Array.from({ length: count }, (_one, index) => ({
    enterpriseGlobalId: 'E1',
    userName: `user${index}`,
    password: `${canary}-${index}`,
    departmentId: null,
    name: `Name ${index}`,
    remark: '',
    passwordMobile: '',
  })),
})
interface Adding {
  body: { userList: { userName: string; password: string }[] }
}
/** Records the requests; the platform accepts them, and from the nth on never responds. */
const listen = ({ engine }: Life, silentFrom = Infinity) => {
  const sent: string[] = []
  let calls = 0
  engine.does.seen = (_id, request) => {
    const { userList } = (request as Adding).body
    sent.push(...userList.map(({ userName, password }) => `${userName} ${password}`))
    calls += 1
    const succeeded = userList.map(({ userName }) => ({ userName: `${userName}@n`, globalId: userName }))
    engine.does.answerAny = () =>
      calls >= silentFrom
        ? new Promise((done) => hanging.push(() => done(fail(failureOf({ code: 'timeout' })))))
        : succeed({ succeeded, failed: [] })
  }
  engine.does.answerAny = () => succeed({})
  return sent
}
const start = async ({ engine }: Life, count: number): Promise<string> => {
  const started = await engine.changeService.startJob(adding(count))
  if (!started.ok) throw new Error(started.error.code)
  return started.value.jobId
}
const wordsOf = ({ engine }: Life, jobId: string) =>
  engine.changeService.readJob(jobId)?.rows.map(({ state, reason }) => reason?.kind ?? state)

beforeEach(() => {
  faults.splice(0)
  later.splice(0)
})
afterEach(async () => {
  for (const end of hanging.splice(0)) end()
  for (const { engine, place: rowIndex } of lives.splice(0)) {
    await engine.stop()
    await rm(rowIndex, { recursive: true, force: true })
  }
  expect(faults).toEqual([])
})

describe('passwords of unsent rows', () => {
  it('survive a killed process, encrypted with the keychain, and are sent after a manual resume', async () => {
    const killed = await begin(keyring())
    const first = listen(killed, 2)
    const jobId = await start(killed, 6)
    await vi.waitFor(() => expect(first).toHaveLength(4))
    await vi.waitFor(async () =>
      expect((await killed.secrets.read(jobId)) as ReadonlyMap<number, string>).toHaveLength(4),
    )
    expect(isInClear(killed)).toBe(false)

    const next = await begin(keyring(), killed)
    const second = listen(next)
    expect(next.engine.job(jobId)).toMatchObject({ state: 'paused', pause: { kind: 'interrupted' } })
    expect(next.engine.job(jobId).pause).not.toHaveProperty('passwordsGone')
    next.engine.changeService.jobs.resume(jobId)
    await next.engine.until(jobId, 'ended')
    expect(second).toEqual([`user4 ${canary}-4`, `user5 ${canary}-5`])
    expect(wordsOf(next, jobId)).toEqual(['done', 'done', 'interrupted', 'interrupted', 'done', 'done'])
    await next.engine.changeService.stop()
    expect([sealedFiles(next), next.secrets.jobs(), next.vault.has(unsentKeyName(jobId))]).toEqual([
      [],
      [],
      false,
    ])
    expect(isInClear(next)).toBe(false)
  })

  it('are overwritten row by row as they are sent', async () => {
    const life = await begin(keyring())
    const sent = listen(life, 2)
    const jobId = await start(life, 6)
    await vi.waitFor(() => expect(sent).toHaveLength(4))
    await vi.waitFor(async () =>
      expect([...((await life.secrets.read(jobId)) as ReadonlyMap<number, string>).keys()]).toEqual([
        2, 3, 4, 5,
      ]),
    )
    const [file = ''] = sealedFiles(life)
    // The first two are gone even for a reader with the key.
    expect(
      readFileSync(file)
        .subarray(12, 12 + 92)
        .every((byte) => byte === 0),
    ).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('are erased when the job is canceled', async () => {
    const life = await begin(keyring())
    listen(life)
    const away = failureOf({ code: 'unreachable' })
    life.engine.does.refuse = () => away
    life.engine.does.probe = () => Promise.resolve(away)
    const jobId = await start(life, 4)
    await life.engine.until(jobId, 'paused', 'platform')
    expect(sealedFiles(life)).toHaveLength(1)
    await life.engine.changeService.jobs.cancel(jobId)
    await life.engine.until(jobId, 'ended')
    await vi.waitFor(() => expect(sealedFiles(life)).toEqual([]))
    expect(life.vault.has(unsentKeyName(jobId))).toBe(false)
  })

  it('wait with their job where the vault cannot be opened', async () => {
    const killed = await begin(keyring())
    await killed.vault.setPassphrase('correct horse')
    const first = listen(killed, 1)
    const jobId = await start(killed, 4)
    await vi.waitFor(() => expect(first).toHaveLength(2))

    const next = await begin(keyring(), killed)
    const second = listen(next)
    next.engine.changeService.jobs.resume(jobId)
    await next.engine.until(jobId, 'paused', 'passwords-locked')
    expect(second).toEqual([])
    expect(wordsOf(next, jobId)?.slice(2)).toEqual(['intent', 'intent'])
    expect(await next.vault.unlock('correct horse')).toBe(true)
    next.engine.changeService.jobs.resume(jobId)
    await next.engine.until(jobId, 'ended')
    expect(second).toEqual([`user2 ${canary}-2`, `user3 ${canary}-3`])
  })

  it.each([
    ['their file', 'sealed'],
    ['the vault', 'vault'],
  ] as const)('wait with their job where a later version wrote %s', async (_what, which) => {
    const killed = await begin(keyring())
    const first = listen(killed, 1)
    const jobId = await start(killed, 4)
    await vi.waitFor(() => expect(first).toHaveLength(2))
    const [sealed = ''] = sealedFiles(killed)
    const before = readFileSync(sealed)
    if (which === 'sealed') before.write('LDU2', 0, 'latin1')
    writeFileSync(sealed, before)
    if (which === 'vault') {
      writeFileSync(join(killed.place, 'vault.json'), JSON.stringify({ version: 9, secrets: 'elsewhere' }))
    }

    const next = await begin(keyring(), killed)
    const second = listen(next)
    expect(later).toEqual(which === 'sealed' ? [`${jobId}.sealed 2`] : [])
    expect(next.engine.job(jobId).pause).toEqual({ kind: 'interrupted' })
    next.engine.changeService.jobs.resume(jobId)
    await next.engine.until(jobId, 'paused', 'passwords-locked')
    expect([second, wordsOf(next, jobId)?.slice(2)]).toEqual([[], ['intent', 'intent']])
    if (which === 'sealed') {
      await next.engine.changeService.jobs.cancel(jobId)
      await next.engine.until(jobId, 'ended')
      await next.engine.changeService.stop()
    }
    // Our own file loses the rows that were sent.
    const isUntouched = (path: string) => which === 'vault' || readFileSync(path).equals(before)
    expect(sealedFiles(next).map(isUntouched)).toEqual([true])
  })

  it('stay in memory where no keychain exists; the next process reports it and asks again', async () => {
    const killed = await begin(keyring(false))
    const first = listen(killed, 1)
    const jobId = await start(killed, 4)
    await vi.waitFor(() => expect(first).toHaveLength(2))
    expect([sealedFiles(killed), isInClear(killed)]).toEqual([[], false])

    const next = await begin(keyring(false), killed)
    const second = listen(next)
    expect(next.engine.job(jobId).pause).toEqual({ kind: 'interrupted', passwordsGone: true })
    next.engine.changeService.jobs.resume(jobId)
    await next.engine.until(jobId, 'ended')
    expect(second).toEqual([])
    expect(wordsOf(next, jobId)?.slice(2)).toEqual(['password-gone', 'password-gone'])
  })

  it('survive a switch of the platform within one process, even in memory', async () => {
    const life = await begin(keyring(false))
    const away = failureOf({ code: 'unreachable' })
    life.engine.does.refuse = () => away
    life.engine.does.probe = () => Promise.resolve(away)
    const jobId = await start(life, 4)
    await life.engine.until(jobId, 'paused', 'platform')
    await life.engine.changeService.stop()
    life.engine.does.refuse = () => null
    const sent = listen(life)
    const back = life.engine.another()
    back.jobs.resume(jobId)
    await vi.waitFor(() => expect(sent).toHaveLength(4))
    await vi.waitFor(() => expect(back.jobs.list(1)[0]?.state).toBe('ended'))
  })

  it('are erased at the next start where the rows were sent or the job is over', async () => {
    const killed = await begin(keyring())
    const first = listen(killed, 1)
    const jobId = await start(killed, 4)
    await vi.waitFor(() => expect(first).toHaveLength(2))
    await killed.secrets.keep('a-job-of-nobody', new Map([[0, canary]]))
    const next = await begin(keyring(), killed)
    await vi.waitFor(async () =>
      expect([...((await next.secrets.read(jobId)) as ReadonlyMap<number, string>).keys()]).toEqual([2, 3]),
    )
    await vi.waitFor(() => expect(next.secrets.jobs()).toEqual([jobId]))
  })
})

describe('a kept password', () => {
  it('belongs to one row and job, and a damaged one is rejected', async () => {
    const life = await begin(keyring())
    await life.secrets.keep(
      'one',
      new Map([
        [0, 'first'],
        [1, 'second'],
      ]),
    )
    await life.secrets.keep('two', new Map([[0, 'third']]))
    const path = (jobId: string) => join(life.place, 'unsent', `${jobId}.sealed`)
    const bytes = readFileSync(path('one'))
    const swapped = Buffer.from(bytes)
    swapped.writeUInt32BE(1, 4)
    writeFileSync(path('one'), swapped)
    expect(await life.secrets.read('one')).toEqual(new Map([[1, 'second']]))
    const flipped = Buffer.from(bytes)
    flipped[40]! ^= 1
    writeFileSync(path('one'), flipped)
    expect(await life.secrets.read('one')).toEqual(new Map([[1, 'second']]))
    for (const length of [0, 3, 10, 50, bytes.length - 1]) {
      writeFileSync(path('one'), bytes.subarray(0, length))
      const read = (await life.secrets.read('one')) as ReadonlyMap<number, string>
      expect([...read.values()].every((one) => one === 'first')).toBe(true)
    }
    writeFileSync(path('two'), bytes)
    expect(await life.secrets.read('two')).toEqual(new Map())
  })

  it('reveals its length only roughly, and stores any text', async () => {
    const life = await begin(keyring())
    const texts = ['a', '密码'.repeat(40), 'x'.repeat(60), 'x'.repeat(61)]
    await life.secrets.keep('job', new Map(texts.map((text, rowIndex) => [rowIndex, text])))
    expect([...((await life.secrets.read('job')) as ReadonlyMap<number, string>).values()]).toEqual(texts)
    await life.secrets.keep('short', new Map([[0, 'a']]))
    await life.secrets.keep('longer', new Map([[0, 'x'.repeat(60)]]))
    const size = (jobId: string) => statSync(join(life.place, 'unsent', `${jobId}.sealed`)).size
    expect(size('short')).toBe(size('longer'))
  })
})
