import type { LookUp, Notice, PlatformStatus, Settings } from '#shared/commands'
import type { ChangeReason, JournalEntry } from '#shared/model/change'
import type { LockRecord } from '#shared/model/lock-record'
import type { PluggedLock, SimulatedLock } from '#shared/model/plugged-lock'
import { isShellNumber } from '#shared/model/shell-number'
import { fail, succeed } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { createBridgeDouble } from './bridge-double'
import * as journals from './journal-samples'
import * as samples from './samples'

// The window in a browser, without main: `?scene=busy&lang=zh&theme=dark`, to look at while drawing.

const query = new URLSearchParams(location.search)
const scene = query.get('scene') ?? 'busy'
const isChinese = query.get('lang') === 'zh'
const now = Date.now()
const { day, hour, minute, shell } = samples
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const never = () => new Promise<never>(() => undefined)

const names = isChinese
  ? { bridge: '北桥工程有限公司', harbour: '临港设计院', chen: '陈宇', wang: '王思远', li: '李伟' }
  : {
      bridge: 'North Bridge Engineering Ltd',
      harbour: 'Harbour Design Institute',
      chen: 'Chen Yu',
      wang: 'Wang Siyuan',
      li: 'Li Wei',
    }
const longName = '江苏华建工程咨询（集团）股份有限公司南京江北新区分公司造价咨询第三事业部'

let settings: Settings = {
  ...samples.settings,
  language: isChinese ? 'zh' : 'en',
  theme: query.get('theme') === 'dark' ? 'dark' : 'light',
  operatorIdentity: scene === 'nobody' ? '' : names.li,
  railCollapsed: query.has('narrow'),
}
const training = !query.has('real')

const record = (number: string, part: Partial<LockRecord> = {}): LockRecord =>
  samples.record(number, now, {
    enterpriseName: names.bridge,
    holder: { memberGlobalId: 'm-1', name: names.chen },
    ...part,
  })

const records = new Map<string, LockRecord>(
  [
    record('8000000017'),
    record('8000000018', {
      locked: true,
      enterpriseName: names.harbour,
      licenseType: 'normal_recover_lan_usbkey',
      chipGeneration: 4,
      holder: { memberGlobalId: 'm-2', name: names.wang },
    }),
    record('8000000019', { lent: true, borrowedUsbKey: true, limitEnd: now + 12 * day + hour }),
    record('6000000203', {
      limitEnd: now - 3 * day,
      locked: true,
      licenseType: 'normal_unrecover_usbkey',
      assetNum: 'LD6000000203',
      holder: null,
    }),
    record('8000000021', { locked: null, licenseType: null, holder: null, enterpriseName: null }),
    record('8000000022', { freezing: true, licenseType: 'softkey', limitEnd: null }),
    record('8000000023', { enterpriseName: longName, holder: { memberGlobalId: 'm', name: '欧阳慧敏' } }),
  ].map((one) => [one.shellNumber ?? one.assetNum, one]),
)

const locksOf: Record<string, PluggedLock[]> = {
  empty: [],
  loading: [],
  busy: [
    samples.plugged('8000000017', now - 4 * minute),
    samples.plugged('8000000018', now - 3 * minute),
    samples.plugged('8000000019', now - 2 * minute),
    samples.unread('unknown-model', now - minute, '8000000026'),
  ],
  states: [
    samples.plugged('8000000017', now - 9 * minute),
    samples.plugged('8000000018', now - 8 * minute),
    samples.plugged('8000000019', now - 7 * minute),
    samples.plugged('6000000203', now - 6 * minute),
    samples.plugged('8000000021', now - 5 * minute),
    samples.plugged('8000000022', now - 4 * minute),
    samples.plugged('8000000099', now - 3 * minute),
  ],
  troubles: [
    samples.unread('no-permission', now - 6 * minute),
    samples.unread('busy', now - 5 * minute),
    samples.unread('unknown-model', now - 4 * minute),
    samples.unread('silent', now - 3 * minute),
    samples.unread('unreadable', now - 2 * minute),
    samples.unread('gone', now - minute),
  ],
  long: [samples.plugged('8000000023', now - minute), samples.plugged('8000000017', now - 2 * minute)],
  fifty: Array.from({ length: 50 }, (_, index) =>
    samples.plugged(String(8_000_000_017 + (index % 7) + (index > 6 ? 100 + index : 0)), now - index * 1000),
  ),
}
let locks = locksOf[scene] ?? locksOf['busy'] ?? []

const tray: SimulatedLock[] = [
  '8000000017',
  '8000000018',
  '8000000019',
  '6000000203',
  '8000000020',
  '8000000099',
].map((number, index) => ({
  trayId: `tray-${String(index)}`,
  shellNumber: shell(number),
  kind: 'lock',
  label: {
    en:
      ['Ordinary lock', 'Disabled lock', 'Borrowed lock, lent', 'Expired lock', 'Network lock', 'On no list'][
        index
      ] ?? '',
    zh: ['普通锁', '已禁用的锁', '已借出的借用锁', '已过期的锁', '网络锁', '名单里没有的锁'][index] ?? '',
  },
  pluggedIn: locks.some((lock) => lock.reading.state === 'read' && lock.reading.shellNumber === number),
  condition: index === 4 ? 'unreadable' : 'well',
}))
tray.push({
  trayId: 'tray-device',
  shellNumber: null,
  kind: 'unknown-device',
  label: { en: 'A device no profile knows', zh: '没有锁配置的设备' },
  pluggedIn: scene === 'busy',
  condition: 'well',
})

const platformFailure = (part: Partial<PlatformFailure>): PlatformFailure => ({
  code: 'refused',
  message: '',
  changed: 'no',
  ...part,
})
const reasons: (ChangeReason | null)[] = [
  null,
  null,
  null,
  null,
  { kind: 'status', status: 4 },
  {
    kind: 'platform',
    failure: platformFailure({ businessCode: '13004', message: 'operatorIdentity too long' }),
  },
  { kind: 'lock-pulled-out' },
  { kind: 'platform', failure: platformFailure({ code: 'timeout', changed: 'unknown' }) },
]
const states: JournalEntry['state'][] = [
  'done',
  'done',
  'done',
  'done',
  'failed',
  'failed',
  'not-sent',
  'unknown',
]

const entries = (count: number): JournalEntry[] =>
  Array.from({ length: count }, (_, index) => {
    const number = shell(String(8_000_000_017 + ((index * 7) % 9)))
    return samples.entry({
      entryId: `01JD8Z3K5M${String(100_000 - index)}`,
      action: index % 3 === 1 ? 'enable' : 'disable',
      shellNumber: number,
      key: number,
      enterpriseName: index % 4 === 2 ? names.harbour : names.bridge,
      operatorIdentity: index % 5 === 3 ? names.wang : names.li,
      training,
      askedAt: now - index * index * 40_000 - index * 7 * minute - 90_000,
      endedAt: now - index * index * 40_000 - index * 7 * minute - 89_000,
      state: states[index % states.length] ?? 'done',
      reason: reasons[index % reasons.length] ?? null,
    })
  })
const usual = entries(Number(query.get('entries') ?? (scene === 'empty' ? 0 : 24)))
let journal = usual.length === 0 ? usual : [...journals.entriesOfAll(now, training), ...usual]

const status = (): PlatformStatus => {
  const usual = { ...samples.platform(now), training, baseUrl: 'http://127.0.0.1:41733' }
  if (scene === 'unreachable') {
    return { ...usual, state: 'unreachable', checkedAt: now - 14 * minute, failure: samples.unreachable }
  }
  return scene === 'loading' ? { ...usual, state: 'starting', checkedAt: null } : usual
}

const notices: Notice[] =
  scene === 'notices'
    ? [
        { id: 'n1', code: 'profile-broken', detail: 'my-lock.json' },
        { id: 'n2', code: 'environments-unreadable', detail: '' },
      ]
    : []

const lookUp = (number: string): LookUp => {
  const failure = scene === 'unreachable' ? samples.unreachable : null
  const readAt = scene === 'unreachable' ? now - 3 * hour : now - 20_000
  const found = records.get(number) ?? [...records.values()].find(({ assetNum }) => assetNum === number)
  if (number === '8000000777') {
    return {
      state: 'ambiguous',
      records: [record(number), record(number, { assetNum: `LD${number}`, locked: true })],
    }
  }
  if (found !== undefined) return { state: 'found', record: { ...found, readAt }, failure }
  if (isShellNumber(number) && Number(number) > 8_000_000_100 && scene === 'fifty') {
    return { state: 'found', record: { ...record(number), readAt }, failure }
  }
  return isShellNumber(number) ? { state: 'not-listed', enterprises: 3, failure } : { state: 'not-a-number' }
}

const double = createBridgeDouble({
  'app/describe': () =>
    succeed({
      version: '0.1.0',
      electron: '33.2.1',
      training,
      simulatedLocks: training,
      systemLanguage: isChinese ? 'zh' : 'en',
      notices,
    }),
  'app/dismiss-notice': () => succeed(null),
  'app/copy': () => succeed(null),
  'settings/read': () => succeed(settings),
  'settings/change': (part) => {
    settings = { ...settings, ...part }
    return succeed(settings)
  },
  'platform/status': () => succeed(status()),
  'platform/check': async () => {
    await wait(600)
    return succeed(status())
  },
  'locks/list': () => {
    if (scene === 'loading') return never()
    return scene === 'failed' ? fail({ code: 'internal', message: 'The USB process ended' }) : succeed(locks)
  },
  'locks/rescan': () => succeed(null),
  'locks/models': () =>
    succeed({
      enabled: [
        {
          vendorId: 0x0529,
          productId: 0x0001,
          product: 'HASP HL 3.25',
          comparedNumber: shell('8000000026'),
          enabledAt: now - 9 * day,
        },
      ],
      profiles: [
        { id: 'training', name: { en: 'Training lock', zh: '演练锁' }, origin: 'shipped' },
        {
          id: 'generic-serial',
          name: { en: 'Number from the USB serial number', zh: '取自 USB 序列号' },
          origin: 'shipped',
        },
      ],
      broken:
        scene === 'notices' ? [{ file: 'my-lock.json', problem: 'read.reportId: expected a number' }] : [],
    }),
  'locks/enable-model': () => succeed(null),
  'locks/forget-model': () => succeed(null),
  'tray/list': () => succeed(tray),
  'tray/act': ({ trayId, gesture }) => {
    const index = tray.findIndex((one) => one.trayId === trayId)
    const lock = tray[index]
    if (lock === undefined) return fail({ code: 'not-found', message: trayId })
    const number = lock.shellNumber ?? '8000000026'
    if (gesture === 'plug-in') {
      const read = samples.plugged(number, Date.now())
      locks = [...locks, lock.shellNumber === null ? samples.unread('unknown-model', Date.now()) : read]
    } else if (gesture === 'pull-out') {
      locks = locks.filter(({ reading }) => reading.state !== 'read' || reading.shellNumber !== number)
    }
    tray[index] = { ...lock, pluggedIn: gesture === 'plug-in' || (gesture !== 'pull-out' && lock.pluggedIn) }
    setTimeout(() => double.tell('locks/changed', locks), 60)
    double.tell('tray/changed', [...tray])
    return succeed(null)
  },
  'desk/look-up': async ({ number, freshness }) => {
    if (scene === 'looking') return never()
    await wait(freshness === 'known' ? 5 : 400)
    return scene === 'failing'
      ? fail({ code: 'internal', message: 'The index is broken' })
      : succeed(lookUp(number))
  },
  'desk/look-up-many': async ({ numbers, freshness }) => {
    await wait(freshness === 'known' ? 5 : 600)
    return succeed({ looked: numbers.map(lookUp), enterprises: 3, failure: null })
  },
  'jobs/list': () => succeed([]),
  'desk/licences': async () => {
    await wait(80)
    return scene === 'failing'
      ? fail(platformFailure({ code: 'unauthorized', businessCode: '60005', message: 'invalid user token' }))
      : succeed(samples.licences(now))
  },
  'desk/change': async (request) => {
    await wait(Number(query.get('slow') ?? 500))
    const outcome = query.get('outcome') ?? 'done'
    const reason: ChangeReason | null =
      outcome === 'done'
        ? null
        : outcome === 'unknown'
          ? { kind: 'platform', failure: platformFailure({ code: 'timeout', changed: 'unknown' }) }
          : outcome === 'not-sent'
            ? { kind: 'platform', failure: samples.unreachable }
            : { kind: 'status', status: 4 }
    const found = records.get(request.shellNumber ?? '')
    if (outcome === 'done' && found !== undefined) {
      records.set(found.shellNumber ?? '', { ...found, locked: request.action === 'disable' })
    }
    const entry = samples.entry({
      entryId: `01JD9${String(Date.now())}`,
      action: request.action,
      shellNumber: request.shellNumber,
      key: request.assetNum,
      enterpriseName: found?.enterpriseName ?? null,
      operatorIdentity: request.operatorIdentity,
      training,
      askedAt: Date.now(),
      endedAt: Date.now(),
      state: outcome as JournalEntry['state'],
      reason,
    })
    journal = [entry, ...journal]
    return succeed(entry)
  },
  'desk/settle': async ({ entryId }) => {
    await wait(700)
    const found = journal.find((one) => one.entryId === entryId)
    if (found === undefined) return fail({ code: 'not-found', message: entryId })
    return succeed({ ...found, state: 'done', reason: { kind: 'read-back-applied' } })
  },
  'journal/recent': ({ limit }) => succeed(journal.slice(0, limit)),
  'journal/slice': ({ from, limit }) => {
    if (scene === 'loading') return never()
    if (scene === 'failed') return fail({ code: 'internal', message: 'The journal is locked' })
    // Main counts from the oldest.
    return succeed({ rows: journal.toReversed().slice(from, from + limit), total: journal.length })
  },
  'journal/facts': () => succeed(journals.journalFacts(journal.length)),
  'journal/verify': async () => {
    await wait(700)
    return succeed(journals.journalReport(scene === 'damaged', journal.length, now))
  },
  'journal/choose-backup': () =>
    succeed({
      name: 'lock-desk-journal-2026-11-20-1204.log',
      report: journals.journalReport(scene === 'damaged', 1204, now),
      present: journals.journalFacts(journal.length),
    }),
  'journal/restore': () => succeed({ state: 'busy', onTheirWay: 1, jobs: 0 }),
  'journal/begin-file': () => succeed(journals.journalFacts(journal.length)),
  'register/list': () => {
    if (scene === 'loading') return never()
    return succeed(samples.registerSlice(scene === 'empty' ? [] : samples.enterprises(now)))
  },
  'register/add': () => fail(platformFailure({ businessCode: '13004', message: 'channelCode: unknown' })),
  'register/remove': () => succeed(null),
  'register/some': () => succeed([]),
  'register/refresh': async () => {
    await wait(800)
    return succeed(null)
  },
})

Object.defineProperty(window, 'lockDesk', { value: double.api })
Object.defineProperty(window, 'double', { value: double })
await import('../../../src-renderer/main')
