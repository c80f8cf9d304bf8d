import { describe, expect, it } from 'vitest'
import { departmentsOf } from '../../../../../src-renderer/features/employees/departments'
import { createRowCheck } from '../../../../../src-renderer/features/employees/import/check-rows'
import type { CheckContext } from '../../../../../src-renderer/features/employees/import/check-rows'
import {
  unknownDepartment,
  withDepartments,
  withValues,
  requestRows,
} from '../../../../../src-renderer/features/employees/import/change-rows'
import { readRows, importColumns } from '../../../../../src-renderer/features/employees/import/import-rows'
import { isSendable, needsCorrection } from '../../../../../src-renderer/features/employees/import/row-state'
import type { RowContext } from '../../../../../src-renderer/features/employees/import/row-state'
import { findColumns } from '#shared/sheets/find-column'
import type { Steps } from '../../../../../src-renderer/ui/table/run-time-sliced'
import { cellKey, noSheetMarks } from '../../../../../src-renderer/ui/sheets/sheet'
import { entry } from '../../../support/samples'

const run = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
const departments = departmentsOf([{ departmentId: '7', departmentName: 'Sales' }], 'en')
const nothing: CheckContext = { departments, code: null, accounts: new Set() }
const columns = { userName: 0, name: 1, department: 2, password: 3 }
const read = (
  lines: readonly string[][],
  onPassword: (id: number, password: string) => void = () => undefined,
) => run(readRows({ ...noSheetMarks, rows: lines }, { columns, titleRows: 1 }, onPassword))
const titles = ['a', 'n', 'd', 'p']
const validities = (lines: readonly string[][], against = nothing) =>
  run(createRowCheck()(read([titles, ...lines]), against)).map(({ validity }) => validity)

describe('the columns of an employee list', () => {
  it.each([
    [['账号', '姓名', '部门', '手机号', '初始密码', '备注']],
    [['User name', 'Full name', 'Department name', 'Mobile', 'Password', 'Note']],
    [['登录名', '员工姓名', '所属部门', '联系电话', '密码', '说明']],
  ])('are found by their titles: %s', (head) => {
    const { columns: found } = findColumns([head, ['x', 'y', 'z', '1', 'p', 'r']], importColumns)
    expect(found).toEqual({ userName: 0, name: 1, department: 2, passwordMobile: 3, password: 4, remark: 5 })
  })

  it('are the best matches, not the first ones', () => {
    const head = ['Account', 'Manager name', 'Employee name', 'Department']
    expect(findColumns([head, ['a1', 'Boss', 'Worker', '1']], importColumns).columns).toMatchObject({
      userName: 0,
      name: 2,
      department: 3,
    })
  })

  it.each([
    [['Account', 'Name', 'Password', 'Password'], 'password', [2, 3]],
    [['Account', 'Name', 'Name'], 'name', [1, 2]],
    [['Account', 'Manager name', 'Contact name'], 'name', [1, 2]],
  ])('are asked for where two match as well: %s', (head, key, unclear) => {
    const found = findColumns([head, ['a1', 'b', 'c', 'd']], importColumns)
    expect(found.columns[key]).toBeNull()
    expect(found.unclear).toEqual({ [key]: unclear })
  })

  it('are never hidden ones without asking', () => {
    const head = ['Account', 'Name', 'Password', 'Department']
    const rows = [head, ['a1', 'b', 'c', 'd']]
    expect(findColumns(rows, importColumns, [2]).unclear).toEqual({ password: [2] })
    expect(
      findColumns(
        [
          [...head, 'Initial password'],
          ['a1', 'b', 'c', 'd', 'e'],
        ],
        importColumns,
        [2],
      ),
    ).toMatchObject({ columns: { password: 4 }, titleRows: 1 })
  })
})

describe('readRows', () => {
  it('omits blank rows, keeps the line numbers, and holds no password', () => {
    const passwords: [number, string][] = []
    const rows = read([titles, ['chen', 'Chen', 'Sales', 'Canary-1'], [], ['li', 'Li', '', '']], (...one) =>
      passwords.push(one),
    )
    expect(rows.map(({ line, hasPassword }) => [line, hasPassword])).toEqual([
      [2, true],
      [4, false],
    ])
    expect(passwords).toEqual([[0, 'Canary-1']])
    expect(JSON.stringify(rows)).not.toContain('Canary')
  })
})

describe('a sheet with errors', () => {
  const rows = [
    titles,
    ['chen', 'Chen', 'Sales', ''],
    ['wang', 'Wang', '#N/A', '#REF!'],
    ['li', 'Li', '', '=B2&1'],
    ['zhao', '#N/A', 'Sales', ''],
    ['sun', 'S\ufffdn', 'Sales', ''],
  ]
  const problems = new Map<number, 'error' | 'no-result'>([
    [cellKey(2, 2), 'error'],
    [cellKey(2, 3), 'error'],
    [cellKey(3, 3), 'no-result'],
    [cellKey(4, 1), 'error'],
  ])
  const passwords = new Map<number, string>()
  const sheet = { ...noSheetMarks, rows, problems, shownAs: new Map([[cellKey(1, 0), 'c-hen']]) }
  const imported = run(readRows(sheet, { columns, titleRows: 1 }, (id, text) => passwords.set(id, text)))
  const findings = (list: readonly (typeof imported)[number][]) =>
    run(createRowCheck()(list, nothing)).map((checked) =>
      checked.findings.map(({ field, code }) => `${field} ${code}`),
    )

  it('keeps each row, which cannot be sent before its cells are corrected', () => {
    expect(imported.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6])
    expect(findings(imported)).toEqual([
      ['userName cell-shown-as'],
      ['department cell-error', 'password cell-error'],
      ['password cell-no-result', 'department department-empty'],
      ['name cell-error'],
      ['name undecodable'],
    ])
    // Otherwise a password would be generated.
    expect(imported.map(({ hasPassword }) => hasPassword)).toEqual([false, true, true, false, false])
  })

  it('gives neither the row with the error nor those below it the department above', () => {
    const filled = withDepartments(imported, 'above', () => true)
    expect(filled.map(({ values }) => values.department)).toEqual(['Sales', '#N/A', '', 'Sales', 'Sales'])
  })

  it('checks a corrected cell like any other', () => {
    const filled = withDepartments(imported, { department: 'Sales' }, () => true)
    expect(findings(filled)[2]).toEqual(['password cell-no-result'])
    const corrected = { ...imported[3]!.values, name: 'Zhao' }
    expect(findings([withValues(imported[3]!, corrected)])).toEqual([[]])
  })
})

describe('an unknown department', () => {
  const lines = [
    ['a', 'A', 'Verkauf', ''],
    ['b', 'B', 'Sales', ''],
    ['c', 'C', 'Shop', ''],
    ['d', 'D', 'Shop', ''],
    ['e', 'E', '', ''],
    ['f', 'F', '12', ''],
  ]
  const rows = read([titles, ...lines])

  it('is replaced in all rows that name it, the most frequent one first', () => {
    expect(unknownDepartment(rows, departments, () => true)).toEqual({
      name: 'Shop',
      count: 2,
      isSeveral: false,
    })
    const replaced = withDepartments(rows, { department: '7', instead: 'Shop' }, () => true)
    expect(replaced.map(({ values }) => values.department)).toEqual(['Verkauf', 'Sales', '7', '7', '', '12'])
    expect(unknownDepartment(replaced, departments, () => true)).toEqual({
      name: 'Verkauf',
      count: 1,
      isSeveral: false,
    })
  })

  it('does not count rows that can no longer be edited, or whose cell has an error', () => {
    expect(unknownDepartment(rows, departments, () => false)).toBeNull()
    const hasError = { field: 'department', code: 'cell-error', isWarning: false } as const
    const broken = rows.map((row) => ({ ...row, cellFindings: [hasError] }))
    expect(unknownDepartment(broken as never, departments, () => true)).toBeNull()
  })
})

describe('checking all rows', () => {
  it('accepts the first of equal accounts, and rejects existing ones', () => {
    const lines = [
      ['chen', 'Chen', 'Sales', ''],
      ['chen', 'Chen again', 'Sales', ''],
      ['li', 'Li', 'Sales', ''],
    ]
    const code = { code: '@x', isCertain: true }
    expect(validities(lines, { departments, code, accounts: new Set(['li@x']) })).toEqual([
      'ready',
      'repeated',
      'exists',
    ])
    // With a guessed code it is only a warning.
    expect(
      validities(lines, { departments, code: { ...code, isCertain: false }, accounts: new Set(['li@x']) })[2],
    ).toBe('doubt')
  })

  it('warns about leading zeros that a spreadsheet may have removed', () => {
    const lines = ['10017', '10018', '10019', '17', '10020'].map((id) => [id, 'N', 'Sales', ''])
    expect(validities(lines)).toEqual(['ready', 'ready', 'ready', 'doubt', 'ready'])
  })

  it('checks 100,000 rows in short steps', () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => [`u${String(i % 99_000)}`, 'N', '7', ''])
    const steps = createRowCheck()(read([titles, ...lines]), nothing)
    let count = 0
    while (steps.next().done !== true) count += 1
    expect(count).toBeGreaterThan(100)
  })
})

describe('departments with the same name', () => {
  const alike = departmentsOf(
    [
      { departmentId: '7', departmentName: 'Sales' },
      { departmentId: '9', departmentName: 'sales' },
      { departmentId: '8', departmentName: 'Shop' },
      { departmentId: '12', departmentName: null },
    ],
    'en',
  )

  it('are told apart by their numbers where one is chosen', () => {
    expect(['7', '9', '8', '12'].map((id) => alike.labelOf(id))).toEqual([
      'Sales · 7',
      'sales · 9',
      'Shop',
      '12',
    ])
  })

  it('are not said to be unknown', () => {
    const rows = read([titles, ['a', 'A', 'Sales', '']])
    expect(unknownDepartment(rows, alike, () => true)).toEqual({ name: 'Sales', count: 1, isSeveral: true })
  })
})

describe('a department in merged cells', () => {
  it('is copied from the row above', () => {
    const rows = read([
      titles,
      ['a', 'A', 'Sales', ''],
      ['b', 'B', '', ''],
      ['c', 'C', '9', ''],
      ['d', 'D', '', ''],
    ])
    expect(withDepartments(rows, 'above', () => true).map(({ values }) => values.department)).toEqual([
      'Sales',
      'Sales',
      '9',
      '9',
    ])
    expect(
      withDepartments(rows, { department: '7' }, () => true).map(({ values }) => values.department),
    ).toEqual(['Sales', '7', '9', '7'])
  })

  it('is sent as its number', () => {
    const rows = read([titles, ['a', 'A', 'Sales', '']])
    const requests = run(
      requestRows(rows, { enterpriseGlobalId: 'e1', departments, passwordFor: () => 'given' }),
    )
    expect(requests).toEqual([
      {
        enterpriseGlobalId: 'e1',
        userName: 'a',
        name: 'A',
        passwordMobile: '',
        remark: '',
        departmentId: '7',
        password: 'given',
      },
    ])
  })
})

describe('sending again', () => {
  const [row] = read([titles, ['a', 'A', 'Sales', '']])
  type Part = Parameters<typeof entry>[0]
  const known = (rowIndex: number, part: Part, before: readonly Part[] = []): RowContext => {
    const own = entry({ action: 'add-employee', ...part })
    return {
      row: { ...(row ?? never()), sent: { jobId: 'job-1', rowIndex } },
      checked: { findings: [], validity: 'ready' },
      entry: own,
      entries: [...before.map((each) => entry({ action: 'add-employee', ...each })), own],
    }
  }
  const never = (): never => {
    throw new Error('no row')
  }
  const refusedCall = {
    kind: 'platform' as const,
    failure: {
      code: 'refused' as const,
      businessCode: '50003',
      message: 'userList[1].password: must have 6 to 20 characters',
      changed: 'no' as const,
    },
  }

  it('excludes employees refused by name until they are corrected', () => {
    const rejected = known(0, { state: 'failed', reason: { kind: 'said', message: 'exists' } })
    expect([isSendable(rejected), needsCorrection(rejected)]).toEqual([false, true])
  })

  it('includes employees refused with another one of the same request, but not that one', () => {
    // The first row is sent alone, and the next requests are short; a row that was not sent is in none.
    const refused = { state: 'failed', reason: refusedCall, endedAt: 3 } as const
    const rows: readonly Part[] = [
      { state: 'done', endedAt: 1 },
      { ...refused, endedAt: 2 },
      { ...refused, endedAt: 2 },
      refused,
      { state: 'not-sent', reason: { kind: 'superseded' }, endedAt: 2 },
      refused,
      refused,
    ]
    const scopes = rows.map((part, at) => {
      const context = known(at, part, rows.slice(0, at))
      return [isSendable(context), needsCorrection(context)]
    })
    const [beside, named, neither] = [
      [true, false],
      [false, true],
      [false, false],
    ]
    expect(scopes).toEqual([neither, beside, named, beside, beside, named, beside])
  })

  it('excludes unconfirmed and completed employees', () => {
    expect(isSendable(known(0, { state: 'unknown' }))).toBe(false)
    expect(isSendable(known(0, { state: 'done' }))).toBe(false)
    expect(isSendable(known(0, { state: 'not-sent', reason: { kind: 'password-gone' } }))).toBe(true)
  })
})
