import { usualLabels } from '#shared/model/label'
import { freshOpening } from '#shared/model/opening'
import { succeed } from '#shared/outcome'
import type { Settings } from '#shared/commands'
import type { DiagnoseParts } from '../../../src-main/diagnose/parts'
import { closedJournal } from '../../../src-main/journal/closed-journal'

export const settings: Settings = {
  language: 'en',
  theme: 'light',
  railCollapsed: false,
  operatorIdentity: '',
  timeUnit: 'auto',
  operators: [],
  idleLockMinutes: 0,
  sound: true,
  chunkSize: 100,
  labels: usualLabels,
  queueHours: 24,
  opening: freshOpening,
}

/** A desk where nothing is wrong, on a platform that nobody asks. */
export const partsOf = (changes: Partial<DiagnoseParts> = {}): DiagnoseParts => ({
  platform: 'linux',
  now: () => 1_000_000,
  training: false,
  environmentName: 'Head office',
  usb: {
    health: () => ({ state: 'running', since: 1, restarts: 0, lastEnd: null }),
    system: {
      stack: () => Promise.resolve({ state: 'there', controllers: 1, devices: 2, hasHid: true }),
      access: () => Promise.resolve({ state: 'rule', file: '60-lock-desk.rules' }),
    },
  },
  devices: () => ({ state: 'listed', problem: null, devices: [] }),
  models: () => [{ vendorId: 0x1209, productId: 1 }],
  network: { proxyFor: () => Promise.resolve(null), certificates: () => undefined },
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
  }),
  credentials: { applications: { order: null, member: null }, user: null },
  enterpriseGlobalId: () => null,
  failures: { list: () => [], stop: () => undefined },
  folder: '/nowhere',
  journal: closedJournal(),
  journalProblem: null,
  verifyJournal: () => Promise.resolve(null),
  vault: () => ({ state: 'keyring', backend: 'gnome_libsecret', kept: 1, unreadable: 0 }),
  versions: { app: '0.1.0', electron: '33.2.1', chromium: '130.0.1', node: '20.18.1', system: 'Linux 6 x64' },
  notices: () => [],
  load: () => ({ uptimeMs: 5_000, memoryBytes: 1024, processes: 4 }),
  settings: () => settings,
  usualSettings: settings,
  enterprises: () => [],
  logCounts: () => ({ errors: 0, warnings: 0, lastErrorAt: null }),
  update: null,
  ...changes,
})
