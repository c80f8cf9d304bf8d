import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { AttachedDevice } from '#shared/model/locks/attached-device'
import type { CheckId, Finding } from '#shared/model/app/diagnosis'
import { readFailureReasons } from '#shared/model/locks/plugged-lock'
import type { ReadFailureReason } from '#shared/model/locks/plugged-lock'
import { fail, succeed } from '#shared/outcome'
import { checks } from '../../src-main/diagnose/checks'
import { createFailureLog } from '../../src-main/diagnose/failure-log'
import type { DiagnosisSources } from '../../src-main/diagnose/sources'
import { checkRoute } from '../../src-main/diagnose/route'
import { createNullJournal } from '../../src-main/journal/null-journal'
import { clientFor } from '../support/client'
import { listenOnLoopback } from '../support/listening'
import { temporaryFolder } from '../support/temporary-folder'
import { sourcesOf, settings } from './support/sources'

const { path: folder, remove } = await temporaryFolder()
afterAll(remove)

const look = async (id: CheckId, changes: Partial<DiagnosisSources> = {}): Promise<Finding> => {
  const sources = sourcesOf(changes)
  const { signal } = new AbortController()
  const check = checks.find((one) => one.id === id)
  if (check === undefined) throw new Error(`no check ${id}`)
  return check.run(sources, { signal, route: checkRoute(sources, signal) })
}
const sees = async (id: CheckId, changes: Partial<DiagnosisSources> = {}) => {
  const { level, code, action } = await look(id, changes)
  return [level, code, action.kind]
}

const usb = (changes: Partial<DiagnosisSources['usb']>) => ({ usb: { ...sourcesOf().usb, ...changes } })
const system = (changes: Partial<DiagnosisSources['usb']['system']>) =>
  usb({ system: { ...sourcesOf().usb.system, ...changes } })

describe('USB', () => {
  it('counts the restarts of the USB process and names its last exit', async () => {
    const health = (restarts: number, at: number) => () =>
      ({ state: 'running', since: 1, restarts, lastEnd: { at, how: 'exit code 139' } }) as const
    expect(await look('usb-process', usb({ health: health(1, 999_000) }))).toMatchObject({
      level: 'note',
      code: 'usb-restarted',
      facts: { restarts: 1, how: 'exit code 139' },
    })
    expect(await sees('usb-process', usb({ health: health(3, 999_000) }))).toContain('warning')
    const down = { state: 'down', since: 1, restarts: 9, lastEnd: { at: 1, how: 'x' } } as const
    expect(await sees('usb-process', usb({ health: () => down }))).toEqual(['problem', 'usb-down', 'again'])
  })

  it('reports missing ports outside training only', async () => {
    const missing = system({ stack: () => Promise.resolve({ state: 'missing' }) })
    expect(await sees('usb-stack', missing)).toEqual(['problem', 'stack-missing', 'again'])
    expect(await sees('usb-stack', { ...missing, training: true })).toContain('note')
  })

  it('returns the udev rule to copy where none grants access', async () => {
    const finding = await look(
      'usb-permission',
      system({ access: () => Promise.resolve({ state: 'no-rule' }) }),
    )
    expect(finding).toMatchObject({ level: 'warning', code: 'rule-missing' })
    expect(finding.action).toMatchObject({ kind: 'copy', text: expect.stringContaining('1209') as string })
  })

  const device = (reason: ReadFailureReason | null): AttachedDevice => ({
    deviceId: 'x',
    source: 'usb',
    facts: { vendorId: 0x529, productId: 1, product: 'Key', manufacturer: 'Maker', serialNumber: null },
    interfaces: [],
    profile: null,
    nearMisses: [],
    isProtected: false,
    noCard: null,
    reading:
      reason === null ? { state: 'reading' } : { state: 'failed', reason, detail: '', candidate: null },
    pluggedAt: 0,
  })
  const attached = (...reasons: (ReadFailureReason | null)[]) => ({
    devices: () => ({ state: 'listed' as const, problem: null, devices: reasons.map(device) }),
  })
  it.each([
    [attached('unknown-model', 'no-permission'), ['warning', 'lock-no-permission', 'allow']],
    [attached('busy'), ['warning', 'lock-busy', 'again']],
    [attached('unknown-model'), ['note', 'lock-unknown-model', 'open']],
    [attached('not-compared'), ['note', 'lock-not-compared', 'open']],
    [attached('not-compared', 'unknown-model'), ['note', 'lock-not-compared', 'open']],
    [attached(null), ['note', 'locks-reading', 'again']],
    [attached(), ['note', 'locks-none', 'open']],
  ])('lists the problem with a direct fix first', async (devices, expected) => {
    expect(await sees('locks', devices)).toEqual(expected)
  })

  it.each(readFailureReasons)('never counts a lock as read that is not: %s', async (reason) => {
    expect(await sees('locks', attached(reason))).toContain(`lock-${reason}`)
  })

  it('shows the udev rule on Linux only', async () => {
    expect(await sees('locks', { ...attached('no-permission'), platform: 'darwin' })).toContain('open')
  })
})

describe('the platform', () => {
  const endpoints = { baseUrl: 'http://127.0.0.1:9', userCentreUrl: 'http://127.0.0.1:9/oauth/token' }
  const nobody = Promise.resolve(succeed({ ...endpoints, client: clientFor(endpoints), tokens: {} as never }))

  it('names the failed step and skips the steps that depend on it', async () => {
    expect(await sees('name', { connected: nobody })).toEqual(['ok', 'name-not-needed', 'again'])
    expect(await look('connection', { connected: nobody })).toMatchObject({
      level: 'problem',
      code: 'connection-problem',
      facts: { problem: 'connection-refused', subject: '127.0.0.1:9' },
      action: { kind: 'open', place: 'settings#environments' },
    })
    for (const id of ['certificate', 'latency', 'clock', 'requests'] as const) {
      expect(await look(id, { connected: nobody }), id).toMatchObject({
        code: 'skipped',
        facts: { after: 'connection' },
      })
    }
  })

  it('is this app’s own service in training', async () => {
    expect(await sees('connection', { connected: nobody, training: true })).toEqual([
      'problem',
      'training-down',
      'restart',
    ])
    const dead = Promise.resolve(fail({ code: 'x', message: 'it did not start' }))
    expect(await sees('name', { connected: dead, training: true })).toContain('training-down')
  })

  it.each([
    [12, ['problem', 'clock-ahead', 'again']],
    [2, ['warning', 'clock-ahead', 'again']],
    [0, ['ok', 'clock-ok', 'again']],
    [-2, ['warning', 'clock-behind', 'again']],
    [-12, ['problem', 'clock-behind', 'again']],
  ] as const)('measures a clock %i min ahead of the platform’s', async (minutes, seen) => {
    const server = createServer((_request, response) => {
      response.setHeader('Date', new Date(Date.now() - minutes * 60_000).toUTCString()).end()
    })
    const { url: baseUrl, stop } = await listenOnLoopback(server)
    try {
      const there = { baseUrl, userCentreUrl: `${baseUrl}/oauth/token` }
      const connected = Promise.resolve(succeed({ ...there, client: clientFor(there), tokens: {} as never }))
      expect(await sees('clock', { connected })).toEqual(seen)
    } finally {
      await stop()
    }
  })

  it.each([
    ['platform.example', 'https://users.example/token'],
    ['https://platform.example', 'users,example'],
    ['ftp://platform.example', 'https://users.example/token'],
  ])('reports an invalid address once: %s with %s', async (baseUrl, userCentreUrl) => {
    const connected = Promise.resolve(
      succeed({ baseUrl, userCentreUrl, client: {} as never, tokens: {} as never }),
    )
    const application = { key: 'k', secret: 's' }
    const credentials = { applications: { order: application, member: application }, user: null }
    const sources = sourcesOf({ connected, credentials })
    const { signal } = new AbortController()
    const look = { signal, route: checkRoute(sources, signal) }
    const findings: Finding[] = []
    for (const { applies, run } of checks)
      if (applies?.(sources) ?? true) findings.push(await run(sources, look))
    expect(JSON.stringify(findings)).not.toContain('Invalid URL')
    const bad = [baseUrl, userCentreUrl].find((url) => !url.startsWith('https://')) ?? ''
    const addressFindings = findings.filter(({ code }) => code === 'address-invalid')
    expect(addressFindings).toMatchObject([
      { level: 'problem', facts: { address: bad }, action: { kind: 'open' } },
    ])
    expect(findings.filter(({ code }) => code === 'connection-problem')).toEqual([])
  })

  it('names the proxy in use', async () => {
    const network = {
      routesFor: () => Promise.resolve(['http://proxy.example:8080']),
      certificates: () => undefined,
    }
    expect(await look('proxy', { connected: nobody, network })).toMatchObject({
      level: 'ok',
      code: 'proxy-used',
      facts: { host: '127.0.0.1', proxy: 'proxy.example:8080' },
    })
  })

  it('remembers connection failures', async () => {
    let tell: (status: never) => void = () => undefined
    const failures = createFailureLog({
      onChange: (listener) => ((tell = listener as never), () => undefined),
    })
    const status = (checkedAt: number) => tell({ failure: { code: 'timeout' }, checkedAt } as never)
    status(990_000)
    status(990_000)
    status(995_000)
    // Without credentials, nothing was asked.
    tell({ failure: { code: 'unauthorized', missing: 'sign-in' }, checkedAt: 997_000 } as never)
    expect(await look('failures', { failures })).toMatchObject({
      code: 'failures-recent',
      facts: { failures: 2, at: 995_000, failure: 'timeout' },
    })
  })
})

describe('storage', () => {
  it('runs the full check of the journal and returns its checksum', async () => {
    const head = { n: 3, hash: 'a'.repeat(64) }
    const report = {
      isWhole: true,
      files: [{ name: 'journal.log', bytes: 1, records: 3, damaged: [], damagedCount: 0, torn: 0 }],
      records: 3,
      since: 1,
      until: 2,
      jobs: 1,
      changes: {} as never,
      head,
      reportedDamage: 0,
      signatures: { count: 0, deleted: 0, missing: [], differing: [] },
      newer: null,
    }
    const journal = { ...createNullJournal(), folder }
    const changes = { journal, verifyJournal: () => Promise.resolve(report) }
    expect(await look('journal', changes)).toMatchObject({
      code: 'journal-intact',
      action: { kind: 'copy', text: head.hash },
    })
    const damaged = { ...report, isWhole: false, files: [{ ...report.files[0]!, damagedCount: 2 }] }
    expect(await look('journal', { journal, verifyJournal: () => Promise.resolve(damaged) })).toMatchObject({
      level: 'problem',
      code: 'journal-damaged',
      facts: { lines: 2 },
    })
  })

  it('names the process that owns the journal', async () => {
    const journalProblem = { code: 'locked', message: '' } as const
    expect(await sees('owner', { journalProblem })).toEqual(['problem', 'owner-elsewhere', 'again'])
    expect(await sees('journal', { journalProblem })).toContain('skipped')
    expect(await sees('journal', { journalProblem: { code: 'newer', message: '' } })).toContain(
      'journal-newer',
    )
  })

  it.runIf(process.platform !== 'win32')('finds files that other users can read', async () => {
    const own = join(folder, 'rights')
    await mkdir(join(own, 'journal'), { recursive: true, mode: 0o700 })
    await writeFile(join(own, 'journal', 'journal.log'), '', { mode: 0o644 })
    await chmod(own, 0o700)
    expect(await sees('permissions', { folder: own })).toEqual(['ok', 'permissions-private', 'again'])
    await chmod(own, 0o755)
    expect(await look('permissions', { folder: own })).toMatchObject({
      code: 'permissions-open',
      facts: { files: 1, file: 'journal' },
      action: { text: `chmod 700 '${own}'` },
    })
  })

  it.each([
    ['keyring', 'ok'],
    ['memory', 'note'],
    ['keyring-locked', 'warning'],
  ] as const)('names where credentials are stored: %s', async (state, level) => {
    const vault = () => ({ state, backend: 'x', kept: 0, unreadable: 0 })
    expect(await sees('vault', { vault })).toEqual([level, 'vault', 'open'])
  })

  it('reports the free space', async () => {
    expect(await look('space', { folder })).toMatchObject({
      code: expect.stringMatching(/^space-(en|low|out)/) as string,
    })
    expect(await sees('space', { folder: '/nowhere/at/all' })).toContain('space-not-reported')
  })
})

describe('the app', () => {
  it.each([
    ['released', 'ok'],
    ['unsigned', 'note'],
    ['changed', 'problem'],
  ] as const)('copies the hash of its archive: %s', async (state, level) => {
    const archive = () => Promise.resolve({ state, version: '1.2.3', hash: 'abc' })
    expect(await look('archive', { archive })).toEqual({
      level,
      code: `archive-${state}`,
      facts: { version: '1.2.3', hash: 'abc' },
      action: { kind: 'copy', what: 'hash', text: 'abc' },
    })
    expect(await sees('archive')).toContain('archive-unpackaged')
  })

  it.each([
    ['on', 'ok', { isSupported: true, failure: null }, true],
    ['off', 'ok', { isSupported: false, failure: null }, false],
    ['unsupported', 'note', { isSupported: false, failure: null }, true],
    ['failed', 'note', { isSupported: true, failure: 'no server' }, true],
  ] as const)('says whether notifications are shown: %s', async (state, level, notifier, isOn) => {
    const found = await look('notifications', {
      notifications: () => notifier,
      settings: () => ({ ...settings, notifications: isOn }),
    })
    expect(found).toMatchObject({ level, code: `notifications-${state}` })
  })

  it.each([
    [null, 'ok', 'result-log-delivered'],
    ['ECONNREFUSED', 'warning', 'result-log-failed'],
  ] as const)('says whether the log of results is delivered: %s', async (failure, level, code) => {
    const found = await look('result-log', {
      resultLog: () => [
        { target: 'file', place: '/var/log/a.jsonl', waiting: 0, failure: null },
        { target: 'server', place: 'tls://log.example:6514', waiting: 3, failure },
      ],
    })
    expect(found).toMatchObject({ level, code, facts: { waiting: 3 } })
  })

  it('lists changed settings without names of employees', async () => {
    const own = { ...settings, chunkSize: 10, operatorIdentity: 'Li Wei', operators: ['Li Wei'] }
    expect(await look('settings', { settings: () => own })).toMatchObject({
      facts: { settings: ['chunkSize'] },
    })
    expect(await sees('settings')).toContain('settings-default')
  })

  it('distinguishes a list that is being read from one that failed', async () => {
    const enterprise = (failure: object | null) =>
      ({ assets: null, readAt: null, failure }) as unknown as ReturnType<
        DiagnosisSources['enterprises']
      >[number]
    expect(await sees('index', { enterprises: () => [enterprise(null)] })).toContain('note')
    expect(await sees('index', { enterprises: () => [enterprise({})] })).toContain('warning')
    expect(await sees('index')).toContain('index-none')
  })
})

it('a canceled diagnosis does not wait for a service that never starts', async () => {
  const sources = sourcesOf({ connected: new Promise(() => undefined) })
  const canceled = new AbortController()
  const check = checks.find(({ id }) => id === 'clock')
  const finding = check?.run(sources, {
    signal: canceled.signal,
    route: checkRoute(sources, canceled.signal),
  })
  canceled.abort()
  await expect(finding).resolves.toBeDefined()
})
