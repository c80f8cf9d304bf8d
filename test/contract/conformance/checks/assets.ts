import { changing, reading } from '../check'
import type { Check } from '../check'
import type { CheckContext } from '../session'
import { ensure, only, same, sameFields, sameSet } from '../failure'
import { aProduct, limitEnd, limitStart, unique } from '../world'
import type { AssetRecord } from '../world'

const memberChoices = 'docs/licensing-service.md, “Member center”'

/** From 2000 to ten years from now, in seconds or milliseconds: the API does not give the unit. */
export const isTime = (value: number): boolean => {
  const ms = value < 100_000_000_000 ? value * 1000 : value
  return ms > Date.UTC(2000) && ms < Date.now() + 3650 * 24 * 60 * 60 * 1000
}
export const ensureTimes = (row: {
  readonly createTime: number
  readonly updateTime: number | null
}): void => {
  ensure(isTime(row.createTime), `createTime ${row.createTime} is not a time`)
  ensure(isTime(row.updateTime ?? row.createTime), `updateTime ${String(row.updateTime)} is not a time`)
  ensure((row.updateTime ?? row.createTime) >= row.createTime, 'its update time is before its creation time')
}

const licenseTypes = new Set(
  (
    'normal_unrecover_usbkey normal_recover_usbkey normal_unrecover_lan_usbkey normal_recover_lan_usbkey identity_usbkey ' +
    'identity_lan_usbkey softkey lan_softkey product_entity cloud_account cloud_customer cloud_personal lk_product_usbkey lk_auth_usbkey'
  ).split(' '),
)

const inOrder = (asset: AssetRecord): void => {
  ensure(asset.id !== '' && asset.assetNum !== '' && asset.customerId !== '', 'an ID is empty')
  ensure(licenseTypes.has(asset.licenseType), `${asset.licenseType} is no license type`)
  ensure(asset.keyChipType === 1 || asset.keyChipType === 2, `keyChipType is ${asset.keyChipType}`)
  ensure(/^\d*$/.test(asset.keyShellNumber), `keyShellNumber is ${asset.keyShellNumber}`)
  ensure(
    asset.assetNum.replace(/\D/g, '') === asset.keyShellNumber,
    'keyShellNumber differs from the digits of assetNum',
  )
  ensureTimes(asset)
  same(asset.assignStatus?.id, asset.id, 'the asset ID in assignStatus')
  const { createTime, assignMemberId } = asset.assignStatus ?? {}
  ensure((createTime == null) === (assignMemberId == null), 'assignMemberId and createTime are inconsistent')
  ensure(
    createTime == null || isTime(Date.parse(createTime)) || isTime(Number(createTime)),
    'assignStatus.createTime is not a time',
  )
}

const list = (
  { caller }: CheckContext,
  { enterpriseGlobalId }: { readonly enterpriseGlobalId: string },
  query: Record<string, string> = {},
) => caller.succeed('order.listAssets', { path: { enterpriseGlobalId }, query })

const numbers = (rows: readonly { readonly assetNum: string }[]): string[] =>
  rows.map(({ assetNum }) => assetNum)

const listing: Check[] = [
  ...reading(
    'order.listAssets',
    [
      'answer',
      'document',
      'section 2.1',
      'every asset of the given enterprise has the fields of section 2.1',
      async (turn) => {
        const rows = await list(turn, { enterpriseGlobalId: turn.session.target.enterprise })
        for (const row of rows) inOrder(row)
        same(new Set(rows.map(({ id }) => id)).size, rows.length, 'the number of different IDs')
        same(new Set(numbers(rows)).size, rows.length, 'the number of different asset numbers')
      },
    ],
    [
      'answer',
      'document',
      'section 4.1, operation 8',
      'extendCode returns the assets with that extension',
      async (turn) => {
        const target = { enterpriseGlobalId: turn.session.target.enterprise }
        const rows = await list(turn, target)
        const wanted = rows.filter(({ assetExtends }) =>
          assetExtends.some(({ extendCode }) => extendCode === 'gxxp'),
        )
        sameSet(
          numbers(await list(turn, target, { extendCode: 'gxxp' })),
          numbers(wanted),
          'the assets with gxxp',
        )
        same(
          await list(turn, target, { extendCode: unique('none') }),
          [],
          'the assets with an unknown extension',
        )
      },
    ],
    [
      'answer',
      'document',
      'section 4',
      'the list matches the asset numbers and borrowed locks of the member center',
      async (turn) => {
        const path = { enterpriseGlobalId: turn.session.target.enterprise }
        const rows = await list(turn, path)
        const records = await turn.session.plain.succeed('member.listAssetNumbers', { path })
        const pairs = (
          all: readonly { assetNum: string; assetId: string; cloudAccountGlobalId: string | null }[],
        ) => all.map((one) => [one.assetNum, one.assetId, String(one.cloudAccountGlobalId)].join(' '))
        sameSet(
          rows.map((row) =>
            [row.assetNum, row.id, String(row.assignStatus?.assignMemberId ?? null)].join(' '),
          ),
          pairs(records),
          'number, ID and employee of the assets',
        )
        const locks = await turn.session.plain.succeed('member.listBorrowedLocks', { path })
        sameSet(
          numbers(rows.filter(({ borrowedUsbKey }) => borrowedUsbKey)),
          numbers(locks),
          'the borrowed locks',
        )
      },
    ],
  ),
  ...changing(
    'order.listAssets',
    [
      'effect',
      'document',
      'section 4.1, rule 10',
      'contains exactly the enterprise’s assets, each as ordered',
      async (turn) => {
        const own = await turn.world.enterprise()
        const stranger = await turn.world.enterprise()
        const [theirs] = await turn.world.assets(stranger, [{}])
        same(await list(turn, own), [], 'the assets of a new enterprise')
        const wishes = [
          {
            licenseType: 'normal_recover_usbkey',
            more: { limitStartDate: limitStart, limitEndDate: limitEnd },
          },
          {
            licenseType: 'softkey',
            more: {
              assetExtendList: [
                { extendCode: 'gxxp', extendValue: '1' },
                { extendCode: 'zone', extendValue: 'b' },
              ],
            },
          },
          { licenseType: 'normal_recover_lan_usbkey', more: { borrowedUsbKey: true } },
        ]
        const made = await turn.world.assets(own, wishes)
        const rows = await list(turn, own)
        sameSet(
          rows.map(({ id }) => id),
          made.map(({ id }) => id),
          'the ids',
        )
        for (const [index, { assetNum }] of made.entries()) {
          const row = only(rows, (one) => one.assetNum === assetNum, assetNum)
          const { licenseType, more } = wishes[index] ?? {}
          const ordered = more as {
            limitStartDate?: number
            limitEndDate?: number
            borrowedUsbKey?: boolean
            assetExtendList?: object[]
          }
          inOrder(row)
          sameFields(
            row,
            {
              licenseType,
              customerId: own.customerId,
              locked: false,
              freezing: false,
              limitStartTime: ordered.limitStartDate ?? null,
              limitEndTime: ordered.limitEndDate ?? null,
              borrowedUsbKey: ordered.borrowedUsbKey ?? false,
              assetExtends: ordered.assetExtendList ?? [],
            },
            'the asset',
          )
          same(row.assignStatus?.assignMemberId, null, 'the employee of an unassigned asset')
        }
        same(numbers(await list(turn, stranger)), [theirs?.assetNum], 'the other enterprise’s assets')
      },
    ],
    [
      'effect',
      'document',
      'section 4.1, operation 8',
      'extendCode returns the assets with that extension, with all their extensions',
      async (turn) => {
        const own = await turn.world.enterprise()
        const extended = (...codes: string[]) => ({
          more: { assetExtendList: codes.map((extendCode) => ({ extendCode, extendValue: 'v' })) },
        })
        const made = await turn.world.assets(own, [extended('gxxp', 'zone'), {}, extended('zone')])
        const [both, , second] = made
        const found = await list(turn, own, { extendCode: 'gxxp' })
        same(numbers(found), [both?.assetNum], 'those with gxxp')
        same(found[0]?.assetExtends.length, 2, 'the number of its extensions')
        sameSet(
          numbers(await list(turn, own, { extendCode: 'zone' })),
          numbers([both, second].filter((one) => one !== undefined)),
          'those with zone',
        )
      },
    ],
    [
      'effect',
      'document',
      'section 2.1',
      'assignStatus names the employee between assignment and withdrawal',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [asset, free] = await turn.world.assets(own, [{}, {}])
        const [member] = await turn.world.employees(own, 1)
        ensure(asset !== undefined && free !== undefined && member !== undefined, 'nothing was created')
        await turn.world.assign(member, [asset.assetNum])
        const assigned = await list(turn, own)
        for (const row of assigned) inOrder(row)
        const row = only(assigned, ({ id }) => id === asset.id, 'the asset')
        same(row.assignStatus?.assignMemberId, member.globalId, 'the employee')
        const other = only(assigned, ({ id }) => id === free.id, 'the other asset')
        ensure(
          row.assignStatus?.assignStatus !== other.assignStatus?.assignStatus,
          'both have one assignStatus',
        )
        const body = { deleteAssets: [asset.assetNum], addAssets: [] }
        await turn.session.plain.succeed('member.assignAssets', {
          path: { memberGlobalId: member.globalId },
          body,
        })
        const after = only(await list(turn, own), ({ id }) => id === asset.id, 'the asset')
        sameFields(
          after.assignStatus ?? {},
          { assignMemberId: null, assignStatus: other.assignStatus?.assignStatus },
          'assignStatus',
        )
      },
    ],
    [
      'effect',
      'document',
      'section 2.1',
      'locked and grantable follow the lock',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [asset, borrowed] = await turn.world.assets(own, [{}, { more: { borrowedUsbKey: true } }])
        const body = { assetNums: [asset?.assetNum], operatorIdentity: 'x' }
        const state = async () => (await list(turn, own)).map(({ id, locked }) => `${id} ${String(locked)}`)
        await turn.session.plain.succeed('order.lockAssets', { body })
        sameSet(await state(), [`${asset?.id ?? ''} true`, `${borrowed?.id ?? ''} false`], 'locked')
        await turn.session.plain.succeed('order.unlockAssets', { body })
        sameSet(await state(), [`${asset?.id ?? ''} false`, `${borrowed?.id ?? ''} false`], 'locked')
        for (const row of await list(turn, own)) same(row.grantable, !row.borrowedUsbKey, 'grantable')
      },
    ],
  ),
]

const unboundChecks = (id: 'member.listAssetNumbers' | 'member.listBorrowedLocks'): Check[] =>
  reading(id, [
    'refusals',
    'service',
    memberChoices,
    'an unknown enterprise counts as unbound (60017)',
    async ({ caller }) => {
      for (const enterpriseGlobalId of ['999999999999', 'x']) {
        await caller.refused(id, '60017', { path: { enterpriseGlobalId } }, enterpriseGlobalId)
      }
    },
  ])

const assetNumbers: Check[] = [
  ...unboundChecks('member.listAssetNumbers'),
  ...reading('member.listAssetNumbers', [
    'answer',
    'document',
    'section 2.2',
    'every record of the given enterprise has the fields of section 2.2',
    async ({ caller, session }) => {
      const path = { enterpriseGlobalId: session.target.enterprise }
      const rows = await caller.succeed('member.listAssetNumbers', { path })
      const assets = await session.plain.succeed('order.listAssets', { path })
      sameSet(
        rows.map((row) => `${row.assetId} ${row.assetNum} ${String(row.cloudAccountGlobalId)}`),
        assets.map((row) => `${row.id} ${row.assetNum} ${String(row.assignStatus?.assignMemberId ?? null)}`),
        'the assets',
      )
    },
  ]),
  ...changing('member.listAssetNumbers', [
    'effect',
    'document',
    'section 4.2, operation 6',
    'contains exactly the enterprise’s asset numbers with employees and loans',
    async (turn) => {
      const own = await turn.world.enterprise()
      const stranger = await turn.world.enterprise()
      await turn.world.assets(stranger, [{}])
      const path = { enterpriseGlobalId: own.enterpriseGlobalId }
      const ask = () => turn.caller.succeed('member.listAssetNumbers', { path })
      same(await ask(), [], 'those of a new enterprise')
      const [lent, held, free, lock] = await turn.world.assets(own, [
        {},
        {},
        {},
        { more: { borrowedUsbKey: true } },
      ])
      const [member] = await turn.world.employees(own, 1)
      ensure(
        lent !== undefined &&
          held !== undefined &&
          free !== undefined &&
          lock !== undefined &&
          member !== undefined,
        'nothing was created',
      )
      await turn.world.assign(member, [lent.assetNum, held.assetNum])
      await turn.world.lend(member, lock, [lent])
      const rows = await ask()
      const row = (asset: AssetRecord, theirs: boolean, borrowedFlag: boolean) => ({
        assetNum: asset.assetNum,
        assetId: asset.id,
        cloudAccountGlobalId: theirs ? member.globalId : null,
        borrowedFlag,
        onlineFlag: false,
      })
      same(rows.length, 4, 'the number of records')
      for (const wanted of [row(lent, true, true), row(held, true, false), row(free, false, false)]) {
        sameFields(
          only(rows, ({ assetId }) => assetId === wanted.assetId, wanted.assetNum),
          wanted,
          'the record',
        )
      }
      only(
        rows,
        ({ assetId, assetNum }) => assetId === lock.id && assetNum === lock.assetNum,
        'the borrowed lock',
      )
    },
  ]),
]

const borrowedLocks: Check[] = [
  ...unboundChecks('member.listBorrowedLocks'),
  ...reading('member.listBorrowedLocks', [
    'answer',
    'document',
    'section 2.2',
    'a lock of the given enterprise is lent to another employee or to none',
    async ({ caller, session }) => {
      const path = { enterpriseGlobalId: session.target.enterprise }
      for (const row of await caller.succeed('member.listBorrowedLocks', { path })) {
        same(row.cloudAccountGlobalId !== null, row.borrowedFlag, `whether ${row.assetNum} names an employee`)
      }
    },
  ]),
  ...changing('member.listBorrowedLocks', [
    'effect',
    'document',
    'section 4.2, operation 8',
    'contains exactly the enterprise’s borrowed locks with their employees',
    async (turn) => {
      const own = await turn.world.enterprise()
      const stranger = await turn.world.enterprise()
      await turn.world.assets(stranger, [{ more: { borrowedUsbKey: true } }])
      const path = { enterpriseGlobalId: own.enterpriseGlobalId }
      const ask = () => turn.caller.succeed('member.listBorrowedLocks', { path })
      same(await ask(), [], 'those of a new enterprise')
      const borrowed = { more: { borrowedUsbKey: true } }
      const [asset, lock, free] = await turn.world.assets(own, [{}, borrowed, borrowed])
      const [member] = await turn.world.employees(own, 1)
      ensure(
        asset !== undefined && lock !== undefined && free !== undefined && member !== undefined,
        'nothing was created',
      )
      await turn.world.assign(member, [asset.assetNum])
      await turn.world.lend(member, lock, [asset])
      const rows = await ask()
      same(rows.length, 2, 'the number of locks')
      const row = ({ id, assetNum }: AssetRecord, globalId: string | null) => ({
        assetId: id,
        assetNum,
        borrowedFlag: globalId !== null,
        cloudAccountGlobalId: globalId,
      })
      for (const wanted of [row(lock, member.globalId), row(free, null)]) {
        sameFields(
          only(rows, ({ assetId }) => assetId === wanted.assetId, wanted.assetNum),
          wanted,
          'the lock',
        )
      }
    },
  ]),
]

type Products = Awaited<ReturnType<CheckContext['world']['products']>>
type Package = NonNullable<Products['children']>[number]

const ensurePackage = (one: Package, parent: Package | null): void => {
  ensureTimes({ createTime: one.createTime, updateTime: one.updateTime })
  same(String(one.parentId), String(parent?.id ?? null), 'the parent ID of a package')
  ensure(one.children === null || one.children.length > 0, 'children is an empty list, not null')
  for (const product of one.productInstanceList ?? []) {
    same(String(product.merchandiseInsId), String(one.id), 'the package ID of a product')
  }
  for (const child of one.children ?? []) ensurePackage(child, one)
}

const productChecks: Check[] = [
  ...reading(
    'member.listAssetProducts',
    [
      'answer',
      'document',
      'section 2.2',
      'the products of the given enterprise’s first assets have the fields of section 2.2',
      async ({ caller, session }) => {
        const path = { enterpriseGlobalId: session.target.enterprise }
        const records = await session.plain.succeed('member.listAssetNumbers', { path })
        for (const { assetId, assetNum } of records.slice(0, 12)) {
          const { productInstanceList, children } = await caller.succeed('member.listAssetProducts', {
            path: { assetId },
          })
          for (const product of productInstanceList ?? []) {
            sameFields(product, { assetId, assetNum, merchandiseInsId: null }, 'the product')
            ensure(product.trial === 0 || product.trial === 1, `trial is ${String(product.trial)}`)
            ensure(
              product.limitType === 'basic' || product.limitType === 'feature',
              `limitType is ${String(product.limitType)}`,
            )
          }
          for (const child of children ?? []) ensurePackage(child, null)
        }
      },
    ],
    [
      'refusals',
      'document',
      'section 7, 60024',
      'an unknown asset ID is refused (60024)',
      async ({ caller }) => {
        for (const assetId of ['999999999999', 'x']) {
          await caller.refused('member.listAssetProducts', '60024', { path: { assetId } }, assetId)
        }
      },
    ],
  ),
  ...changing(
    'member.listAssetProducts',
    [
      'effect',
      'document',
      'sections 2.1 and 2.2',
      'returns products and packages as ordered, and no others',
      async (turn) => {
        const own = await turn.world.enterprise()
        const product = aProduct({
          crmProductId: unique('CP-'),
          limitTimeDuration: 60,
          trial: 1,
          trialEndDate: limitEnd,
          timeDurationExpression: '1-0-0',
          srcLicenseOrderId: 'S-1',
          appKey: 'app-1',
        })
        const inner = {
          merchandiseNum: 'PK-2',
          merchandiseName: '内',
          timeDurationExpression: '1-0-0',
          licenseOrderProductList: [aProduct({ productUri: 'in-2', gmsPid: 'in-2' })],
        }
        const outer = {
          merchandiseNum: 'PK-1',
          merchandiseName: '外',
          timeDurationExpression: '3-0-0',
          children: [inner],
          licenseOrderProductList: [],
        }
        const [asset] = await turn.world.assets(own, [
          { licenseType: 'normal_recover_lan_usbkey', products: [product], more: { merchandises: [outer] } },
          { products: [aProduct({ productUri: 'not-this', gmsPid: 'not-this' })] },
        ])
        ensure(asset !== undefined, 'nothing was created')
        const ask = () => turn.caller.succeed('member.listAssetProducts', { path: { assetId: asset.id } })
        const { productInstanceList, children } = await ask()
        const [found, second] = productInstanceList ?? []
        ensure(found !== undefined && second === undefined, 'there is not exactly one product')
        const { limitStartDate, limitEndDate, ...rest } = product as unknown as Record<string, unknown>
        const common = {
          licenseType: 'normal_recover_lan_usbkey',
          customerId: own.customerId,
          licenseOrderId: asset.licenseOrderId,
          channelCode: 'CONFORMANCE',
        }
        sameFields(
          found,
          {
            ...rest,
            ...common,
            limitStartTime: limitStartDate,
            limitEndTime: limitEndDate,
            assetId: asset.id,
            assetInsId: asset.id,
            assetNum: asset.assetNum,
            merchandiseInsId: null,
            limitType: 'basic',
          },
          'the product',
        )
        ensure(
          String(found.channelOrderId).startsWith('O-'),
          `channelOrderId is ${String(found.channelOrderId)}`,
        )
        ensureTimes(found)
        const [pack, more] = children ?? []
        ensure(pack !== undefined && more === undefined, 'there is not exactly one package')
        ensurePackage(pack, null)
        same(pack.productInstanceList, null, 'the products of a package that holds only a package')
        const [part, another] = pack.children ?? []
        ensure(part !== undefined && another === undefined, 'there is not exactly one package in it')
        const ordered = { ...common, channelOrderId: found.channelOrderId }
        sameFields(
          pack,
          {
            ...ordered,
            merchandiseNum: 'PK-1',
            merchandiseName: '外',
            timeDurationExpression: '3-0-0',
            parentMerchandiseNum: null,
          },
          'the package',
        )
        sameFields(
          part,
          {
            ...ordered,
            merchandiseNum: 'PK-2',
            merchandiseName: '内',
            timeDurationExpression: '1-0-0',
            parentMerchandiseNum: 'PK-1',
            children: null,
          },
          'the package in it',
        )
        const [held, rest2] = part.productInstanceList ?? []
        ensure(
          held !== undefined && rest2 === undefined,
          'there is not exactly one product in the inner package',
        )
        const {
          limitStartDate: start,
          limitEndDate: end,
          ...given
        } = aProduct({ productUri: 'in-2', gmsPid: 'in-2' })
        sameFields(
          held,
          {
            ...given,
            ...ordered,
            limitStartTime: start,
            limitEndTime: end,
            assetId: asset.id,
            assetInsId: asset.id,
            assetNum: asset.assetNum,
            trial: 0,
            trialEndDate: null,
            limitType: 'basic',
          },
          'the product in the package',
        )
        ensureTimes(held)
        same(
          new Set([found.id, held.id, pack.id, part.id].map(String)).size,
          4,
          'the number of different ids',
        )
      },
    ],
    [
      'effect',
      'service',
      memberChoices,
      'lent products are listed under the borrowed lock and not under the asset',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [asset, lock] = await turn.world.assets(own, [
          {},
          { more: { borrowedUsbKey: true }, products: [aProduct({ productUri: 'own', gmsPid: 'own' })] },
        ])
        const [member] = await turn.world.employees(own, 1)
        ensure(asset !== undefined && lock !== undefined && member !== undefined, 'nothing was created')
        const ask = async ({ id }: AssetRecord) => {
          const { productInstanceList } = await turn.caller.succeed('member.listAssetProducts', {
            path: { assetId: id },
          })
          return productInstanceList ?? []
        }
        await turn.world.assign(member, [asset.assetNum])
        same((await ask(asset)).length, 1, 'the products of the asset before')
        await turn.world.lend(member, lock, [asset])
        same(await ask(asset), [], 'the products of the asset after')
        const under = await ask(lock)
        sameSet(
          under.map(({ productUri }) => productUri),
          ['gms-conformance', 'own'],
          'the products of the lock',
        )
        const moved = only(under, ({ productUri }) => productUri === 'gms-conformance', 'the product')
        sameFields(
          moved,
          { assetId: lock.id, assetNum: lock.assetNum, assetInsId: asset.id },
          'the moved product',
        )
      },
    ],
  ),
]

export const assetChecks: readonly Check[] = [...listing, ...assetNumbers, ...productChecks, ...borrowedLocks]
