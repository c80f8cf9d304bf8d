import { describe, expect, it } from 'vitest'
import type { Policy } from '#shared/model/app/policy'
import { managedSettings, policyKinds } from '#shared/model/app/policy'
import { defaultSettings } from '#shared/model/app/settings'
import { createPolicyRules } from '../../src-main/policy/policy-rules'
import type { PolicyRules } from '../../src-main/policy/policy-rules'
import { createSettings } from '../../src-main/settings/settings'

const rulesOf = (policy: Policy) => createPolicyRules({ state: 'active', source: 'test', policy })
const unreadable = createPolicyRules({ state: 'unreadable', source: 'test', problem: 'broken', policy: {} })
const free = createPolicyRules({ state: 'none', policy: {} })

const platform = {
  name: 'Branch',
  baseUrl: 'https://p.example/',
  userCentreUrl: 'https://u.example/oauth/token',
}
const elsewhere = { fields: { ...platform, baseUrl: 'https://evil.example' } }
const managed = {
  ...defaultSettings,
  ...{
    language: 'zh',
    theme: 'dark',
    sound: false,
    notifications: false,
    signatures: false,
    timeUnit: 'seconds',
  },
}
const numbers = {
  signatureDays: 7,
  idleLockMinutes: 7,
  chunkSize: 7,
  employeesPerCall: 7,
  assetsPerCall: 7,
  numbersPerCall: 7,
  maxFailedPercent: 7,
  queueHours: 7,
  commandLineChanges: true,
}

const code = (refusal: { code: string } | null) => refusal?.code ?? null

/** For each key of a policy: what it forbids, and a way to try it. */
const attempts: Readonly<Record<keyof Policy, readonly [Policy, (rules: PolicyRules) => string | null][]>> = {
  ...(Object.fromEntries(
    managedSettings.map((name) => [
      name,
      [
        [
          { [name]: ({ ...managed, ...numbers } as Policy)[name] },
          (rules: PolicyRules) =>
            code(rules.refuseCommand('settings/change', { [name]: defaultSettings[name] })),
        ],
      ],
    ]),
  ) as unknown as Record<
    (typeof managedSettings)[number],
    [Policy, (rules: PolicyRules) => string | null][]
  >),
  platforms: [
    [{ platforms: [platform] }, (rules) => code(rules.refuseCommand('connect/save', elsewhere))],
    [{ platforms: [platform] }, (rules) => code(rules.refuseCommand('connect/test', elsewhere))],
    [
      { platforms: [platform] },
      (rules) =>
        rules.allowsPlatform({ ...platform, userCentreUrl: 'https://evil.example' }) ? null : 'not-allowed',
    ],
  ],
  // Hiding a page is a matter of the page; other keys forbid what it does.
  hiddenPages: [],
  // Where connections go, not what is done: see test/platform/transport/fixed-proxy.test.ts.
  proxy: [],
  // What is reported, not what is done: see test/result-log/result-log.test.ts.
  resultLogFile: [],
  resultLogServer: [],
  resultLogRequired: [],
  // The branch refuses what these two forbid.
  branch: [],
  branchRequired: [],
  continuousMode: [[{ continuousMode: false }, (rules) => code(rules.refuseCommand('continuous/start', {}))]],
  orders: [
    [{ orders: false }, (rules) => code(rules.refuseJob('order', 1))],
    [{ orders: false }, (rules) => code(rules.refuseJob('allocate', 1))],
  ],
  deletions: [[{ deletions: false }, (rules) => code(rules.refuseJob('delete-employee', 1))]],
  maxRowsPerJob: [
    [{ maxRowsPerJob: 3 }, (rules) => code(rules.refuseJob('disable', 4))],
    [
      { maxRowsPerJob: 3 },
      (rules) => code(rules.refuseCommand('outbox/add', { action: 'disable', rows: [1, 2, 3, 4] })),
    ],
  ],
  maxRowsWithoutWorkOrder: [
    [{ maxRowsWithoutWorkOrder: 3 }, (rules) => code(rules.refuseWithoutOrder('enable', 4))],
    [{ maxRowsWithoutWorkOrder: 0 }, (rules) => code(rules.refuseWithoutOrder('disable', 1))],
    ...(['add-employee', 'reset-password', 'delete-employee'] as const).flatMap(
      (action): [Policy, (rules: PolicyRules) => string | null][] => [
        [{ maxRowsWithoutWorkOrder: 3 }, (rules) => code(rules.refuseWithoutOrder(action, 4))],
        [{ maxRowsWithoutWorkOrder: 0 }, (rules) => code(rules.refuseWithoutOrder(action, 1))],
      ],
    ),
    // How many changes there were is not known.
    [{ maxRowsWithoutWorkOrder: 99 }, (rules) => code(rules.refuseWithoutOrder('disable', Infinity))],
    [
      { maxRowsWithoutWorkOrder: 1 },
      (rules) => code(rules.refuseCommand('outbox/add', { action: 'disable', rows: [1, 2] })),
    ],
  ],
  maxLoanDays: [
    [{ maxLoanDays: 3 }, (rules) => code(rules.refuseLoans({ dueDates: [null], mostPerEmployee: 1 }))],
    [
      { maxLoanDays: 3 },
      (rules) => code(rules.refuseLoans({ dueDates: ['9999-12-31'], mostPerEmployee: 1 })),
    ],
  ],
  maxLoansPerEmployee: [
    [
      { maxLoansPerEmployee: 2 },
      (rules) => code(rules.refuseLoans({ dueDates: [null], mostPerEmployee: 3 })),
    ],
    [{ maxLoansPerEmployee: 2 }, (rules) => code(rules.refuseLoans({ dueDates: [], mostPerEmployee: null }))],
  ],
  // Whose files are accepted, not what is done: see test/work-orders/policy.test.ts.
  trustedKeys: [],
  updateMode: [
    [
      { updateMode: 'off' },
      (rules) => code(rules.refuseCommand('updates/choose', { mode: 'download', server: null })),
    ],
    [{ updateMode: 'off' }, (rules) => code(rules.refuseCommand('updates/check', undefined))],
    [{ updateMode: 'off' }, (rules) => code(rules.refuseCommand('updates/use-file', undefined))],
    [{ updateMode: 'off' }, (rules) => code(rules.refuseCommand('updates/download', undefined))],
    [{ updateMode: 'off' }, (rules) => code(rules.refuseCommand('updates/install', undefined))],
  ],
  updateServer: [
    [
      { updateServer: 'https://mirror.example' },
      (rules) => code(rules.refuseCommand('updates/choose', { mode: 'ask', server: 'https://evil.example' })),
    ],
  ],
}

const cases = Object.entries(attempts).flatMap(([key, list]) =>
  list.map(([policy, attempt]) => ({ key, policy, attempt })),
)

/** Main keeps these for each request of the page, too. */
const requestAttempts: [Policy, (rules: PolicyRules) => string | null][] = [
  [{ assetsPerCall: 3 }, (rules) => code(rules.refuseRequest('assign', 4))],
  [{ assetsPerCall: 3 }, (rules) => code(rules.refuseRequest('lend', 4))],
  [{ numbersPerCall: 3 }, (rules) => code(rules.refuseRequest('allocate', 4))],
]

describe('a policy', () => {
  it.each(requestAttempts)('%j limits a request, whatever the page sends', (policy, attempt) => {
    expect(attempt(rulesOf(policy))).toBe('not-allowed')
    expect(attempt(free)).toBeNull()
  })

  it('has an attempt for each key', () => {
    expect(Object.keys(attempts).sort()).toEqual(Object.keys(policyKinds).sort())
  })

  it.each(cases)('refuses what $key forbids, and nothing without it', ({ policy, attempt }) => {
    const codes = ['not-allowed', 'work-order-required', 'changes-limited']
    const codesOfLoans = ['loan-too-long', 'too-many-loans', 'loans-unknown']
    expect([...codes, ...codesOfLoans]).toContain(attempt(rulesOf(policy)))
    expect(attempt(free)).toBeNull()
  })

  it('allows what it does not name', () => {
    const rules = rulesOf({ ...{ language: 'zh', platforms: [platform], orders: true }, maxRowsPerJob: 3 })
    expect(rules.refuseCommand('settings/change', { theme: 'dark', language: 'zh' })).toBeNull()
    expect(
      rules.refuseCommand('connect/save', { fields: { ...platform, baseUrl: 'https://P.example' } }),
    ).toBeNull()
    expect(rules.refuseJob('order', 3)).toBeNull()
    expect(rules.refuseCommand('locks/look-up', { number: '8000000017' })).toBeNull()
  })

  it('that is unreadable refuses every change and no look-up', () => {
    expect(code(unreadable.refuseJob('disable', 1))).toBe('policy-unreadable')
    for (const [name, input] of [
      ['continuous/start', {}],
      ['outbox/add', { action: 'enable', rows: [1] }],
      ['connect/save', { fields: platform }],
      ['connect/test', { fields: platform }],
    ] as const) {
      expect(code(unreadable.refuseCommand(name, input)), name).toBe('policy-unreadable')
    }
    expect(unreadable.refuseCommand('locks/look-up', { number: '8000000017' })).toBeNull()
  })

  it('replaces settings without saving them', async () => {
    const saved: unknown[] = []
    let content: Readonly<Record<string, unknown>> = { language: 'en', chunkSize: 50 }
    const preferences = {
      read: () => content,
      write: (values: Readonly<Record<string, unknown>>) => {
        saved.push(values)
        content = values
        return Promise.resolve()
      },
    }
    const { settings } = rulesOf({ language: 'zh', chunkSize: 10 })
    const store = createSettings(preferences, '', settings)
    expect(store.read()).toMatchObject({ language: 'zh', chunkSize: 10 })
    expect(await store.change({ language: 'en', chunkSize: 99, theme: 'dark' })).toMatchObject({
      language: 'zh',
      chunkSize: 10,
      theme: 'dark',
    })
    expect(saved).toMatchObject([{ language: 'en', chunkSize: 50, theme: 'dark' }])
  })

  it('decides the choices of updates', () => {
    const rules = rulesOf({ updateMode: 'ask', updateServer: 'https://mirror.example' })
    expect(rules.updateChoices({ mode: 'off', server: null })).toEqual({
      mode: 'ask',
      server: 'https://mirror.example',
    })
    expect(free.updateChoices({ mode: 'off', server: null })).toEqual({ mode: 'off', server: null })
  })
})

it('marks a platform as look only, however its address is spelled', () => {
  const rules = rulesOf({
    platforms: [
      { ...platform, lookOnly: true },
      { ...platform, baseUrl: 'https://q.example' },
    ],
  })
  expect(rules.isLookOnly('https://P.example')).toBe(true)
  expect(rules.isLookOnly('https://q.example')).toBe(false)
  expect(free.isLookOnly('https://p.example')).toBe(false)
})

it('allows a loan up to the last day, by the calendar of this computer', () => {
  const lateAtNight = new Date(2026, 10, 29, 23, 59).getTime()
  const rules = createPolicyRules(
    { state: 'active', source: 'test', policy: { maxLoanDays: 3, maxLoansPerEmployee: 2 } },
    () => lateAtNight,
  )
  const refused = (dueOn: string | null, mostPerEmployee = 2) =>
    code(rules.refuseLoans({ dueDates: ['2026-11-30', dueOn], mostPerEmployee }))
  expect(['2026-12-02', '2026-12-03', null].map((dueOn) => refused(dueOn))).toEqual([
    null,
    'loan-too-long',
    'loan-too-long',
  ])
  expect(refused('2026-12-02', 3)).toBe('too-many-loans')
  expect(code(rules.refuseDueDate('2026-12-03', lateAtNight + 60_000))).toBeNull()
  expect(code(rules.refuseDueDate(null, lateAtNight))).toBe('loan-too-long')
})
