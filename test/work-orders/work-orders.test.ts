import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder'
import { canonical, orderId, startProgram } from './support/independent-program'
import type { Fields, Program } from './support/independent-program'
import { createSigningKeys } from '../../src-main/work-orders/signing-key'
import { usedOrdersVersion } from '../../src-main/work-orders/used-orders'
import type { JournaledJob } from '../../src-main/journal/journal-index'
import { emptyJournal, memoryVault, openOrders } from './support/order-desk'

const now = 1_795_468_818_757
const platform = { id: 'https://platform.example', address: 'https://platform.example' }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let time: number
let office: Program
let desk: Awaited<ReturnType<typeof openOrders>>

const open = () => openOrders(folder.path, { now: () => time })
const trust = async (program: Program) => {
  const key = desk.orders.readKey(program.keyFile)
  if (!key.ok) throw new Error(key.error.message)
  return desk.orders.trust(key.value, program.words(english))
}
/** The code of the reason why the bytes are no order to carry out; null if there is none. */
const codeOf = async (bytes: Uint8Array, where = platform): Promise<string | null> => {
  const inspected = await desk.orders.inspect(bytes, where)
  return inspected.ok ? (inspected.value.problem?.code ?? null) : inspected.error.code
}

const rows = (count: number) =>
  Array.from({ length: count }, (_one, at) => ({ assetNum: `LD${String(at).padStart(10, '0')}` }))
const flip = (bytes: Uint8Array, at: number, bit: number): Buffer => {
  const flipped = Buffer.from(bytes)
  flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
  return flipped
}
/** The result of an order with the rows of `office.order()`, all in one state. */
const resultFields = (order: Buffer, { key }: Program, state: Fields): Fields => ({
  format: 'lock-desk-work-order-result',
  version: 1,
  order: { id: orderId, digest: createHash('sha256').update(order).digest('hex') },
  action: 'disable',
  operator: 'Li Wei',
  used: now,
  made: now,
  journal: { records: 1, hash: '0'.repeat(64) },
  rows: ['0', '1', '2'].map((n) => ({ key: `LD800000000${n}`, ...state })),
  signer: { algorithm: 'Ed25519', key, name: 'Stranger' },
})

beforeEach(async () => {
  folder = await temporaryFolder()
  time = now
  office = startProgram(now)
  desk = await open()
  expect((await trust(office)).ok).toBe(true)
})
afterEach(async () => {
  await desk.stop()
  await folder.remove()
})

const draft = {
  action: 'disable',
  platform,
  enterprises: ['E1'],
  rows: [{ assetNum: 'LD8000000001' }],
  preparedBy: 'Li Wei',
  note: '',
  notBefore: null,
  validMs: 1_000,
} as const

describe('an order of another program', () => {
  it('is accepted when it follows the documentation', async () => {
    const bytes = office.sign(office.order())
    const inspected = await desk.orders.inspect(bytes, platform)
    expect(inspected).toMatchObject({
      ok: true,
      value: {
        problem: null,
        used: null,
        trusted: { name: 'Office' },
        digest: createHash('sha256').update(bytes).digest('hex'),
        order: { note: 'Returned: café, 归还' },
      },
    })
  })

  it('is accepted with the address or the ID of the platform', async () => {
    const bytes = office.sign(office.order())
    expect(await codeOf(bytes, { id: platform.id, address: 'https://moved.example' })).toBeNull()
    expect(await codeOf(bytes, { id: 'other', address: platform.address })).toBeNull()
    expect(await codeOf(bytes, { id: 'other', address: 'https://other.example' })).toBe(
      'other-order-platform',
    )
  })

  it('is refused with any byte flipped, in each of 20 different files', async () => {
    const person = { memberGlobalId: 'M1', memberName: 'Emma Clarke' }
    const edit = {
      ...person,
      enterpriseGlobalId: 'E1',
      userName: 'emma',
      name: '艾玛',
      remark: '',
      passwordMobile: '13800138000',
    }
    const lock = { assetNum: 'LD8000000001' }
    const loan = { ...lock, ...person, assets: ['LD8000000002', 'LD8000000003'] }
    const orders: readonly Fields[] = [
      {},
      { action: 'enable', note: '', rows: [lock] },
      { enterprises: ['E1', 'E2'], expires: now + 1 },
      { action: 'assign', rows: [{ ...lock, ...person }] },
      { action: 'withdraw', rows: [{ ...lock, ...person, memberName: '陈宇' }] },
      { action: 'edit-employee', rows: [edit] },
      { action: 'edit-employee', rows: [{ ...edit, departmentId: '12' }] },
      { action: 'lend', rows: [loan] },
      { note: '\u{1f512} é, 归还 "quoted" \\ \u2028' },
      { preparedBy: '李伟', platform: { id: 'https://平台.example', address: platform.address } },
      { rows: rows(60) },
      { id: 'ffffffff-ffff-4fff-8fff-ffffffffffff', created: 0 },
      { note: 'n'.repeat(400) },
      { action: 'assign', rows: [1, 2, 3].map((n) => ({ assetNum: `A${n}`, ...person })) },
    ]
    const files = orders.map((over) => office.sign(office.order(over)))
    for (const [index, bytes] of files.entries()) {
      expect([index, await codeOf(bytes)]).toEqual([index, null])
      for (let at = 0; at < bytes.length; at += 1) {
        // Every bit of the first file, and one bit of each byte of the others.
        for (const bit of index === 0 ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8]) {
          const code = await codeOf(flip(bytes, at, bit))
          if (code === null) throw new Error(`file ${index}, byte ${at}, bit ${bit} was accepted`)
        }
      }
      // Cut short or longer.
      expect(await codeOf(bytes.subarray(0, -1))).toBe('not-json')
      expect(await codeOf(Buffer.concat([bytes, Buffer.from('\n')]))).toBe('not-canonical')
    }

    const [order = Buffer.alloc(0)] = files
    const states: readonly Fields[] = [
      { state: 'completed', ended: now },
      { state: 'failed', reason: 'refused', businessCode: '1001' },
      { state: 'not-sent', reason: 'left-out' },
      { state: 'unconfirmed', reason: 'timeout' },
      { state: 'skipped', reason: 'already' },
      { state: 'completed' },
    ]
    const results = states.map((state) => office.sign(resultFields(order, office, state)))
    for (const [index, bytes] of results.entries()) {
      expect(await desk.orders.compare(order, bytes)).toMatchObject({ ok: true })
      for (let at = 0; at < bytes.length; at += 1) {
        const compared = await desk.orders.compare(order, flip(bytes, at, at % 8))
        if (compared.ok) throw new Error(`result ${index}, byte ${at} was accepted`)
      }
    }
    expect(new Set([...files, ...results].map(String)).size).toBe(20)
  }, 120_000)

  const signedWith = (over: Fields) => () => office.sign(office.order(over))
  it.each<[string, () => Buffer, string]>([
    ['other format', signedWith({ format: 'lock-desk-work-order-result' }), 'other-format'],
    ['a later version', signedWith({ version: 2 }), 'newer-version'],
    ['an unknown field', signedWith({ force: 1 }), 'invalid-field'],
    ['an action that is not offered', signedWith({ action: 'reset-password' }), 'invalid-field'],
    ['no rows', signedWith({ rows: [] }), 'invalid-field'],
    ['a lock twice', signedWith({ rows: [{ assetNum: 'A' }, { assetNum: 'A' }] }), 'invalid-field'],
    ['too many rows', () => office.sign(office.order({ rows: rows(100_001) })), 'invalid-field'],
    ['text in another Unicode form', signedWith({ note: 'cafe\u0301' }), 'invalid-field'],
    ['text that reorders other text', signedWith({ note: 'a\u202eb' }), 'invalid-field'],
    ['an ID that is none', signedWith({ id: '../x' }), 'invalid-field'],
    ['an end before its start', signedWith({ expires: now }), 'invalid-field'],
    ['a start before it was made', signedWith({ notBefore: now - 1 }), 'invalid-field'],
    ['more than a year', signedWith({ expires: now + 367 * 86_400_000 }), 'invalid-field'],
    ['a number beyond 2^53', signedWith({ created: 2 ** 53 }), 'number-too-large'],
    [
      'another curve',
      () => office.sign(office.order({ signer: { algorithm: 'P-256', key: office.key, name: 'Office' } })),
      'other-algorithm',
    ],
    [
      'a key of another length',
      () => office.sign(office.order({ signer: { algorithm: 'Ed25519', key: 'AAAA', name: 'Office' } })),
      'invalid-field',
    ],
    [
      'the signature of another file',
      () => {
        const other = office.sign(office.order({ note: 'other' })).toString()
        const [, signature = ''] = /"signature":"([^"]+)"/.exec(other) ?? []
        return Buffer.from(canonical({ ...office.order(), signature }))
      },
      'signature-invalid',
    ],
    [
      'the signature of another kind of file',
      () => office.sign(office.order(), 'lock-desk-work-order-result 1\n'),
      'signature-invalid',
    ],
    ['a signature without the prefix', () => office.sign(office.order(), ''), 'signature-invalid'],
    [
      'names in another order',
      () => Buffer.from(`{"version":1,"format":"lock-desk-work-order"}`),
      'not-canonical',
    ],
    ['the JSON of another program', () => Buffer.from(`{ "version": 1, "format": "x" }`), 'other-format'],
    [
      'another form of the same text',
      () => Buffer.from(office.sign(office.order()).toString().replace('café', 'cafe\u0301')),
      'invalid-field',
    ],
    [
      'an escape instead of its character',
      () => Buffer.from(office.sign(office.order()).toString().replace('Chen', '\\u0043hen')),
      'not-canonical',
    ],
    ['no bytes', () => Buffer.alloc(0), 'file-empty'],
    ['a byte order mark and blanks', () => Buffer.from('\ufeff\r\n'), 'file-empty'],
    ['more than 20 MB', () => Buffer.alloc(20 * 1024 * 1024 + 1, 0x20), 'file-too-large'],
    ['deep nesting', () => Buffer.from('['.repeat(1_000_000)), 'too-deep'],
  ])('with %s is refused', async (_what, make, code) => {
    expect(await codeOf(make())).toBe(code)
  })

  it('names the field that is too much', async () => {
    const rows = [{ assetNum: 'A', memberName: 'Li' }]
    const at = (over: Fields) => desk.orders.inspect(office.sign(office.order(over)), platform)
    expect(await at({ force: 1 })).toMatchObject({ error: { at: 'force' } })
    expect(await at({ rows })).toMatchObject({ error: { at: 'rows.0.memberName' } })
  })

  it('is refused before its time and after it, with ten minutes for clocks that differ', async () => {
    const minute = 60_000
    const bytes = office.sign(office.order({ notBefore: now + 20 * minute, expires: now + 21 * minute }))
    expect(await codeOf(bytes)).toBe('order-not-yet-valid')
    const refused = await desk.orders.inspect(bytes, platform)
    expect(JSON.stringify(refused)).toContain('this computer’s clock says 2026-11-23T21:20:18.757Z')
    time = now + 10 * minute
    expect(await codeOf(bytes)).toBeNull()
    time = now + 31 * minute - 1
    expect(await codeOf(bytes)).toBeNull()
    time = now + 31 * minute
    expect(await codeOf(bytes)).toBe('order-expired')
  })

  it('with a million names is refused at once', async () => {
    const names = Array.from({ length: 1_000_000 }, (_one, at) => `"${String(at).padStart(7, '0')}":1`)
    const known = '"format":"lock-desk-work-order","signer":{"algorithm":"Ed25519"},"version":1'
    const inspected = await desk.orders.inspect(Buffer.from(`{${names.join(',')},${known}}`), platform)
    expect(inspected).toMatchObject({ error: { code: 'invalid-field' } })
    if (!inspected.ok) expect(inspected.error.message.length).toBeLessThan(400)
  })

  it('with a long name is refused with a short place', async () => {
    const inspected = await desk.orders.inspect(
      office.sign(office.order({ ['x'.repeat(10_000)]: 1 })),
      platform,
    )
    expect(inspected).toMatchObject({ error: { code: 'invalid-field', at: 'x'.repeat(300) } })
  })

  it('with 100,000 rows is read', async () => {
    expect(await codeOf(office.sign(office.order({ rows: rows(100_000) })))).toBeNull()
  })
})

describe('trust', () => {
  it('needs the words of the key, in either language', async () => {
    const other = startProgram(now, 'Other')
    const bytes = other.sign(other.order())
    expect(await codeOf(bytes)).toBe('key-unknown')
    const key = desk.orders.readKey(other.keyFile)
    if (!key.ok) throw new Error(key.error.message)
    for (const words of ['', office.words(english), other.words(english).slice(0, -1)]) {
      expect(await desk.orders.trust(key.value, words)).toMatchObject({ error: { code: 'words-differ' } })
    }
    expect(await codeOf(bytes)).toBe('key-unknown')
    expect((await desk.orders.trust(key.value, ` ${other.words(chinese).replaceAll(' ', '')} `)).ok).toBe(
      true,
    )
    expect(await codeOf(bytes)).toBeNull()
  })

  it('is not given to another key when a byte of a key file is flipped', async () => {
    const other = startProgram(now, 'Other')
    for (let at = 0; at < other.keyFile.length; at += 1) {
      const key = desk.orders.readKey(flip(other.keyFile, at, at % 8))
      // The name is not part of the key, and is shown where the words are compared.
      if (!key.ok || key.value.key === other.key) continue
      const trusted = await desk.orders.trust(key.value, other.words(english))
      expect(trusted).toMatchObject({ error: { code: 'words-differ' } })
    }
  })

  it('ends when it is withdrawn, and lasts over a restart', async () => {
    const bytes = office.sign(office.order())
    await desk.stop()
    desk = await open()
    expect(await codeOf(bytes)).toBeNull()
    expect(await desk.orders.withdraw('abandon')).toMatchObject({ error: { code: 'words-unknown' } })
    expect((await desk.orders.withdraw(office.words(english).toUpperCase())).ok).toBe(true)
    expect(await codeOf(bytes)).toBe('key-withdrawn')
    await desk.stop()
    desk = await open()
    expect(await codeOf(bytes)).toBe('key-withdrawn')
    expect((await trust(office)).ok).toBe(true)
    expect(await codeOf(bytes)).toBeNull()
  })

  it('does not include the own key', async () => {
    const signed = await desk.orders.sign(draft)
    if (!signed.ok) throw new Error(signed.error.message)
    expect(await codeOf(signed.value.bytes)).toBe('key-unknown')
  })
})

it('a note of several lines, and one pasted with hidden characters, is signed on one line', async () => {
  const note = ' Returned\nshelf\tB\r\n\u202ecafe\u0301\u0007 '
  const signed = await desk.orders.sign({ ...draft, note, preparedBy: 'Li\nWei' })
  if (!signed.ok) throw new Error(signed.error.message)
  expect(signed.value.order).toMatchObject({ note: 'Returned shelf B caf\u00e9', preparedBy: 'Li Wei' })
})

describe('the key of this computer', () => {
  it('is made once, and its private half is in the vault alone', async () => {
    const vault = memoryVault()
    const first = await openOrders(folder.path, { vault })
    const again = await openOrders(folder.path, { vault })
    expect(await first.orders.ownKey()).toEqual(await again.orders.ownKey())
    const [secret = ''] = vault.secrets.values()
    expect(secret.length).toBeGreaterThan(40)
    await Promise.all([first.stop(), again.stop()])
    expect(await readFile(join(folder.path, 'trusted-keys.json'), 'utf8')).not.toContain(secret)
  })

  it('is not made where it would be lost, nor replaced while it cannot be read', async () => {
    const memory = await openOrders(folder.path, { vault: memoryVault('memory') })
    expect(await memory.orders.ownKey()).toMatchObject({ error: { code: 'key-not-storable' } })
    const locked = memoryVault('passphrase-locked')
    const lockedDesk = await openOrders(folder.path, { vault: locked })
    // A passphrase that was set is to be entered.
    expect(await lockedDesk.orders.ownKey()).toMatchObject({ error: { code: 'key-not-readable' } })
    await lockedDesk.stop()
    const vault = memoryVault('passphrase-locked')
    vault.read = () => Promise.resolve(null)
    vault.has = () => true
    const unread = await openOrders(folder.path, { vault })
    expect(await unread.orders.ownKey()).toMatchObject({ error: { code: 'key-not-readable' } })
    expect(vault.secrets.size).toBe(0)
    await Promise.all([memory.stop(), unread.stop()])
  })
})

describe('the key of a computer in a branch', () => {
  it('stays, because the other computers verify by it', async () => {
    const vault = memoryVault()
    let isInBranch = false
    const keys = createSigningKeys(vault, () => isInBranch)
    const first = await keys.open()
    isInBranch = true
    expect(await keys.replace()).toMatchObject({ ok: false, error: { code: 'key-in-branch' } })
    expect(await keys.open()).toMatchObject({ value: { publicKey: first.ok ? first.value.publicKey : '' } })
    isInBranch = false
    expect((await keys.replace()).ok).toBe(true)
  })
})

describe('an order', () => {
  const use = async (bytes: Buffer) => {
    const inspected = await desk.orders.inspect(bytes, platform)
    if (!inspected.ok) throw new Error(inspected.error.message)
    return desk.orders.markUsed(inspected.value, { operator: 'Li Wei', unsent: [] })
  }
  const usedFile = () => join(folder.path, 'used-orders.log')

  it('is used once, also at the same time and after a restart', async () => {
    const bytes = office.sign(office.order())
    const both = await Promise.all([use(bytes), use(bytes)])
    expect(both.map(({ ok }) => ok)).toEqual([true, false])
    expect(await codeOf(bytes)).toBe('order-used')
    // The same ID in another signed file is the same order.
    expect(await codeOf(office.sign(office.order({ note: 'again' })))).toBe('order-used')
    await desk.stop()
    desk = await open()
    expect(await codeOf(bytes)).toBe('order-used')
    time = now + 10 * 86_400_000
    expect(await codeOf(bytes)).toBe('order-used')
  })

  it('is not used where that cannot be written', async () => {
    const bytes = office.sign(office.order())
    await rm(usedFile())
    await writeFile(usedFile(), 'x')
    expect(await use(bytes)).toMatchObject({ error: { code: 'used-orders-not-writable' } })
  })

  it('is refused if the list of used orders was lost or damaged since it was made', async () => {
    const bytes = office.sign(office.order())
    expect((await use(bytes)).ok).toBe(true)
    await desk.stop()
    const whole = await readFile(usedFile())
    time = now + 5_000
    await rm(usedFile())
    desk = await open()
    expect(await codeOf(bytes)).toBe('order-before-loss')
    const later = office.sign(office.order({ created: time, notBefore: time }))
    expect(await codeOf(later)).toBeNull()
    await desk.stop()
    const flipped = Buffer.from(whole)
    flipped[whole.length - 5] = 0x41
    await writeFile(usedFile(), flipped)
    desk = await open()
    expect(await codeOf(bytes)).toBe('order-before-loss')
  })

  it('is not used by a line that was cut while it was written, and is by every whole line', async () => {
    const bytes = office.sign(office.order())
    const before = (await readFile(usedFile())).length
    expect((await use(bytes)).ok).toBe(true)
    await desk.stop()
    const whole = await readFile(usedFile())
    for (let size = before; size <= whole.length; size += 1) {
      await writeFile(usedFile(), whole.subarray(0, size))
      desk = await open()
      expect([size, await codeOf(bytes)]).toEqual([size, size === whole.length ? 'order-used' : null])
      await desk.stop()
    }
    desk = await open()
  })

  it('that the journal knows is used, also where the list has lost it', async () => {
    const bytes = office.sign(office.order())
    await desk.stop()
    const intent = { workOrder: { id: orderId, signer: 'Office' }, operatorIdentity: 'Li Wei' }
    const job = { jobId: 'J1', requestedAt: now, intent } as Partial<JournaledJob> as JournaledJob
    desk = await openOrders(folder.path, {
      now: () => time,
      journal: { ...emptyJournal(), jobs: () => [job] },
    })
    expect(await codeOf(bytes)).toBe('order-used')
    expect(await desk.orders.makeResult(bytes, platform)).toMatchObject({
      error: { code: 'order-before-loss' },
    })
  })

  it('of a later version of the list is not used', async () => {
    await desk.stop()
    const { writeCheckedLine } = await import('../../src-main/util/files/checked-line')
    const line = writeCheckedLine(
      JSON.stringify({ kind: 'used-orders', version: usedOrdersVersion + 1, since: 0 }),
    )
    await writeFile(usedFile(), `${line}\n`)
    desk = await open()
    expect(await codeOf(office.sign(office.order()))).toBe('used-orders-newer')
    expect(await readFile(usedFile(), 'utf8')).toBe(`${line}\n`)
  })
})

describe('a result', () => {
  it('of an order that was used and not sent says so, and belongs to this order alone', async () => {
    const bytes = office.sign(office.order())
    expect(await desk.orders.makeResult(bytes, platform)).toMatchObject({ error: { code: 'order-not-used' } })
    const inspected = await desk.orders.inspect(bytes, platform)
    if (!inspected.ok) throw new Error(inspected.error.message)
    const unsent = [{ key: 'LD8000000001', state: 'not-sent' as const, reason: 'left-out' }]
    await desk.orders.markUsed(inspected.value, { operator: 'Li Wei', unsent })
    const made = await desk.orders.makeResult(bytes, platform)
    if (!made.ok) throw new Error(made.error.message)
    expect(made.value.result.rows).toEqual([
      { key: 'LD8000000000', state: 'not-sent', reason: 'interrupted' },
      { key: 'LD8000000001', state: 'not-sent', reason: 'left-out' },
      { key: 'LD8000000002', state: 'not-sent', reason: 'interrupted' },
    ])
    const changed = office.sign(office.order({ note: 'changed' }))
    expect(await desk.orders.makeResult(changed, platform)).toMatchObject({
      error: { code: 'other-content' },
    })
    expect((await desk.orders.compare(bytes, made.value.bytes)).ok).toBe(true)
    expect(await desk.orders.compare(changed, made.value.bytes)).toMatchObject({
      error: { code: 'other-order' },
    })
    for (let at = 0; at < made.value.bytes.length; at += 1) {
      const compared = await desk.orders.compare(bytes, flip(made.value.bytes, at, 0))
      if (compared.ok) throw new Error(`byte ${at} was accepted`)
    }
    // A started job that the journal does not have: an older journal was restored.
    await desk.used.noteStarted(orderId, 'J1')
    const restored = await desk.orders.makeResult(bytes, platform)
    if (!restored.ok) throw new Error(restored.error.message)
    expect(restored.value.result.rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['unconfirmed', 'not-in-journal'],
      ['not-sent', 'left-out'],
      ['unconfirmed', 'not-in-journal'],
    ])
  })

  it('is known without the key of this computer, which alone can sign it', async () => {
    const bytes = office.sign(office.order())
    expect(await desk.orders.readOwnResult(bytes, platform)).toMatchObject({
      error: { code: 'order-not-used' },
    })
    const inspected = await desk.orders.inspect(bytes, platform)
    if (!inspected.ok) throw new Error(inspected.error.message)
    await desk.orders.markUsed(inspected.value, { operator: 'Li Wei', unsent: [] })
    const keyless = await openOrders(folder.path, { now: () => time, vault: memoryVault('memory') })
    expect(await keyless.orders.makeResult(bytes, platform)).toMatchObject({
      error: { code: 'key-not-storable' },
    })
    const own = await keyless.orders.readOwnResult(bytes, platform)
    if (!own.ok) throw new Error(own.error.message)
    expect(own.value.result).toMatchObject({ operator: 'Li Wei', order: { id: orderId } })
    expect(own.value.result.rows.map(({ state }) => state)).toEqual(['not-sent', 'not-sent', 'not-sent'])
    expect(Object.keys(own.value.result)).not.toContain('signature')
    await keyless.stop()
  })

  it('of an unknown computer is refused', async () => {
    const order = office.sign(office.order())
    const stranger = startProgram(now, 'Stranger')
    const result = stranger.sign(resultFields(order, stranger, { state: 'completed' }))
    expect(await desk.orders.compare(order, result)).toMatchObject({ error: { code: 'key-unknown' } })
    expect((await trust(stranger)).ok).toBe(true)
    expect((await desk.orders.compare(order, result)).ok).toBe(true)
  })
})
