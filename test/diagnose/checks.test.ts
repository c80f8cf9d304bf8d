import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { AttachedDevice } from '#shared/model/attached-device'
import type { CheckId, Finding } from '#shared/model/diagnosis'
import type { ReadFailureReason } from '#shared/model/plugged-lock'
import { fail, succeed } from '#shared/outcome'
import { checks } from '../../src-main/diagnose/checks'
import { createFailureLog } from '../../src-main/diagnose/failure-log'
import type { DiagnoseParts } from '../../src-main/diagnose/parts'
import { lookAtWay } from '../../src-main/diagnose/way'
import { closedJournal } from '../../src-main/journal/closed-journal'
import { clientFor } from '../support/client'
import { temporaryFolder } from '../support/temporary-folder'
import { partsOf, settings } from './support/parts'

const { path: folder, remove } = await temporaryFolder()
afterAll(remove)

const look = async (id: CheckId, changes: Partial<DiagnoseParts> = {}): Promise<Finding> => {
  const parts = partsOf(changes)
  const { signal } = new AbortController()
  const check = checks.find((one) => one.id === id)
  if (check === undefined) throw new Error(`no check ${id}`)
  return check.run(parts, { signal, way: lookAtWay(parts, signal) })
}
const sees = async (id: CheckId, changes: Partial<DiagnoseParts> = {}) => {
  const { level, code, action } = await look(id, changes)
  return [level, code, action.kind]
}

const usb = (changes: Partial<DiagnoseParts['usb']>) => ({ usb: { ...partsOf().usb, ...changes } })
const system = (changes: Partial<DiagnoseParts['usb']['system']>) =>
  usb({ system: { ...partsOf().usb.system, ...changes } })

describe('USB', () => {
  it('counts how often the process ended, and names how it did last', async () => {
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

  it('misses ports where real locks are worked with, not in training', async () => {
    const missing = system({ stack: () => Promise.resolve({ state: 'missing' }) })
    expect(await sees('usb-stack', missing)).toEqual(['problem', 'stack-missing', 'again'])
    expect(await sees('usb-stack', { ...missing, training: true })).toContain('note')
  })

  it('gives the rule to copy where none lets the person near', async () => {
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
    noCard: null,
    reading:
      reason === null ? { state: 'reading' } : { state: 'failed', reason, detail: '', candidate: null },
  })
  const attached = (...reasons: (ReadFailureReason | null)[]) => ({
    devices: () => ({ state: 'listed' as const, problem: null, devices: reasons.map(device) }),
  })
  it.each([
    [attached('unknown-model', 'no-permission'), ['warning', 'lock-no-permission', 'allow']],
    [attached('busy'), ['warning', 'lock-busy', 'again']],
    [attached('unknown-model'), ['note', 'lock-unknown-model', 'open']],
    [attached(null), ['note', 'locks-awaited', 'again']],
    [attached(), ['note', 'locks-none', 'open']],
  ])('says first what can be mended at once', async (devices, expected) => {
    expect(await sees('locks', devices)).toEqual(expected)
  })

  it('shows the rule of Linux on Linux only', async () => {
    expect(await sees('locks', { ...attached('no-permission'), platform: 'darwin' })).toContain('open')
  })
})

describe('the platform', () => {
  const endpoints = { baseUrl: 'http://127.0.0.1:9', userCentreUrl: 'http://127.0.0.1:9/oauth/token' }
  const nobody = Promise.resolve(succeed({ ...endpoints, client: clientFor(endpoints), tokens: {} as never }))

  it('names the step that does not hold, and leaves out what builds on it', async () => {
    expect(await sees('name', { connected: nobody })).toEqual(['ok', 'name-not-needed', 'again'])
    expect(await look('connection', { connected: nobody })).toMatchObject({
      level: 'problem',
      code: 'way-trouble',
      facts: { trouble: 'connection-refused', subject: '127.0.0.1:9' },
      action: { kind: 'open', place: 'settings#environments' },
    })
    for (const id of ['certificate', 'latency', 'clock', 'answers'] as const) {
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
    [0, ['ok', 'clock-right', 'again']],
    [-2, ['warning', 'clock-behind', 'again']],
    [-12, ['problem', 'clock-behind', 'again']],
  ] as const)('tells a clock that is %i min ahead of the platform’s', async (minutes, seen) => {
    const server = createServer((_request, response) => {
      response.setHeader('Date', new Date(Date.now() - minutes * 60_000).toUTCString()).end()
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    try {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const there = { baseUrl, userCentreUrl: `${baseUrl}/oauth/token` }
      const connected = Promise.resolve(succeed({ ...there, client: clientFor(there), tokens: {} as never }))
      expect(await sees('clock', { connected })).toEqual(seen)
    } finally {
      server.close()
    }
  })

  it('names the proxy that the way goes through', async () => {
    const network = {
      proxyFor: () => Promise.resolve('http://proxy.example:8080'),
      certificates: () => undefined,
    }
    expect(await look('proxy', { connected: nobody, network })).toMatchObject({
      level: 'ok',
      code: 'proxy-used',
      facts: { host: '127.0.0.1', proxy: 'proxy.example:8080' },
    })
  })

  it('remembers when it was out of reach', async () => {
    let tell: (status: never) => void = () => undefined
    const failures = createFailureLog({
      onChange: (listener) => ((tell = listener as never), () => undefined),
    })
    const status = (checkedAt: number) => tell({ failure: { code: 'timeout' }, checkedAt } as never)
    status(990_000)
    status(990_000)
    status(995_000)
    expect(await look('failures', { failures })).toMatchObject({
      code: 'failures-recent',
      facts: { failures: 2, at: 995_000, failure: 'timeout' },
    })
  })
})

describe('storage', () => {
  it('asks for the journal’s whole check and gives its head', async () => {
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
      noted: 0,
      newer: null,
    }
    const journal = { ...closedJournal(), folder }
    const changes = { journal, verifyJournal: () => Promise.resolve(report) }
    expect(await look('journal', changes)).toMatchObject({
      code: 'journal-whole',
      action: { kind: 'copy', text: head.hash },
    })
    const damaged = { ...report, isWhole: false, files: [{ ...report.files[0]!, damagedCount: 2 }] }
    expect(await look('journal', { journal, verifyJournal: () => Promise.resolve(damaged) })).toMatchObject({
      level: 'problem',
      code: 'journal-damaged',
      facts: { lines: 2 },
    })
  })

  it('says who has the journal', async () => {
    const journalProblem = { code: 'locked', message: '' } as const
    expect(await sees('owner', { journalProblem })).toEqual(['problem', 'owner-elsewhere', 'again'])
    expect(await sees('journal', { journalProblem })).toContain('skipped')
    expect(await sees('journal', { journalProblem: { code: 'newer', message: '' } })).toContain(
      'journal-newer',
    )
  })

  it.runIf(process.platform !== 'win32')('finds files that others may read', async () => {
    const own = join(folder, 'rights')
    await mkdir(join(own, 'journal'), { recursive: true, mode: 0o700 })
    await writeFile(join(own, 'journal', 'journal.log'), '', { mode: 0o644 })
    await chmod(own, 0o700)
    expect(await sees('rights', { folder: own })).toEqual(['ok', 'rights-private', 'again'])
    await chmod(own, 0o755)
    expect(await look('rights', { folder: own })).toMatchObject({
      code: 'rights-open',
      facts: { files: 1, file: 'journal' },
      action: { text: `chmod 700 '${own}'` },
    })
  })

  it.each([
    ['keyring', 'ok'],
    ['memory', 'note'],
    ['keyring-locked', 'warning'],
  ] as const)('says where keys are kept: %s', async (state, level) => {
    const vault = () => ({ state, backend: 'x', kept: 0, unreadable: 0 })
    expect(await sees('vault', { vault })).toEqual([level, 'vault', 'open'])
  })

  it('tells how much room there is', async () => {
    expect(await look('space', { folder })).toMatchObject({
      code: expect.stringMatching(/^space-(en|low|out)/) as string,
    })
    expect(await sees('space', { folder: '/nowhere/at/all' })).toContain('space-not-told')
  })
})

describe('the app', () => {
  it('names settings that are not as they come, and no person', async () => {
    const own = { ...settings, chunkSize: 10, operatorIdentity: 'Li Wei', operators: ['Li Wei'] }
    expect(await look('settings', { settings: () => own })).toMatchObject({
      facts: { settings: ['chunkSize'] },
    })
    expect(await sees('settings')).toContain('settings-usual')
  })

  it('tells a list that is being read from one that could not be', async () => {
    const enterprise = (failure: object | null) =>
      ({ assets: null, readAt: null, failure }) as unknown as ReturnType<DiagnoseParts['enterprises']>[number]
    expect(await sees('index', { enterprises: () => [enterprise(null)] })).toContain('note')
    expect(await sees('index', { enterprises: () => [enterprise({})] })).toContain('warning')
    expect(await sees('index')).toContain('index-none')
  })
})
