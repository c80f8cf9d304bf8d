import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorkOrderHandlers } from '../../src-main/ipc/work-order-handlers'
import { noClaims } from '../../src-main/work-orders/order-claims'
import { commands } from '../../src-shared/bridge/commands'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { succeed } from '#shared/outcome'
import { openJsonFile } from '../../src-main/util/files/json-file'
import {
  createSavedResults,
  noSavedResults,
  savedResultsSchema,
} from '../../src-main/work-orders/saved-results'
import {
  createSignedOrders,
  noSignedOrders,
  signedOrdersSchema,
} from '../../src-main/work-orders/signed-orders'
import { confirmSigning as confirmSigningIn } from '../../src-main/window/dialogs/confirm-signing'
import type { OrderToSign } from '../../src-main/window/dialogs/confirm-signing'
import { temporaryFolder } from '../support/temporary-folder'
import { startProgram } from '../work-orders/support/independent-program'
import type { Program } from '../work-orders/support/independent-program'
import { emptyJournal, memoryVault, openOrders } from '../work-orders/support/order-desk'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let desk: Awaited<ReturnType<typeof openOrders>>
let office: Program
const confirmTrust = vi.fn(() => Promise.resolve(true))
const confirmSigning = vi.fn((_order: OrderToSign) => Promise.resolve(true))
const saveFile = vi.fn((_file: { readonly bytes: Uint8Array }) =>
  Promise.resolve(succeed({ savedAs: '/a.lockorder' })),
)
/** Locks on a list. */
const listed = new Set<string>()
/** What the lists say of every one. */
let status: Partial<LockRecord> = {}
const startJob = vi.fn()
let signedOrders: ReturnType<typeof createSignedOrders>
let savedResults: ReturnType<typeof createSavedResults>
const openSavedResults = async () => {
  const path = join(folder.path, 'saved-results.json')
  return createSavedResults((await openJsonFile(path, savedResultsSchema, noSavedResults)).file)
}
let handlers: ReturnType<typeof createWorkOrderHandlers>

const recordOf = (assetNum: string) => ({
  assetNum,
  shellNumber: assetNum.slice(2),
  enterpriseGlobalId: 'E1',
  enterpriseName: 'North Bridge',
  ...status,
})

const handlersOf = ({ orders }: Pick<typeof desk, 'orders'>) => {
  type Handlers = Parameters<typeof createWorkOrderHandlers>
  return createWorkOrderHandlers(
    {
      desktop: { confirmTrust, confirmSigning, saveFile },
      workOrders: orders,
      signedOrders,
      savedResults,
      journal: { ...emptyJournal(), folder: folder.path },
      settings: { read: () => ({ assetsPerCall: 100 }) },
      claimsOf: () => noClaims,
    } as unknown as Handlers[0],
    {
      changeService: { startJob },
      platform: {
        id: 'https://platform.example',
        training: false,
        address: 'https://platform.example',
        directory: {
          enterprises: () => [{ enterpriseGlobalId: 'E1', enterpriseName: 'North Bridge' }],
          lookUpMany: (numbers: readonly string[]) =>
            Promise.resolve({
              results: numbers.map((assetNum) =>
                listed.has(assetNum)
                  ? { state: 'found', record: recordOf(assetNum) }
                  : { state: 'not-listed' },
              ),
              enterprises: 1,
              failure: null,
            }),
        },
      },
    } as unknown as Handlers[1],
  )
}

beforeEach(async () => {
  folder = await temporaryFolder()
  office = startProgram(Date.now() - 1_000)
  desk = await openOrders(folder.path)
  const { file } = await openJsonFile(
    join(folder.path, 'signed-orders.json'),
    signedOrdersSchema,
    noSignedOrders,
  )
  signedOrders = createSignedOrders(file, join(folder.path, 'signed-orders'))
  savedResults = await openSavedResults()
  confirmTrust.mockClear().mockResolvedValue(true)
  confirmSigning.mockClear().mockResolvedValue(true)
  saveFile.mockClear()
  listed.clear()
  status = {}
  handlers = handlersOf(desk)
})
afterEach(async () => {
  await desk.stop()
  await folder.remove()
})

const openKey = async () => {
  const opened = await handlers['work-orders/open']({ bytes: new Uint8Array(office.keyFile) })
  if (!opened.ok || opened.value.kind !== 'key') throw new Error('no key')
  return opened.value
}

describe('work order commands', () => {
  it('trust a key in the system dialog alone, with the words of that key', async () => {
    const { key } = await openKey()
    confirmTrust.mockResolvedValueOnce(false)
    const input = { key: key.key, name: key.name }
    expect(await handlers['work-orders/trust'](input)).toMatchObject({ error: { code: 'not-confirmed' } })
    expect(desk.orders.trustedKeys()).toEqual([])

    expect(await handlers['work-orders/trust'](input)).toMatchObject({
      value: [{ key: key.key, withdrawnAt: null }],
    })
    expect(confirmTrust).toHaveBeenLastCalledWith({
      name: key.name,
      words: expect.objectContaining({ en: office.words(english).split(' ') }) as object,
    })
    // The page cannot send words of its own.
    expect(commands['work-orders/trust'].input.safeParse({ ...input, words: 'a' }).success).toBe(false)

    await handlers['work-orders/withdraw']({ key: key.key })
    expect(await openKey()).toMatchObject({ state: 'withdrawn' })
  })

  it('trust no key that the policy does not name, without asking', async () => {
    const { key } = await openKey()
    const fixed = await openOrders(folder.path, { fixedKeys: [] })
    const managed = handlersOf(fixed)
    confirmTrust.mockClear()
    expect(await managed['work-orders/trust']({ key: key.key, name: key.name })).toMatchObject({
      error: { code: 'keys-managed' },
    })
    expect(confirmTrust).not.toHaveBeenCalled()
    await fixed.stop()
  })

  it('open a file by its content and name why an order is refused', async () => {
    const bytes = new Uint8Array(office.sign(office.order({})))
    expect(await handlers['work-orders/open']({ bytes })).toMatchObject({
      value: {
        kind: 'order',
        order: {
          problem: { code: 'key-unknown' },
          signer: { words: { en: office.words(english).split(' ') } },
        },
      },
    })
    const changed = bytes.slice()
    changed[changed.length - 4] = (changed.at(-4) ?? 0) ^ 1
    const refused = await handlers['work-orders/open']({ bytes: changed })
    expect(refused.ok).toBe(false)
    expect(
      await handlers['work-orders/open']({ bytes: new TextEncoder().encode('{"format":"other"}') }),
    ).toMatchObject({ error: { code: 'other-format' } })
  })

  it('send nothing of an untrusted order, and nothing of locks on no list', async () => {
    const bytes = new Uint8Array(office.sign(office.order({})))
    const input = { bytes, leaveOut: [], operatorIdentity: 'Li Wei' }
    expect(await handlers['work-orders/carry-out'](input)).toMatchObject({ error: { code: 'key-unknown' } })
    const { key } = await openKey()
    await handlers['work-orders/trust']({ key: key.key, name: key.name })
    const checked = await handlers['work-orders/check']({ bytes })
    expect(checked.ok && checked.value.map(({ unsent }) => unsent?.reason)).toEqual([
      'not-found',
      'not-found',
      'not-found',
    ])
    expect(await handlers['work-orders/carry-out'](input)).toMatchObject({
      error: { code: 'nothing-to-send' },
    })
    expect(startJob).not.toHaveBeenCalled()
  })

  it('say all that holds for a lock, the most important first', async () => {
    const order = office.order({})
    const bytes = new Uint8Array(office.sign(order))
    for (const { assetNum } of order.rows as readonly { readonly assetNum: string }[]) listed.add(assetNum)
    status = { locked: true, limitEnd: Date.now() - 1 }
    const { key } = await openKey()
    await handlers['work-orders/trust']({ key: key.key, name: key.name })
    const checked = await handlers['work-orders/check']({ bytes })
    expect(checked.ok && checked.value.map((row) => [row.status, ...row.otherStatuses])).toEqual(
      Array(3).fill(['expired', 'disabled']),
    )
  })

  const draft = {
    action: 'disable' as const,
    assetNums: ['LD8000000017', 'LD8000000025'],
    operatorIdentity: 'Chen Yu',
    note: 'Returned',
    notBefore: null,
    validDays: 366,
  }

  it('sign an order only after a system dialog that shows what the file says', async () => {
    for (const assetNum of draft.assetNums) listed.add(assetNum)
    confirmSigning.mockResolvedValueOnce(false)
    expect(await handlers['work-orders/sign'](draft)).toMatchObject({ error: { code: 'not-confirmed' } })

    const signed = await handlers['work-orders/sign'](draft)
    if (!signed.ok) throw new Error(signed.error.code)
    const { bytes, order } = signed.value
    const file = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>
    const [shown] = confirmSigning.mock.lastCall ?? []
    expect(shown).toEqual({
      action: 'disable',
      rows: 2,
      platform: 'https://platform.example',
      enterprises: [{ enterpriseGlobalId: 'E1', enterpriseName: 'North Bridge' }],
      notBefore: file['notBefore'],
      expires: file['expires'],
      preparedBy: 'Chen Yu',
      note: 'Returned',
      checksum: order.checksum,
    })
    const digest = createHash('sha256').update(bytes).digest('hex')
    expect(order.checksum.replaceAll(' ', '')).toBe(digest.slice(0, 16))
    // The other computer shows the same.
    expect(await handlers['work-orders/open']({ bytes })).toMatchObject({
      value: { order: { checksum: order.checksum } },
    })
  })

  it('save the bytes that were confirmed, and no others', async () => {
    for (const assetNum of draft.assetNums) listed.add(assetNum)
    const signed = await handlers['work-orders/sign'](draft)
    if (!signed.ok) throw new Error(signed.error.code)
    const { id } = signed.value.order
    const expected = Buffer.from(signed.value.bytes)
    signed.value.bytes.fill(0)
    expect(await handlers['work-orders/save']({ id, name: 'Order' })).toEqual(
      succeed({ savedAs: '/a.lockorder' }),
    )
    expect(Buffer.from(saveFile.mock.lastCall?.[0].bytes ?? [])).toEqual(expected)
    expect(await handlers['work-orders/save']({ id: 'other', name: 'Order' })).toMatchObject({
      error: { code: 'not-found' },
    })
    // Remembered over the next start, with its state; the order opens without trust in the own key.
    const list = await handlers['work-orders/signed'](undefined)
    expect(list).toMatchObject({
      value: [{ id, rowCount: draft.assetNums.length, saved: { name: 'a.lockorder' } }],
    })
    expect(await handlers['work-orders/signed-file']({ id })).toMatchObject({
      value: { order: { id, problem: null }, bytes: new Uint8Array(expected) },
    })
    expect(await handlers['work-orders/signed-file']({ id: 'other' })).toEqual(succeed(null))
    // A page has no other way to save a work order.
    const input = { name: 'Order', kind: 'lockorder', bytes: new Uint8Array(1) }
    expect(commands['files/save'].input.safeParse(input).success).toBe(false)
  })
})

it('a result that was saved is a saved one also after the next start, until its rows change', async () => {
  const { key, name } = (await openKey()).key
  await desk.orders.trust({ key, name }, office.words(english))
  const bytes = new Uint8Array(office.sign(office.order()))
  const digest = createHash('sha256').update(bytes).digest('hex')
  const { id } = office.order() as { id: string }
  await desk.used.markUsed({ id, digest, at: Date.now(), operator: 'Li Wei', unsent: [] })
  const result = async () => {
    const made = await handlers['work-orders/result']({ bytes })
    if (!made.ok) throw new Error(made.error.code)
    return made.value
  }
  const first = await result()
  expect(first.isSaved).toBe(false)
  expect(await handlers['work-orders/note-result-saved']({ bytes: first.bytes })).toEqual(succeed(null))
  savedResults = await openSavedResults()
  handlers = handlersOf(desk)
  expect((await result()).isSaved).toBe(true)
  // The rows are in the journal now, which is an older one.
  await desk.used.noteStarted(id, 'job-1')
  expect((await result()).result.rows.map(({ state }) => state)).toEqual(
    Array.from({ length: 3 }, () => 'unconfirmed'),
  )
  expect((await result()).isSaved).toBe(false)
})

it('a saved result is a saved one also without the key of this computer, and only a signed one is noted', async () => {
  const { key, name } = (await openKey()).key
  await desk.orders.trust({ key, name }, office.words(english))
  const bytes = new Uint8Array(office.sign(office.order()))
  const digest = createHash('sha256').update(bytes).digest('hex')
  const { id } = office.order() as { id: string }
  const unsent = [{ reason: 'already', state: 'skipped', key: 'LD8000000001' }] as const
  await desk.used.markUsed({ id, digest, at: Date.now(), operator: 'Li Wei', unsent: [...unsent] })
  const made = await handlers['work-orders/result']({ bytes })
  if (!made.ok) throw new Error(made.error.code)
  expect(made.value.result.rows.map(({ reason }) => reason)).toContain('already')
  const keyless = await openOrders(folder.path, { vault: memoryVault('memory') })
  const withoutKey = handlersOf(keyless)
  const isSaved = async () => {
    const own = await withoutKey['work-orders/own-result']({ bytes })
    return own.ok ? own.value.isSaved : own.error.code
  }
  const { signature: _signature, ...unsigned } = JSON.parse(
    Buffer.from(made.value.bytes).toString('utf8'),
  ) as Record<string, unknown>
  for (const refused of [Buffer.from(JSON.stringify(unsigned)), bytes])
    expect(await handlers['work-orders/note-result-saved']({ bytes: new Uint8Array(refused) })).toMatchObject(
      { ok: false },
    )
  expect(await isSaved()).toBe(false)
  await handlers['work-orders/note-result-saved']({ bytes: made.value.bytes })
  expect(await isSaved()).toBe(true)
  await keyless.stop()
  // Signed again, it is still the one that was saved.
  expect(await handlers['work-orders/result']({ bytes })).toMatchObject({ value: { isSaved: true } })
})

describe('the dialog before an order is signed', () => {
  it.each(['en', 'zh'] as const)(
    'names action, rows, enterprises and the end of the time (%s)',
    async (language) => {
      const showMessageBox = vi.fn((_options: { message: string; detail: string }) =>
        Promise.resolve({ response: 1, checkboxChecked: false }),
      )
      const order: OrderToSign = {
        action: 'disable',
        rows: 20_000,
        platform: 'https://platform.example',
        enterprises: Array.from({ length: 7 }, (_, at) => ({
          enterpriseGlobalId: `E${at}`,
          enterpriseName: at === 0 ? 'North”\nBridge' : null,
        })),
        notBefore: new Date(2026, 10, 26).getTime(),
        expires: new Date(2027, 10, 27).getTime(),
        preparedBy: 'Chen”\nYu',
        note: `Only one lock.\n${'x'.repeat(2_000)}`,
        checksum: '9f2c 31aa 07be 44d1',
      }
      const deps = { dialog: { showMessageBox } as never, window: () => null, language: () => language }
      expect(await confirmSigningIn(deps)(order)).toBe(false)
      const { message = '', detail = '' } = showMessageBox.mock.lastCall?.[0] ?? {}
      expect(message).toMatch(language === 'en' ? /disable 20,000 locks\?/i : /禁用 20,000 把加密锁/)
      expect(detail.split('\n')).toHaveLength(8)
      for (const part of [
        '7',
        '+2|另有 2',
        "“North' Bridge”",
        'ID E1',
        '2027',
        '9f2c 31aa 07be 44d1',
        'https://platform.example',
      ])
        expect(detail).toMatch(new RegExp(part.replace(/[+.]/g, '\\$&')))
    },
  )
})
