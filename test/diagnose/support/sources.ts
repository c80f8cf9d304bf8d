import { succeed } from '#shared/outcome'
import { defaultSettings } from '#shared/model/app/settings'
import type { Settings } from '#shared/model/app/settings'
import type { DiagnosisSources } from '../../../src-main/diagnose/sources'
import { createNullJournal } from '../../../src-main/journal/null-journal'

export const settings: Settings = { ...defaultSettings, language: 'en', theme: 'light' }

/** A healthy app on a platform that is never asked. */
export const sourcesOf = (changes: Partial<DiagnosisSources> = {}): DiagnosisSources => ({
  platform: 'linux',
  now: () => 1_000_000,
  training: false,
  platformName: 'Head office',
  usb: {
    health: () => ({ state: 'running', since: 1, restarts: 0, lastEnd: null }),
    system: {
      stack: () => Promise.resolve({ state: 'there', controllers: 1, devices: 2, hasHid: true }),
      access: () => Promise.resolve({ state: 'rule', file: '60-lock-desk.rules' }),
    },
  },
  devices: () => ({ state: 'listed', problem: null, devices: [] }),
  models: () => [{ vendorId: 0x1209, productId: 1 }],
  network: { routesFor: () => Promise.resolve([null]), certificates: () => undefined },
  connected: Promise.resolve(
    succeed({
      baseUrl: 'http://127.0.0.1:9',
      userCentreUrl: 'http://127.0.0.1:9/oauth/token',
      client: {} as never,
      tokens: {} as never,
    }),
  ),
  status: () => ({
    training: false,
    baseUrl: null,
    state: 'reachable',
    lacks: null,
    checkedAt: null,
    failure: null,
    signedInAs: null,
    needsSignIn: false,
    clockAheadMs: null,
  }),
  credentials: { applications: { order: null, member: null }, user: null },
  enterpriseGlobalId: () => null,
  failures: { list: () => [], stop: () => undefined },
  folder: '/nowhere',
  journal: createNullJournal(),
  journalProblem: null,
  verifyJournal: () => Promise.resolve(null),
  vault: () => ({ state: 'keyring', backend: 'gnome_libsecret', kept: 1, unreadable: 0 }),
  resultLog: () => [],
  versions: { app: '0.1.0', electron: '33.2.1', chromium: '130.0.1', node: '20.18.1', system: 'Linux 6 x64' },
  notices: () => [],
  load: () => ({ uptimeMs: 5_000, memoryBytes: 1024, processes: 4 }),
  settings: () => settings,
  defaultSettings: settings,
  enterprises: () => [],
  logCounts: () => ({ errors: 0, warnings: 0, lastErrorAt: null }),
  notifications: () => ({ isSupported: true, failure: null }),
  archive: null,
  update: null,
  ...changes,
})
