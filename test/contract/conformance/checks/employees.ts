import { newNonce } from '../caller'
import { changing, reading } from '../check'
import type { Check } from '../check'
import type { CheckContext } from '../session'
import { ensure, NotApplicable, only, same, sameFields, sameSet } from '../failure'
import { aNewEmployee, aProduct, unique } from '../world'
import type { EmployeeRecord, Enterprise } from '../world'
import { ensureTimes } from './assets'

const choices = 'docs/licensing-service.md, “Member center”'
const codes = 'section 7'

const pathOf = ({ enterpriseGlobalId }: { readonly enterpriseGlobalId: string }) => ({ enterpriseGlobalId })
const memberPath = (owner: Enterprise, { globalId }: { readonly globalId: string }) => ({
  enterpriseGlobalId: owner.enterpriseGlobalId,
  memberGlobalId: globalId,
})

/** The error codes for faults in one new employee (section 7). */
const faults: readonly (readonly [code: string, what: string, change: Readonly<Record<string, unknown>>])[] =
  [
    ['40008', 'no userName', { userName: undefined }],
    ['40008', 'an empty userName', { userName: '' }],
    ['40001', 'no password', { password: undefined }],
    ['40001', 'an empty password', { password: '' }],
    ['40009', 'no departmentId', { departmentId: undefined }],
    ['40022', 'no name', { name: undefined }],
    ['40022', 'an empty name', { name: '' }],
    ['30002', 'a name of 31 characters', { name: '名'.repeat(31) }],
    ['30003', 'a remark of 201 characters', { remark: 'r'.repeat(201) }],
    ['10003', 'a userName with a dash', { userName: 'li-wei' }],
    ['10003', 'a userName in Chinese', { userName: '李伟' }],
    ['10004', 'a mobile number of letters', { passwordMobile: 'call me' }],
  ]
/** Limits that the API does not state, as the training service sets them. */
const chosenFaults: readonly (readonly [
  code: string,
  what: string,
  change: Readonly<Record<string, unknown>>,
])[] = [
  ['50003', 'a password of 5 characters', { password: 'p'.repeat(5) }],
  ['50003', 'a password of 21 characters', { password: 'p'.repeat(21) }],
  ['10003', 'a userName of 62 characters', { userName: 'a'.repeat(62) }],
  ['10004', 'a mobile number of 10 digits', { passwordMobile: '1380000111' }],
  ['10004', 'a mobile number that begins with 2', { passwordMobile: '23800001111' }],
]

const refusesEach = async (turn: CheckContext, list: typeof faults): Promise<void> => {
  const own = await turn.world.enterprise()
  for (const [code, what, change] of list) {
    const body = { userList: [aNewEmployee(), aNewEmployee(change)] }
    await turn.caller.refused('member.addEmployees', code, { path: pathOf(own), body }, what)
    same((await turn.world.listEmployees(own)).length, 0, `${what}: the number of employees`)
  }
}

const adding: Check[] = changing(
  'member.addEmployees',
  [
    'effect',
    'document',
    'section 4.2, rule 1',
    'adds each as requested, with the enterprise code appended to the account',
    async (turn) => {
      const own = await turn.world.enterprise()
      const userList = [
        aNewEmployee(),
        aNewEmployee({
          name: '第二 Second',
          remark: 'another',
          departmentId: 1002,
          passwordMobile: '13700004444',
        }),
      ]
      const { succeeded, failed } = await turn.caller.succeed('member.addEmployees', {
        path: pathOf(own),
        body: { userList },
      })
      same(failed, [], 'failed')
      same(succeeded.length, 2, 'the number of successes')
      const listed = await turn.world.listEmployees(own)
      same(listed.length, 2, 'the number of employees')
      for (const { password: _password, userName, passwordMobile, ...requested } of userList) {
        const added = only(succeeded, (one) => one.userName.startsWith(userName), userName)
        ensure(added.userName.length > userName.length, 'the account has no enterprise code appended')
        sameFields(added, { ...requested, deleted: false }, 'the answer')
        ensureTimes(added)
        const employee = only(listed, ({ globalId }) => globalId === added.globalId, added.userName)
        sameFields(
          employee,
          {
            ...requested,
            userName: added.userName,
            passwordMobile,
            deleted: false,
            id: String(added.id),
            userId: String(added.userId),
            enterpriseId: String(added.enterpriseId),
            createTime: added.createTime,
            updateTime: added.updateTime,
            departmentName: added.departmentName,
          },
          'the employee in the list',
        )
      }
      const [one, two] = succeeded
      ensure(
        one?.globalId !== two?.globalId && one?.userId !== two?.userId && one?.id !== two?.id,
        'both have the same ID',
      )
      const code = (name = '', requested = '') => name.slice(requested.length)
      const first = only(
        succeeded,
        ({ userName }) => userName.startsWith(userList[0]?.userName ?? ''),
        'the first',
      )
      const second = only(
        succeeded,
        ({ userName }) => userName.startsWith(userList[1]?.userName ?? ''),
        'the second',
      )
      same(
        code(first.userName, userList[0]?.userName),
        code(second.userName, userList[1]?.userName),
        'the code',
      )
    },
  ],
  [
    'effect',
    'document',
    'section 8',
    'the longest name and remark and empty optional fields are accepted',
    async (turn) => {
      const own = await turn.world.enterprise()
      const long = { name: '名'.repeat(30), remark: 'r'.repeat(200) }
      const userList = [aNewEmployee(long), aNewEmployee({ remark: '' })]
      await turn.caller.succeed('member.addEmployees', { path: pathOf(own), body: { userList } })
      const listed = await turn.world.listEmployees(own)
      same(listed.length, 2, 'the number of employees')
      sameFields(
        only(listed, ({ name }) => name === long.name, 'the long name'),
        long,
        'the employee',
      )
    },
  ],
  [
    'effect',
    'service',
    choices,
    'passwords of 6 and of 20 characters are accepted',
    async (turn) => {
      const own = await turn.world.enterprise()
      const userList = [aNewEmployee({ password: 'p'.repeat(6) }), aNewEmployee({ password: 'p'.repeat(20) })]
      const { succeeded } = await turn.caller.succeed('member.addEmployees', {
        path: pathOf(own),
        body: { userList },
      })
      same(succeeded.length, 2, 'the number of successes')
    },
  ],
  [
    'refusals',
    'document',
    'section 4.2, rule 1, and 60027',
    'an existing account fails alone (60027), the others are added',
    async (turn) => {
      const own = await turn.world.enterprise()
      const known = aNewEmployee()
      await turn.session.plain.succeed('member.addEmployees', {
        path: pathOf(own),
        body: { userList: [known] },
      })
      const fresh = aNewEmployee({ name: '新 Fresh' })
      const { data } = await turn.caller.refused('member.addEmployees', '60027', {
        path: pathOf(own),
        body: { userList: [{ ...known, name: '别 Other' }, fresh] },
      })
      const { succeeded, failed } = (data ?? {}) as {
        succeeded?: { userName: string; name: string; globalId: string }[]
        failed?: { userName: string; message: string }[]
      }
      same(
        succeeded?.map(({ name }) => name),
        [fresh.name],
        'succeeded',
      )
      same(failed?.length, 1, 'the number of failures')
      // The API does not say whether the enterprise code is appended.
      const code = succeeded?.[0]?.userName.slice(fresh.userName.length) ?? ''
      const [first] = failed ?? []
      ensure(
        first?.userName === known.userName || first?.userName === known.userName + code,
        'failed does not name the account',
      )
      ensure(typeof first.message === 'string' && first.message !== '', 'failed gives no reason')
      const listed = await turn.world.listEmployees(own)
      sameSet(
        listed.map(({ name }) => name),
        [known.name, fresh.name],
        'the employees',
      )
      ensure(
        listed.some(({ globalId }) => globalId === succeeded?.[0]?.globalId),
        'the new one is not listed',
      )
    },
  ],
  [
    'refusals',
    'document',
    codes,
    'an invalid employee is refused with its code, and none is added',
    (turn) => refusesEach(turn, faults),
  ],
  [
    'refusals',
    'service',
    choices,
    'limits outside the API: password 6 to 20, mobile numbers, account and code below 63',
    (turn) => refusesEach(turn, chosenFaults),
  ],
  [
    'refusals',
    'document',
    codes,
    'a missing list is 40000, an empty one 40021',
    async (turn) => {
      const own = await turn.world.enterprise()
      await turn.caller.refused(
        'member.addEmployees',
        '40000',
        { path: pathOf(own), body: {} },
        'no userList',
      )
      await turn.caller.refused(
        'member.addEmployees',
        '40021',
        { path: pathOf(own), body: { userList: [] } },
        'an empty userList',
      )
    },
  ],
  [
    'refusals',
    'document',
    'section 8',
    '100 employees are taken, 101 are refused (60013) and nobody is added',
    async (turn) => {
      const own = await turn.world.enterprise()
      const userList = Array.from({ length: 101 }, () => aNewEmployee())
      await turn.caller.refused(
        'member.addEmployees',
        '60013',
        { path: pathOf(own), body: { userList } },
        '101 employees',
      )
      same((await turn.world.listEmployees(own)).length, 0, 'the number of employees')
      const hundred = { userList: userList.slice(1) }
      const { succeeded } = await turn.caller.succeed('member.addEmployees', {
        path: pathOf(own),
        body: hundred,
      })
      same(succeeded.length, 100, 'the number of successes')
      same((await turn.world.listEmployees(own)).length, 100, 'the number of employees')
    },
  ],
  [
    'refusals',
    'service',
    choices,
    'an unknown enterprise is refused (60000)',
    async ({ caller }) => {
      const body = { userList: [aNewEmployee()] }
      await caller.refused('member.addEmployees', '60000', {
        path: { enterpriseGlobalId: '999999999999' },
        body,
      })
    },
  ],
  [
    'refusals',
    'service',
    choices,
    'a full trial enterprise accepts no employee (60009)',
    async ({ caller, session }) => {
      const { trialEnterprise } = session.target
      if (trialEnterprise === undefined) throw new NotApplicable('no --trial-enterprise was given')
      const path = { enterpriseGlobalId: trialEnterprise }
      const count = async () => (await session.plain.succeed('member.listEmployees', { path })).total
      const before = await count()
      await caller.refused('member.addEmployees', '60009', { path, body: { userList: [aNewEmployee()] } })
      same(await count(), before, 'the number of employees')
    },
  ],
  [
    'others',
    'document',
    'section 4.2, operation 1',
    'adds none to another enterprise',
    async (turn) => {
      const own = await turn.world.enterprise()
      const stranger = await turn.world.enterprise()
      await turn.world.employees(stranger, 1)
      const before = await turn.world.snapshot(stranger)
      await turn.caller.succeed('member.addEmployees', {
        path: pathOf(own),
        body: { userList: [aNewEmployee()] },
      })
      same(await turn.world.snapshot(stranger), before, 'the data of another enterprise')
      same((await turn.world.listEmployees(own)).length, 1, 'the number of employees')
    },
  ],
)

const withoutUpdateTime = ({ updateTime: _updateTime, ...rest }: EmployeeRecord) => rest

/** Checks that only `changed` differs at the employee and nothing at others. */
const ensureOnly = (
  before: readonly EmployeeRecord[],
  after: readonly EmployeeRecord[],
  target: { readonly globalId: string },
  changed: Readonly<Record<string, unknown>>,
): void => {
  same(after.length, before.length, 'the number of employees')
  for (const was of before) {
    const is = only(after, ({ globalId }) => globalId === was.globalId, was.userName)
    if (was.globalId === target.globalId)
      sameFields(is, { ...withoutUpdateTime(was), ...changed }, 'the employee')
    else same(is, was, `the unrelated employee ${was.userName}`)
  }
}

type MemberOperation = 'member.editEmployee' | 'member.resetPassword' | 'member.deleteEmployee'

/** Employees that the operation must not find: unknown, of another enterprise, deleted (60002). */
const unknownMember = (id: MemberOperation, body: object | undefined): Check[] =>
  changing(
    id,
    [
      'refusals',
      'document',
      '60002',
      'an unknown or deleted employee is refused (60002)',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [gone] = await turn.world.employees(own, 1)
        ensure(gone !== undefined, 'no employee was created')
        await turn.session.plain.succeed('member.deleteEmployee', { path: memberPath(own, gone) })
        for (const globalId of ['999999999999', gone.globalId]) {
          await turn.caller.refused(id, '60002', { path: memberPath(own, { globalId }), body }, globalId)
        }
      },
    ],
    [
      'others',
      'document',
      '60002',
      'another enterprise’s employee is not found (60002) and not changed',
      async (turn) => {
        const own = await turn.world.enterprise()
        const stranger = await turn.world.enterprise()
        const [theirs] = await turn.world.employees(stranger, 1)
        ensure(theirs !== undefined, 'no employee was created')
        const before = await turn.world.snapshot(stranger)
        await turn.caller.refused(id, '60002', { path: memberPath(own, theirs), body })
        same(await turn.world.snapshot(stranger), before, 'the data of the other enterprise')
      },
    ],
    [
      'refusals',
      'service',
      choices,
      'an unknown enterprise is refused (60000)',
      async (turn) => {
        const path = { enterpriseGlobalId: '999999999999', memberGlobalId: '999999999999' }
        await turn.caller.refused(id, '60000', { path, body })
      },
    ],
  )

const editing: Check[] = [
  ...unknownMember('member.editEmployee', { name: '改名' }),
  ...changing(
    'member.editEmployee',
    [
      'effect',
      'document',
      'section 4.2, rule 2',
      'name, department, remark and mobile change, of this employee only',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 3)
        ensure(target !== undefined, 'no employee was created')
        const body = {
          name: '改名 Renamed',
          departmentId: 1077,
          remark: 'changed',
          passwordMobile: '13500006666',
        }
        const before = await turn.world.listEmployees(own)
        await turn.caller.succeed('member.editEmployee', { path: memberPath(own, target), body })
        const after = await turn.world.listEmployees(own)
        ensureOnly(before, after, target, body)
        const { updateTime } = only(after, ({ globalId }) => globalId === target.globalId, 'the employee')
        ensure(updateTime > target.updateTime, 'updateTime did not change')
      },
    ],
    [
      'effect',
      'service',
      choices,
      'each field changes by itself; what is left out stays; an empty remark is fine',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 2)
        ensure(target !== undefined, 'no employee was created')
        for (const body of [
          { name: '只改名' },
          { departmentId: 1088 },
          { remark: '' },
          { passwordMobile: '13500007777' },
        ]) {
          const before = await turn.world.listEmployees(own)
          await turn.caller.succeed('member.editEmployee', { path: memberPath(own, target), body })
          ensureOnly(before, await turn.world.listEmployees(own), target, body)
        }
      },
    ],
    [
      'effect',
      'service',
      choices,
      'userName never changes the account',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 1)
        ensure(target !== undefined, 'no employee was created')
        const before = await turn.world.listEmployees(own)
        const body = { userName: unique('other'), name: '又改' }
        await turn.caller.succeed('member.editEmployee', { path: memberPath(own, target), body })
        ensureOnly(before, await turn.world.listEmployees(own), target, { name: '又改' })
      },
    ],
    [
      'effect',
      'document',
      'section 8',
      'the longest name and remark are accepted',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 1)
        ensure(target !== undefined, 'no employee was created')
        const body = { name: '名'.repeat(30), remark: 'r'.repeat(200) }
        await turn.caller.succeed('member.editEmployee', { path: memberPath(own, target), body })
        sameFields((await turn.world.listEmployees(own))[0] ?? {}, body, 'the employee')
      },
    ],
    [
      'refusals',
      'document',
      codes,
      'a name or a remark too long is refused (30002, 30003), and nothing changes',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 1)
        ensure(target !== undefined, 'no employee was created')
        const before = await turn.world.snapshot(own)
        const path = memberPath(own, target)
        const long = [
          ['30002', { name: 'n'.repeat(31), remark: 'x' }],
          ['30003', { name: 'x', remark: 'r'.repeat(201) }],
        ] as const
        for (const [code, body] of long)
          await turn.caller.refused('member.editEmployee', code, { path, body })
        same(await turn.world.snapshot(own), before, 'the enterprise')
      },
    ],
    [
      'refusals',
      'service',
      choices,
      'an empty name, an empty request or a missing mobile number is refused (40000), and nothing changes',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 1)
        ensure(target !== undefined, 'no employee was created')
        const before = await turn.world.snapshot(own)
        for (const body of [{ name: '' }, {}, { name: 'x', passwordMobile: 'call me' }]) {
          await turn.caller.refused(
            'member.editEmployee',
            '40000',
            { path: memberPath(own, target), body },
            JSON.stringify(body),
          )
        }
        same(await turn.world.snapshot(own), before, 'the enterprise')
      },
    ],
  ),
]

const resetting: Check[] = [
  ...unknownMember('member.resetPassword', { password: 'secret-2' }),
  ...changing(
    'member.resetPassword',
    [
      'effect',
      'document',
      'section 4.2, rule 3',
      'the password of this employee changes once, and nothing else',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 2)
        ensure(target !== undefined, 'no employee was created')
        const before = await turn.world.listEmployees(own)
        const nonce = newNonce()
        await turn.caller.succeed('member.resetPassword', {
          path: memberPath(own, target),
          body: { password: 'secret-2' },
          nonce,
        })
        ensureOnly(before, await turn.world.listEmployees(own), target, {})
        const effects = await turn.session.effectsOf(nonce)
        same(
          effects.map((effect) => effect.target),
          [target.globalId],
          'the employee with the changed password',
        )
      },
    ],
    [
      'refusals',
      'document',
      codes,
      'a missing or empty password is refused (40001)',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 1)
        ensure(target !== undefined, 'no employee was created')
        for (const body of [{}, { password: '' }]) {
          await turn.caller.refused(
            'member.resetPassword',
            '40001',
            { path: memberPath(own, target), body },
            JSON.stringify(body),
          )
        }
      },
    ],
    [
      'refusals',
      'service',
      choices,
      'a password has 6 to 20 characters (50003)',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 1)
        ensure(target !== undefined, 'no employee was created')
        for (const length of [5, 21]) {
          const body = { password: 'p'.repeat(length) }
          await turn.caller.refused(
            'member.resetPassword',
            '50003',
            { path: memberPath(own, target), body },
            `${length} characters`,
          )
        }
        for (const length of [6, 20]) {
          const body = { password: 'p'.repeat(length) }
          await turn.caller.succeed('member.resetPassword', { path: memberPath(own, target), body })
        }
        const [{ updateTime } = target] = await turn.world.listEmployees(own)
        ensure(updateTime > target.updateTime, 'updateTime did not change')
      },
    ],
  ),
]

const deleting: Check[] = [
  ...unknownMember('member.deleteEmployee', undefined),
  ...changing(
    'member.deleteEmployee',
    [
      'effect',
      'document',
      'section 4.2, operation 4',
      'the employee is removed and others stay',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 3)
        ensure(target !== undefined, 'no employee was created')
        const before = await turn.world.listEmployees(own)
        await turn.caller.succeed('member.deleteEmployee', { path: memberPath(own, target) })
        same(
          await turn.world.listEmployees(own),
          before.filter(({ globalId }) => globalId !== target.globalId),
          'the employees',
        )
      },
    ],
    [
      'effect',
      'service',
      choices,
      'the employee’s assets become unassigned, lent products return, and others keep theirs',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [asset, lent, lock, other] = await turn.world.assets(own, [
          {},
          { more: { merchandises: [{ merchandiseNum: 'PK', licenseOrderProductList: [aProduct()] }] } },
          { more: { borrowedUsbKey: true } },
          {},
        ])
        const [target, colleague] = await turn.world.employees(own, 2)
        ensure(
          asset !== undefined && lent !== undefined && lock !== undefined && other !== undefined,
          'nothing was created',
        )
        ensure(target !== undefined && colleague !== undefined, 'no employee was created')
        await turn.world.assign(target, [asset.assetNum, lent.assetNum])
        await turn.world.assign(colleague, [other.assetNum])
        await turn.world.lend(target, lock, [lent])
        await turn.caller.succeed('member.deleteEmployee', { path: memberPath(own, target) })
        const { numbers, locks } = await turn.world.snapshot(own)
        for (const row of numbers) {
          const wanted = {
            cloudAccountGlobalId: row.assetId === other.id ? colleague.globalId : null,
            borrowedFlag: false,
          }
          sameFields(row, wanted, `the asset ${row.assetNum}`)
        }
        same(
          locks.map(({ borrowedFlag, cloudAccountGlobalId }) => [borrowedFlag, cloudAccountGlobalId]),
          [[false, null]],
          'the borrowed lock',
        )
        const back = await turn.world.products(lent)
        const packed = back.children?.map(({ productInstanceList }) => productInstanceList?.length)
        same([back.productInstanceList?.length, packed], [1, [1]], 'the returned products and packages')
        for (const { id, assignStatus } of (await turn.world.snapshot(own)).assets) {
          same(assignStatus?.createTime != null, id === other.id, 'whether it has an assignment time')
        }
      },
    ],
    [
      'repeats',
      'document',
      '60002',
      'a repeated deletion finds none (60002)',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [target] = await turn.world.employees(own, 1)
        ensure(target !== undefined, 'no employee was created')
        await turn.caller.succeed('member.deleteEmployee', { path: memberPath(own, target) })
        await turn.caller.refused('member.deleteEmployee', '60002', { path: memberPath(own, target) })
      },
    ],
  ),
]

const list = (
  { caller }: CheckContext,
  { enterpriseGlobalId }: { readonly enterpriseGlobalId: string },
  query: Readonly<Record<string, string | number>> = {},
) => caller.succeed('member.listEmployees', { path: { enterpriseGlobalId }, query })
type Page = Awaited<ReturnType<typeof list>>

/** The page envelope (section 2.2): rows and pages from 1, and 0 for a page that does not exist. */
const ensurePage = (
  page: Page,
  pageNum: number,
  pageSize: number,
  total: number,
  withNavigation: boolean,
): void => {
  const pages = Math.ceil(total / pageSize)
  const size = Math.max(0, Math.min(pageSize, total - (pageNum - 1) * pageSize))
  sameFields(page, { pageNum, pageSize, total, pages, size }, `page ${pageNum} by ${pageSize}`)
  same(page.list.length, size, `the number of employees on page ${pageNum}`)
  if (!withNavigation) return
  const startRow = size === 0 ? 0 : (pageNum - 1) * pageSize + 1
  sameFields(
    page,
    {
      startRow,
      endRow: size === 0 ? 0 : startRow + size - 1,
      orderBy: null,
      firstPage: pages === 0 ? 0 : 1,
      lastPage: pages,
      prePage: pageNum > 1 ? pageNum - 1 : 0,
      nextPage: pageNum < pages ? pageNum + 1 : 0,
      isFirstPage: pageNum === 1,
      isLastPage: pageNum >= pages,
      hasPreviousPage: pageNum > 1,
      hasNextPage: pageNum < pages,
      navigatePages: 8,
    },
    `page ${pageNum} by ${pageSize}`,
  )
  const length = Math.min(8, pages)
  const first = Math.min(Math.max(pageNum - 4, 1), pages - length + 1)
  same(
    page.navigatepageNums,
    Array.from({ length }, (_, index) => first + index),
    `navigatepageNums of page ${pageNum}`,
  )
}

const globalIds = (rows: readonly { readonly globalId: string }[]): string[] =>
  rows.map(({ globalId }) => globalId)

const listing: Check[] = [
  ...reading(
    'member.listEmployees',
    [
      'answer',
      'document',
      'section 2.2',
      'the pages of the given enterprise have the fields of section 2.2 and contain every employee once',
      async (turn) => {
        const target = { enterpriseGlobalId: turn.session.target.enterprise }
        const pageSize = 7
        const seen: string[] = []
        for (let pageNum = 1, pages = 1; pageNum <= pages; pageNum++) {
          const page = await list(turn, target, { pageNum, pageSize })
          ensurePage(page, pageNum, pageSize, page.total, turn.session.target.level === 'service')
          for (const employee of page.list) {
            same(employee.deleted, false, 'deleted')
            ensureTimes(employee)
          }
          seen.push(...globalIds(page.list))
          pages = Math.min(page.pages, 30)
          if (pageNum === pages && page.pages <= 30)
            same(new Set(seen).size, page.total, 'the number of different employees')
        }
      },
    ],
    [
      'answer',
      'service',
      choices,
      'returns page 1 of 20 without page parameters',
      async (turn) => {
        const target = { enterpriseGlobalId: turn.session.target.enterprise }
        const page = await list(turn, target)
        ensurePage(page, 1, 20, page.total, true)
      },
    ],
    [
      'refusals',
      'service',
      choices,
      'pages count from 1 and hold 1 to 100 (40000)',
      async (turn) => {
        const path = { enterpriseGlobalId: turn.session.target.enterprise }
        for (const query of [
          { pageNum: 0 },
          { pageNum: -1 },
          { pageSize: 0 },
          { pageSize: 101 },
          { pageSize: 1.5 },
        ]) {
          await turn.caller.refused('member.listEmployees', '40000', { path, query }, JSON.stringify(query))
        }
      },
    ],
    [
      'refusals',
      'service',
      choices,
      'an unknown enterprise is refused (60000)',
      async ({ caller }) => {
        await caller.refused('member.listEmployees', '60000', {
          path: { enterpriseGlobalId: '999999999999' },
        })
      },
    ],
  ),
  ...changing(
    'member.listEmployees',
    [
      'effect',
      'document',
      'section 4.2, rule 4',
      'contains exactly the enterprise’s employees, page by page, without deleted ones',
      async (turn) => {
        const own = await turn.world.enterprise()
        const stranger = await turn.world.enterprise()
        ensurePage(
          await list(turn, own, { pageNum: 1, pageSize: 2 }),
          1,
          2,
          0,
          turn.session.target.level === 'service',
        )
        const made = await turn.world.employees(own, 6)
        await turn.world.employees(stranger, 1)
        const [gone, ...left] = made
        ensure(gone !== undefined, 'no employee was created')
        await turn.session.plain.succeed('member.deleteEmployee', { path: memberPath(own, gone) })
        const seen: string[] = []
        for (const pageNum of [1, 2, 3, 4]) {
          const page = await list(turn, own, { pageNum, pageSize: 2 })
          ensurePage(page, pageNum, 2, 5, turn.session.target.level === 'service')
          seen.push(...globalIds(page.list))
          for (const employee of page.list) {
            const wanted = left.find(({ globalId }) => globalId === employee.globalId)
            ensure(wanted !== undefined, 'an unknown employee is listed')
            const { name, userName, remark, passwordMobile, departmentId } = aNewEmployee({
              userName: wanted.userName,
            })
            sameFields(
              employee,
              {
                name,
                userName,
                remark,
                passwordMobile,
                departmentId,
                deleted: false,
                onlineFlag: false,
                borrowNum: null,
                assetNums: [],
              },
              'the employee',
            )
            ensureTimes(employee)
          }
        }
        sameSet(seen, globalIds(left), 'the employees of all pages')
      },
    ],
    [
      'effect',
      'service',
      choices,
      'navigatepageNums contains 8 pages around the page',
      async (turn) => {
        const own = await turn.world.enterprise()
        await turn.world.employees(own, 11)
        for (const pageNum of [1, 6, 11])
          ensurePage(await list(turn, own, { pageNum, pageSize: 1 }), pageNum, 1, 11, true)
      },
    ],
    [
      'effect',
      'document',
      'section 4.2, rule 4',
      'departmentId and keyword (name or account) filter, separately and together',
      async (turn) => {
        const own = await turn.world.enterprise()
        const word = unique('kw')
        const userList = [
          aNewEmployee({ departmentId: 2001, name: `甲 ${word}` }),
          aNewEmployee({ departmentId: 2002, name: `乙 ${word}` }),
          aNewEmployee({ departmentId: 2001, userName: unique(word) }),
          aNewEmployee({ departmentId: 2002 }),
        ]
        const path = pathOf(own)
        const { succeeded } = await turn.session.plain.succeed('member.addEmployees', {
          path,
          body: { userList },
        })
        for (const employee of (await list(turn, own, { pageNum: 1, pageSize: 50 })).list) {
          const added = only(succeeded, ({ globalId }) => globalId === employee.globalId, employee.userName)
          const { id, userId, enterpriseId } = added
          const ids = { id: String(id), userId: String(userId), enterpriseId: String(enterpriseId) }
          sameFields(employee, ids, 'the employee as added')
        }
        const idOf = (index: number) =>
          only(
            succeeded,
            ({ userName }) => userName.startsWith(userList[index]?.userName ?? ''),
            'the employee',
          ).globalId
        const filters: readonly (readonly [Record<string, string | number>, readonly number[]])[] = [
          [{}, [0, 1, 2, 3]],
          [{ departmentId: 2001 }, [0, 2]],
          [{ departmentId: 2002 }, [1, 3]],
          [{ keyword: word }, [0, 1, 2]],
          [{ keyword: `乙 ${word}` }, [1]],
          [{ departmentId: 2001, keyword: word }, [0, 2]],
          [{ departmentId: 2999 }, []],
        ]
        for (const [query, wanted] of filters) {
          const page = await list(turn, own, { ...query, pageNum: 1, pageSize: 50 })
          sameSet(globalIds(page.list), wanted.map(idOf), `the result of ${JSON.stringify(query)}`)
          same(page.total, wanted.length, `total of ${JSON.stringify(query)}`)
        }
      },
    ],
    [
      'effect',
      'document',
      'section 2.2',
      'assetNums and borrowNum follow assignment and lending',
      async (turn) => {
        const own = await turn.world.enterprise()
        const [one, two, lock] = await turn.world.assets(own, [{}, {}, { more: { borrowedUsbKey: true } }])
        const [member, colleague] = await turn.world.employees(own, 2)
        ensure(one !== undefined && two !== undefined && lock !== undefined, 'nothing was created')
        ensure(member !== undefined && colleague !== undefined, 'no employee was created')
        await turn.world.assign(member, [one.assetNum, two.assetNum])
        await turn.world.lend(member, lock, [one])
        const page = await list(turn, own, { pageNum: 1, pageSize: 20 })
        const row = only(page.list, ({ globalId }) => globalId === member.globalId, 'the employee')
        sameSet(row.assetNums ?? [], [one.assetNum, two.assetNum], 'assetNums')
        same(row.borrowNum, lock.assetNum, 'borrowNum')
        const other = only(page.list, ({ globalId }) => globalId === colleague.globalId, 'the colleague')
        sameFields(other, { assetNums: [], borrowNum: null }, 'the colleague')
      },
    ],
  ),
]

export const employeeChecks: readonly Check[] = [...adding, ...editing, ...resetting, ...deleting, ...listing]
