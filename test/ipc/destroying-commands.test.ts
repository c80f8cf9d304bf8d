import { describe, expect, it, vi } from 'vitest'
import type { CommandName } from '#shared/bridge/commands'
import { createDestructionCheck, destroyingCommands } from '../../src-main/ipc/destroying-commands'
import { confirmDestruction } from '../../src-main/window/dialogs/confirm-destruction'
import type { Destruction } from '../../src-main/window/dialogs/confirm-destruction'

const platform = {
  id: 'P1',
  name: 'Office”\nNothing is deleted.',
  baseUrl: 'https://a.example',
  platformId: 'one',
}
const setUp = ({
  vault = 'keyring',
  areKeysFixed = false,
  signatureDays = 0,
  managedDays,
  platforms = [platform],
  isOfPolicy = false,
  isInBranch = false,
}: {
  vault?: string
  areKeysFixed?: boolean
  signatureDays?: number
  managedDays?: number
  platforms?: readonly (typeof platform & { lookOnly?: boolean })[]
  isOfPolicy?: boolean
  isInBranch?: boolean
} = {}) => {
  const app = {
    branch: {
      view: () =>
        isInBranch ? { access: { computer: { name: 'Counter 1' } }, state: { notShared: 4 } } : null,
    },
    openPlatform: { id: 'open' },
    savedPlatforms: { all: () => platforms, lookOnlyOf: () => (isOfPolicy ? 'policy' : 'marked') },
    platformData: { dataOf: () => ({ enterprises: 2, queued: 3, unfinishedJobs: 1, hasHistory: true }) },
    policy: { settings: managedDays === undefined ? {} : { signatureDays: managedDays } },
    settings: { read: () => ({ signatureDays }) },
    signatures: { countOlderThan: (days: number) => 100 - days },
    vault: { status: () => ({ state: vault, backend: '', kept: 5, unreadable: 0 }) },
    workOrders: {
      areKeysFixed,
      trustedKeys: () => [
        { key: 'K1', name: 'Counter', withdrawnAt: null },
        { key: 'K2', name: 'Former', withdrawnAt: 1 },
      ],
    },
  } as unknown as Parameters<typeof destroyingCommands>[0]
  const asked: Destruction[] = []
  const answer = vi.fn((destruction: Destruction) => {
    asked.push(destruction)
    return Promise.resolve(false)
  })
  return { mayRun: createDestructionCheck(destroyingCommands(app), answer), asked }
}

describe('what a command would destroy', () => {
  it.each<[Parameters<typeof setUp>[0], CommandName, unknown, Destruction]>([
    [{ vault: 'memory' }, 'vault/set-passphrase', { passphrase: 'x' }, { kind: 'set-passphrase' }],
    [
      { vault: 'passphrase' },
      'vault/delete-passphrase',
      undefined,
      { kind: 'delete-passphrase', secrets: 5 },
    ],
    [
      { vault: 'passphrase-locked' },
      'vault/delete-passphrase',
      undefined,
      { kind: 'delete-passphrase', secrets: 5 },
    ],
    [
      { platforms: [{ ...platform, lookOnly: true }] },
      'environments/set-look-only',
      { id: 'P1', lookOnly: false },
      { kind: 'end-look-only', name: platform.name, address: platform.baseUrl },
    ],
    [{}, 'work-orders/replace-key', undefined, { kind: 'replace-key' }],
    [
      { isInBranch: true },
      'branch/leave',
      undefined,
      { kind: 'leave-branch', computer: 'Counter 1', notShared: 4 },
    ],
    [{}, 'work-orders/withdraw', { key: 'K1' }, { kind: 'withdraw-trust', name: 'Counter' }],
    [
      {},
      'environments/remove',
      { id: 'P1' },
      expect.objectContaining({
        kind: 'remove-platform',
        data: expect.objectContaining({ queued: 3 }) as object,
      }) as Destruction,
    ],
    [
      { platforms: [platform, { ...platform, id: 'P2' }] },
      'environments/remove',
      { id: 'P1' },
      expect.objectContaining({ data: null }) as Destruction,
    ],
    [
      {},
      'environments/sign-out',
      { id: 'P1', forgetKeys: true },
      { kind: 'delete-keys', name: platform.name, address: platform.baseUrl },
    ],
    [
      {},
      'signatures/remove',
      { document: { jobIds: ['J1'] }, line: 'customer' },
      { kind: 'delete-signature' },
    ],
    [{}, 'settings/change', { signatureDays: 30 }, { kind: 'delete-signatures', days: 30, count: 70 }],
    [
      { signatureDays: 60 },
      'settings/change',
      { signatureDays: 1, theme: 'dark' },
      { kind: 'delete-signatures', days: 1, count: 99 },
    ],
  ])('is asked about (%j, %s)', async (state, name, input, destruction) => {
    const { mayRun, asked } = setUp(state)
    expect(await mayRun(name, input)).toBe(false)
    expect(asked).toEqual([destruction])
  })

  it.each<[Parameters<typeof setUp>[0], CommandName, unknown]>([
    [{ vault: 'passphrase' }, 'vault/set-passphrase', { passphrase: 'x' }],
    [{ vault: 'keyring' }, 'vault/delete-passphrase', undefined],
    [{}, 'work-orders/withdraw', { key: 'K2' }],
    [{}, 'work-orders/withdraw', { key: 'unknown' }],
    [{ areKeysFixed: true }, 'work-orders/withdraw', { key: 'K1' }],
    [{ platforms: [{ ...platform, id: 'open' }] }, 'environments/remove', { id: 'open' }],
    [{}, 'environments/remove', { id: 'unknown' }],
    [{}, 'environments/sign-out', { id: 'P1', forgetKeys: false }],
    [{ signatureDays: 30 }, 'settings/change', { signatureDays: 60 }],
    [{ signatureDays: 30 }, 'settings/change', { signatureDays: 0 }],
    [{ signatureDays: 30 }, 'settings/change', { theme: 'dark' }],
    [{ managedDays: 60 }, 'settings/change', { signatureDays: 1 }],
    [{}, 'locks/rescan', undefined],
    [{}, 'branch/leave', undefined],
    [{}, 'environments/set-look-only', { id: 'P1', lookOnly: true }],
    [{}, 'environments/set-look-only', { id: 'P1', lookOnly: false }],
    [
      { platforms: [{ ...platform, lookOnly: true }], isOfPolicy: true },
      'environments/set-look-only',
      { id: 'P1', lookOnly: false },
    ],
  ])('is nothing (%j, %s)', async (state, name, input) => {
    const { mayRun, asked } = setUp(state)
    expect(await mayRun(name, input)).toBe(true)
    expect(asked).toEqual([])
  })

  it('is asked about once while its dialog is open, and again after it', async () => {
    let close: (isYes: boolean) => void = () => undefined
    const answer = new Promise<boolean>((resolve) => (close = resolve))
    const confirm = vi.fn((_destruction: Destruction) => answer)
    const mayRun = createDestructionCheck(
      { 'signatures/remove': () => ({ kind: 'delete-signature' }) },
      confirm,
    )
    const remove = (line: string) => mayRun('signatures/remove', { line })
    const first = remove('customer')
    const second = remove('customer')
    const ofAnotherLine = remove('operator')
    expect(confirm).toHaveBeenCalledTimes(2)
    close(true)
    expect(await second).toBe(false)
    expect(await Promise.all([first, ofAnotherLine])).toEqual([true, true])
    expect(await remove('customer')).toBe(true)
  })
})

describe('the dialog before something is destroyed', () => {
  const every: readonly Destruction[] = [
    { kind: 'set-passphrase' },
    { kind: 'delete-passphrase', secrets: 5 },
    { kind: 'replace-key' },
    { kind: 'leave-branch', computer: platform.name, notShared: 4 },
    { kind: 'withdraw-trust', name: platform.name },
    {
      kind: 'remove-platform',
      name: platform.name,
      address: platform.baseUrl,
      data: { queued: 3, unfinishedJobs: 0 },
    },
    { kind: 'remove-platform', name: platform.name, address: platform.baseUrl, data: null },
    { kind: 'end-look-only', name: platform.name, address: platform.baseUrl },
    { kind: 'delete-keys', name: platform.name, address: platform.baseUrl },
    { kind: 'replace-keys', name: platform.name, address: platform.baseUrl },
    { kind: 'delete-signatures', days: 30, count: 7 },
    { kind: 'delete-signature' },
  ]

  it.each(every)('declines by default, and no name changes its lines ($kind)', async (destruction) => {
    for (const language of ['en', 'zh'] as const) {
      const showMessageBox = vi.fn((_options: Record<string, unknown>) =>
        Promise.resolve({ response: 1, checkboxChecked: false }),
      )
      const deps = {
        dialog: { showMessageBox } as never,
        window: () => null,
        language: () => language,
      }
      expect(await confirmDestruction(deps)(destruction)).toBe(false)
      const [shown = {}] = showMessageBox.mock.calls[0] ?? []
      expect(shown).toMatchObject({ type: 'warning', defaultId: 1, cancelId: 1 })
      const { message, detail } = shown as { message: string; detail: string }
      expect(message).not.toContain('\n')
      expect(message).not.toContain('Office”')
      expect(detail.split('\n').length).toBeLessThan(4)
      if (destruction.kind === 'delete-signatures') expect(`${message}${detail}`).toMatch(/30.*7/s)
    }
  })
})
