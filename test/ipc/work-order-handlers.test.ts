import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorkOrderHandlers } from '../../src-main/ipc/work-order-handlers'
import { commands } from '../../src-shared/bridge/commands'
import { temporaryFolder } from '../support/temporary-folder'
import { startProgram } from '../work-orders/support/independent-program'
import type { Program } from '../work-orders/support/independent-program'
import { emptyJournal, openOrders } from '../work-orders/support/order-desk'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let desk: Awaited<ReturnType<typeof openOrders>>
let office: Program
const confirmTrust = vi.fn(() => Promise.resolve(true))
const startJob = vi.fn()
let handlers: ReturnType<typeof createWorkOrderHandlers>

const handlersOf = ({ orders }: Pick<typeof desk, 'orders'>) => {
  type Handlers = Parameters<typeof createWorkOrderHandlers>
  return createWorkOrderHandlers(
    {
      desktop: { confirmTrust },
      workOrders: orders,
      journal: { ...emptyJournal(), folder: folder.path },
      settings: { read: () => ({ assetsPerCall: 100 }) },
    } as unknown as Handlers[0],
    {
      startJob,
      environment: {
        id: 'https://platform.example',
        training: false,
        address: 'https://platform.example',
        records: {
          enterprises: () => [{ enterpriseGlobalId: 'E1', enterpriseName: 'North Bridge' }],
          lookUpMany: (numbers: readonly string[]) =>
            Promise.resolve({
              results: numbers.map(() => ({ state: 'not-listed' })),
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
  confirmTrust.mockClear().mockResolvedValue(true)
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
})
