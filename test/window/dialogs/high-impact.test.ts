import { describe, expect, it } from 'vitest'
import type { HighImpact } from '../../../src-main/changes/high-impact'
import type { NamedItem, Revocation } from '../../../src-main/changes/high-impact'
import { confirmationText } from '../../../src-main/window/dialogs/high-impact-text'

const operatorIdentity = 'Li Wei'
const lend: Extract<HighImpact, { kind: 'lend' }> = {
  kind: 'lend',
  operatorIdentity,
  loans: 1,
  assets: 2,
  first: [
    {
      memberName: 'Chen Yu',
      isNameListed: true,
      memberGlobalId: 'M1',
      borrowedUsbKey: 'LD8000000031',
      assets: 2,
    },
  ],
}
const lendUntil = (dueOn: string | null): HighImpact => ({
  ...lend,
  first: lend.first.map((loan) => ({ ...loan, dueOn })),
})
const mountComponent: NamedItem = { name: 'Draw', ids: [{ field: 'productUri', value: 'uri:7' }] }
const revocationOf = (over: Partial<Revocation> = {}): Revocation => ({
  orderType: 'delete_product',
  srcLicenseOrderId: '42',
  customer: { name: 'North Bridge', ids: [{ field: 'crmCustomerId', value: 'CRM-1' }] },
  assets: 3,
  assetNos: ['LD1', 'LD2', 'LD3'],
  productCount: 1,
  products: [mountComponent],
  ...over,
})
const order = (over: Partial<Extract<HighImpact, { kind: 'order' }>> = {}): HighImpact => ({
  kind: 'order',
  operatorIdentity,
  batches: 1,
  orders: 5_001,
  assets: 25_003,
  revocations: { orders: 1, assets: 3, fromAllOrders: 0, first: [revocationOf()] },
  ...over,
})
const locks = (over: Partial<Extract<HighImpact, { kind: 'locks' }>> = {}): HighImpact => ({
  kind: 'locks',
  action: 'disable',
  operatorIdentity,
  locks: 268,
  enterprises: 1,
  unlisted: 6,
  isQueued: false,
  ...over,
})
const employees = ['add-employee', 'edit-employee', 'reset-password', 'delete-employee'] as const
const customers = ['bind-customer', 'create-enterprise', 'update-customer'] as const
const every: readonly HighImpact[] = [
  lend,
  { ...lend, loans: 2 },
  lendUntil('2026-12-03'),
  lendUntil(null),
  order(),
  order({ orders: 1, assets: 3 }),
  order({ revocations: { orders: 0, assets: 0, fromAllOrders: 0, first: [] } }),
  locks(),
  locks({ action: 'enable', isQueued: true }),
  { kind: 'single-change', action: 'disable', operatorIdentity, number: 'LD8000000031', recent: 50 },
  { kind: 'assign', operatorIdentity, assets: 40, assigned: 40, withdrawn: 20, employees: 3 },
  { kind: 'allocate', operatorIdentity, numbers: 500 },
  { kind: 'continuous', operatorIdentity, action: 'enable', locks: 200 },
  ...[...employees, ...customers].map((action) => ({
    kind: 'rows' as const,
    action,
    operatorIdentity,
    rows: 60,
    enterprises: 2,
  })),
]
const bothOf = (what: HighImpact) => [confirmationText(what, 'en'), confirmationText(what, 'zh')]
const textsOf = (what: HighImpact) => bothOf(what).map(({ message, detail }) => `${message}\n${detail}`)

describe('the text of a high impact dialog', () => {
  it.each(every)('has the action with its count as title, repeated by the button ($kind)', (what) => {
    for (const { message, detail, yes } of bothOf(what)) {
      expect(message).toContain(yes)
      expect(yes).toMatch(/\d/)
      expect(detail).toContain('Li Wei')
    }
  })

  it('says of one loan which lock goes to whom, and until when', () => {
    const [en, zh] = bothOf(lendUntil('2026-12-03'))
    expect(en?.message).toBe('Lend 8000 000 031 to “Chen Yu” until Thu, Dec 3, 2026?')
    expect(en?.yes).toBe('Lend 8000 000 031')
    expect(en?.detail).toContain('2 assets')
    expect(zh?.message).toBe('确定借出 8000 000 031 给“Chen Yu”（2026年12月3日周四归还）？')
    expect(bothOf(lendUntil(null)).map(({ message }) => message)).toEqual([
      'Lend 8000 000 031 to “Chen Yu” without a due date?',
      '确定借出 8000 000 031 给“Chen Yu”（无归还日期）？',
    ])
  })

  it('says that it asks again, except of a loan, which was not asked about before', () => {
    for (const what of every)
      for (const { detail } of bothOf(what))
        expect([what.kind, /asked again|再次确认/.test(detail)]).toEqual([what.kind, what.kind !== 'lend'])
  })

  it('has counts that add up: locks of known lists and others, revocations and other orders', () => {
    const [en, zh] = textsOf(locks())
    expect(en).toContain('Disable 268 locks?')
    expect(en).toContain('262 locks of 1 enterprise.\n6 locks not found')
    expect(zh).toContain('262 把属于 1 家企业。\n6 把在您的企业中未找到')
    const [mixed, mixedZh] = textsOf(order())
    expect(mixed).toContain('Submit 5,001 orders, 1 revocation included?')
    expect(mixed).toContain('Revocations: 1 order, 3 assets.')
    expect(mixed).toContain('Other orders: 5,000, 25,000 assets.')
    expect(mixedZh).toContain('其他：5,000 个订单，25,000 项资产')
  })

  it('says whether assets are assigned, withdrawn or both, and counts a moved asset once', () => {
    const assign = { kind: 'assign', operatorIdentity, assets: 60, employees: 2 } as const
    const messages = (assigned: number, withdrawn: number) =>
      bothOf({ ...assign, assigned, withdrawn }).map(({ message }) => message)
    expect(messages(60, 0)).toEqual(['Assign 60 assets?', '确定分配 60 项资产？'])
    expect(messages(0, 60)).toEqual(['Withdraw 60 assets?', '确定收回 60 项资产？'])
    expect(messages(60, 60)).toEqual(['Reassign 60 assets?', '确定变更 60 项资产的持有人？'])
  })

  it('says who is affected, with names as quotations, and of a single change that it is the first', () => {
    const affected = {
      employees: 12,
      online: { count: 3, unknown: 0 },
      loans: { of: 'locks', count: 2, mayBeMore: false } as const,
      unassigned: 1,
      unknownLocks: 0,
      products: {
        kept: [{ memberName: 'Chen Yu', product: 'Bridge 3D' }],
        keptCount: 3,
        unknownLocks: 2,
        unknownOthers: 1,
      },
      isOld: false,
    }
    const [en, zh] = textsOf({ ...locks(), affected })
    expect(en).toContain(
      '12 employees, 3 of them online now, 2 loans on these locks.\n1 lock is unassigned. “Chen Yu” still has “Bridge 3D” on another lock. 2 more products are kept. 2 locks’ products were not read recently. Their 1 other lock has unknown products.\n',
    )
    expect(zh).toContain(
      '涉及 12 名员工，其中 3 名当前在线，这些锁有 2 笔借出。\n1 把锁未分配。“Chen Yu”仍可通过其他锁使用“Bridge 3D”。另有 2 个产品可通过其他锁使用。2 把锁的产品近期未读取。所涉及员工的其他 1 把锁产品未知。\n',
    )
    const single = {
      kind: 'single-change',
      action: 'disable',
      operatorIdentity,
      number: 'LD8000000031',
    } as const
    const none = {
      ...affected,
      employees: 0,
      online: { count: 0, unknown: 0 },
      unassigned: 0,
      products: null,
    }
    const [first, firstZh] = textsOf({ ...single, recent: 50, affected: none })
    expect(first).toContain('\nThe first: No employees, 2 loans on these locks.\n')
    expect(firstZh).toContain('\n第一把：不涉及员工，这些锁有 2 笔借出。\n')
    const forged = { memberName: 'Li”\nNothing', product: '{name} {n}\u202E' }
    const [text] = textsOf({
      ...locks(),
      affected: {
        ...affected,
        products: { kept: [forged], keptCount: 1, unknownLocks: 0, unknownOthers: 0 },
      },
    })
    expect(text).toContain("“Li' Nothing” still has “{name} {n}” on another lock.")
  })

  it('names what a revocation matches, with the name as a quotation', () => {
    const [english, chinese] = textsOf(order())
    for (const part of ['“Draw”', '“North Bridge”', 'LD1', '42'])
      for (const text of [english, chinese]) expect(text).toContain(part)
    for (const part of ['productUri uri:7', 'crmCustomerId CRM-1']) expect(english).toContain(part)
    // An ID has the name that is on the screen, not the API's.
    for (const part of ['产品 ID uri:7', 'CRM 客户 ID CRM-1']) expect(chinese).toContain(part)
    const fromAllOrders = {
      orders: 1,
      assets: 3,
      fromAllOrders: 1,
      first: [revocationOf({ srcLicenseOrderId: null })],
    }
    const [en, zh] = textsOf(order({ revocations: fromAllOrders }))
    expect(en).toContain('ALL orders')
    expect(zh).toContain('【全部】订单')
  })

  it('cannot be forged by a name with line breaks, quotes, hidden or reordered letters', () => {
    const forged = 'Li”\n\nNothing will be sent.\u202Eesrever\u2066\u3164\u{E0041}'
    const removal = revocationOf({
      customer: { name: forged, ids: [{ field: 'customerId', value: forged }] },
      products: [{ name: forged, ids: [] }],
      srcLicenseOrderId: forged,
      assetNos: [forged],
    })
    const first = [
      { memberName: forged, isNameListed: false, memberGlobalId: forged, borrowedUsbKey: forged, assets: 1 },
    ]
    const impacts: HighImpact[] = [
      { ...locks(), operatorIdentity: forged },
      { ...order({ revocations: { orders: 1, assets: 1, fromAllOrders: 0, first: [removal] } }) },
      { ...lend, first },
    ]
    for (const what of impacts) {
      const lines = textsOf({ ...what }).map((text) => text.split('\n').length)
      const plainLines = textsOf(what.kind === 'locks' ? locks() : what.kind === 'order' ? order() : lend)
      expect(lines).toEqual(plainLines.map((text) => text.split('\n').length))
      for (const text of textsOf(what)) {
        expect(text).not.toMatch(/[\u202e\u2066\u3164\u{E0041}]/u)
        expect(text).not.toContain('Li”')
      }
    }
  })

  it('keeps its order around a name that is written from right to left', () => {
    const name = 'שלום 17'
    const removal = revocationOf({ customer: { name, ids: [{ field: 'customerId', value: '42' }] } })
    const impact = order({ revocations: { orders: 1, assets: 1, fromAllOrders: 0, first: [removal] } })
    for (const text of textsOf(impact)) expect(text).toContain(`\u2068${name}\u2069`)
  })

  it('fits the screen for any content, with the counts first', () => {
    const long = 'x'.repeat(10_000)
    const stacked = `e${'\u0301'.repeat(5_000)}`
    const huge = revocationOf({
      srcLicenseOrderId: long,
      customer: { name: long, ids: ['a', 'b', 'c', 'd'].map((field) => ({ field, value: long })) },
      assets: 90_000,
      productCount: 3_000,
      products: [1, 2, 3].map(() => ({ name: stacked, ids: [{ field: 'productUri', value: long }] })),
    })
    const first = [huge, huge, huge, huge]
    const impacts = order({ revocations: { orders: 9_000, assets: 90_000, fromAllOrders: 0, first } })
    for (const { detail } of bothOf(impacts)) {
      expect(detail.length).toBeLessThan(3_600)
      expect(detail.split('\n').length).toBeLessThan(10)
      expect(detail.split('\n')[0]).toContain('9,000')
      expect(detail).not.toMatch(/\u0301{3}/)
    }
  })

  it('marks an employee name of a loan that only the page knows', () => {
    const [first] = lend.first
    const impact: HighImpact = { ...lend, first: [{ ...first!, isNameListed: false }] }
    expect(textsOf(lend).join()).not.toMatch(/not confirmed by the platform|未经平台确认|并非来自平台/)
    const [en, zh] = textsOf(impact)
    expect(en).toContain('name not confirmed by the platform')
    expect(zh).toContain('姓名未经平台确认')
    for (const text of textsOf(lend)) expect(text).toMatch(/“Chen Yu”.*M1/)
  })
})
