import { mkdir, writeFile } from 'node:fs/promises'
import type * as Os from 'node:os'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { bundleExclusions } from '#shared/model/app/support-bundle'
import type { Diagnosis } from '#shared/model/app/diagnosis'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { prepareBundle } from '../../src-main/diagnose/bundle/bundle'
import { knownValues } from '../../src-main/diagnose/bundle/known-values'
import { createFinding as finding } from '../../src-main/diagnose/check'
import { secretName, signInIdentity } from '../../src-main/saved-platforms/platform-secrets'
import { createSavedPlatforms } from '../../src-main/saved-platforms/saved-platforms'
import { savedPlatformsSchema, noSavedPlatforms } from '../../src-main/saved-platforms/saved-platforms-file'
import { createNullJournal } from '../../src-main/journal/null-journal'
import { openJsonFile } from '../../src-main/util/files/json-file'
import type { EmployeeDirectory } from '../../src-main/directory/employee-directory'
import { refreshTokenName } from '../../src-main/vault/refresh-token'
import { createVault } from '../../src-main/vault/vault'
import { emptyVault, vaultSchema } from '../../src-main/vault/vault-content'
import { temporaryFolder } from '../support/temporary-folder'
import { sourcesOf, settings } from './support/sources'
import { found, unzip } from './support/unzip'

// Secrets planted wherever they might get into a bundle; none may be found in it.
const secret = {
  order: 'canary-order-secret',
  member: 'canary member & secret',
  orderKey: 'canary-order-key',
  refresh: 'cAn4ry-R3fresh-t0ken-9f86d081',
  token: 'eyJhbGciOiJIUzI1NiJ9.cAn4ryAccessT0ken77.Zk2Lq81xWvB0RtYcU7Aq',
  password: 'canary-Password-1',
  user: 'canary.signin',
  operator: 'Canary Operator',
  employee: 'Canary Employee',
  chinese: '金丝雀员工',
  account: 'canary_account',
  mobile: '13800138000',
  mail: 'canary.employee@mail.example',
  enterprise: 'Canary Bridge Engineering',
  enterpriseId: '1234567890123456789',
  channel: 'CANARY-CHANNEL',
  shell: '8000000017',
  serial: 'CANARYSERIAL99',
  home: 'canaryhome',
  label: 'Canary Label',
} as const
const secrets = Object.values(secret)
/** A secret only in its place: after a host, in a dump's name. */
const crashedAt = '2026-11-22T00:00:00.000Z'
const path = 'canary-path'
/** The name of a signature's file, and what was drawn. */
const signed = ['b7e15162-8aed-4a6a-bf71-58809cf4f3c7', 'M314 159L265 358']

vi.mock('node:os', async (original) => {
  const os = await original<typeof Os>()
  return {
    ...os,
    homedir: () => '/home/canaryhome',
    userInfo: () => ({ ...os.userInfo(), username: 'canaryhome' }),
    hostname: () => 'canary-machine',
  }
})

const { path: folder, remove } = await temporaryFolder()
afterAll(remove)

/** Each secret, bare and in its usual context. */
const logLines = (): string[] => {
  const line = (text: string) => `[2026-11-21 14:30:01.123] [error] ${text}`
  const variants = secrets.flatMap((one) => [
    `it failed for ${one} at https://platform.example/${path}.`,
    `GET https://${secret.user}:x@platform.example/me/${one}?token=${encodeURIComponent(one)} failed`,
    `${Buffer.from(one).toString('base64')} and ${Buffer.from(one).toString('hex')}`,
    `Basic ${Buffer.from(`key:${one}:more`).toString('base64')}`,
    `broken {"code":"EIO","person":${JSON.stringify(one)},"message":${JSON.stringify(`open /home/${secret.home}/${one}`)}}`,
  ])
  return [...variants.map(line), ...secrets, line(`ENOENT, open '/home/${secret.home}/.config/Lock Desk/x'`)]
}

const diagnosis: Diagnosis = {
  state: 'done',
  startedAt: 1,
  endedAt: 2,
  lines: [
    { id: 'sign-in', finding: finding('ok', 'signed-in', { user: secret.user, until: 3 }) },
    {
      id: 'requests',
      finding: finding('problem', 'module-rejected', {
        module: 'order',
        code: '60028',
        detail: `held by ${secret.employee} ${secret.chinese} ${secret.mobile} ${secret.mail}`,
      }),
    },
    {
      id: 'token-order',
      finding: finding('ok', 'token-ok', { module: 'order', until: 1, scopes: [secret.token] }),
    },
    {
      id: 'permissions',
      finding: finding(
        'warning',
        'permissions-open',
        { files: 1, file: 'vault.json' },
        {
          kind: 'copy',
          what: 'command',
          text: `chmod 700 /home/${secret.home}`,
        },
      ),
    },
    {
      id: 'environment',
      finding: finding('ok', 'environment-open', { name: 'Head office', host: 'p.example' }),
    },
  ].map((line) => ({ ...line, state: 'done', checkedAt: 2, tookMs: 1 }) as Diagnosis['lines'][number]),
}

const make = async () => {
  const { file: vaultFile } = await openJsonFile(join(folder, 'vault.json'), vaultSchema, emptyVault)
  const vault = await createVault(
    {
      available: () => Promise.resolve(true),
      backend: () => 'test',
      encrypt: (text) => Promise.resolve(Buffer.from(text)),
      decrypt: (bytes) => Promise.resolve(bytes.toString()),
    },
    vaultFile,
  )
  const saved = {
    id: 'one',
    platformId: 'https://north.example',
    name: 'Head office',
    baseUrl: `https://platform.example/${path}`,
    userCentreUrl: `https://users.example/${path}`,
    orderAppKey: secret.orderKey,
    memberAppKey: 'member-key',
    userName: secret.user,
    colour: 0,
    verified: true,
  }
  const { file } = await openJsonFile(
    join(folder, 'environments.json'),
    savedPlatformsSchema,
    noSavedPlatforms,
  )
  const savedPlatforms = createSavedPlatforms({
    file,
    vault,
    isOpen: () => 'one',
    launched: null,
    known: () => [],
    isLookOnlyByPolicy: () => false,
  })
  await savedPlatforms.put(saved)
  await vault.write(secretName('one', 'order'), secret.order)
  await vault.write(secretName('one', 'member'), secret.member)
  await vault.write(refreshTokenName(signInIdentity(saved)), secret.refresh)
  const logFolder = join(folder, 'logs')
  const crashFolder = join(folder, 'crashes')
  await mkdir(logFolder, { recursive: true })
  await mkdir(crashFolder, { recursive: true })
  await mkdir(join(folder, 'journal', 'signatures'), { recursive: true })
  await writeFile(join(folder, 'journal', 'signatures', `${signed[0]}.svg`), `<path d="${signed[1]}"/>`)
  await writeFile(join(crashFolder, `${path}.dmp`), secrets.join('\n'))
  await writeFile(join(logFolder, 'main.log'), logLines().join('\n'))
  await writeFile(join(logFolder, 'main.old.log'), logLines().join('\r\n'))
  const own = {
    ...settings,
    operatorIdentity: secret.operator,
    operators: [secret.operator, secret.mobile],
    labels: { ...settings.labels, title: secret.label },
  }
  const credentials = {
    applications: { order: null, member: null },
    user: { name: secret.user, password: secret.password },
  }
  const employees = {
    names: () => new Map([['1', secret.employee]]),
    list: () => ({
      rows: [
        {
          name: secret.employee,
          userName: secret.account,
          passwordMobile: secret.mobile,
          departmentName: null,
        },
        { name: secret.chinese, userName: null, passwordMobile: null, departmentName: null },
      ],
    }),
  } as unknown as EmployeeDirectory
  const journalFolder = join(folder, 'journal')
  const signature = { id: signed[0] ?? '', sha256: '', line: 'customer', jobs: [], loan: null }
  const sources = sourcesOf({
    folder,
    journal: {
      ...createNullJournal(),
      folder: journalFolder,
      signatures: () => [{ ...signature, signedAt: 1, deleted: null }],
    },
    settings: () => own,
    notices: () => [{ id: '1', code: 'journal-locked', detail: path }],
    devices: () => ({
      state: 'listed',
      problem: null,
      devices: [
        {
          deviceId: '1',
          source: 'usb',
          facts: {
            vendorId: 0x529,
            productId: 1,
            product: `Key of ${secret.employee}`,
            manufacturer: secret.chinese,
            serialNumber: secret.serial,
          },
          interfaces: [],
          profile: null,
          nearMisses: [],
          isProtected: false,
          noCard: null,
          reading: { state: 'read', shellNumber: secret.shell as ShellNumber },
          pluggedAt: 0,
        },
      ],
    }),
  })
  return prepareBundle({
    diagnosisSources: sources,
    diagnosis: () => diagnosis,
    savedPlatforms: () => savedPlatforms.list(),
    known: () =>
      knownValues({
        vault,
        savedPlatforms,
        credentials: [credentials],
        proxyPasswords: [],
        settings: own,
        register: {
          version: 1,
          platforms: {
            x: [
              {
                enterpriseGlobalId: secret.enterpriseId,
                enterpriseName: secret.enterprise,
                channelCode: secret.channel,
                channelCustomerId: null,
              },
            ],
          },
        },
        employees,
        devices: sources.devices(),
        enterprises: ['1'],
      }),
    logFolder,
    crashFolder,
    crashes: () =>
      Promise.resolve([
        { at: crashedAt, process: 'Lock Desk USB', reason: 'crashed', exitCode: 11 },
        { at: crashedAt, process: 'GPU', reason: secret.enterprise, exitCode: 1 },
      ]),
  })
}

describe('support bundle', () => {
  it('contains no planted secret in any encoding', async () => {
    expect([homedir(), userInfo().username]).toEqual(['/home/canaryhome', 'canaryhome'])
    const bundle = await make()
    expect(found(new Map([['shown', Buffer.from(JSON.stringify(bundle))]]), secrets)).toEqual([])
    const files = await unzip(await bundle.finish(secrets.map((one) => `seen: ${one}`).join('\n')))
    expect(found(files, [...secrets, path, ...signed])).toEqual([])
    // The search finds secrets that are present.
    expect(found(new Map([['x', Buffer.from(logLines().join('\n'))]]), secrets)).toHaveLength(secrets.length)
  })

  it('is named by the day of this computer', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    const { manifest } = await make()
    vi.unstubAllEnvs()
    // Of 1970-01-01T00:16:40Z, the time of the sources.
    expect(manifest.name).toBe('lock-desk-support-1969-12-31')
  })

  it('contains what support needs and lists its content', async () => {
    const bundle = await make()
    const files = await unzip(await bundle.finish('In words.'))
    const read = (name: string) => files.get(name)?.toString() ?? ''
    expect([...files.keys()].sort()).toEqual(bundle.manifest.files.map(({ file }) => file).sort())
    expect(read('report.txt')).toBe('In words.')
    expect(read('logs/main.log').split('\n')).toHaveLength(logLines().length)
    expect(read('logs/main.log')).toContain("[error] ENOENT, open '~/.config/Lock Desk/x'")
    const report = JSON.parse(read('report.json')) as { diagnosis: Diagnosis; notices: string[] }
    expect(report.notices).toEqual(['journal-locked'])
    expect(report.diagnosis.lines.map(({ finding: one }) => one?.facts)).toEqual([
      { user: '[left out]', until: 3 },
      { module: 'order', code: '60028', detail: 'held by [name] [name] [name] [e-mail]' },
      { module: 'order', until: 1, scopes: ['[left out]'] },
      { files: 1, file: 'vault.json' },
      { name: 'Head office', host: 'p.example' },
    ])
    expect(JSON.parse(read('environments.json'))).toMatchObject({
      environments: [
        { name: 'Head office', host: 'platform.example', orderSecret: 'stored', signIn: 'stored' },
      ],
    })
    expect(JSON.parse(read('devices.json'))).toMatchObject({
      devices: [{ ids: '0529:0001', number: '…017', serialNumber: '…L99' }],
    })
    expect(JSON.parse(read('crashes.json'))).toMatchObject({
      processes: [
        { at: crashedAt, process: 'Lock Desk USB', reason: 'crashed', exitCode: 11 },
        { exitCode: 1 },
      ],
      dumps: [{ bytes: Buffer.byteLength(secrets.join('\n')) }],
    })
    const manifest = JSON.parse(read('manifest.json')) as {
      excluded: { code: string }[]
      files: { file: string }[]
    }
    expect(manifest.excluded.map(({ code }) => code)).toEqual(bundleExclusions)
    expect(manifest.files.map(({ file }) => file)).toEqual(
      [...files.keys()].filter((name) => name !== 'manifest.json'),
    )
  })
})
