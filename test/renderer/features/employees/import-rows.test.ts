import { describe, expect, it } from 'vitest'
import { departmentsOf } from '../../../../src-renderer/features/employees/departments'
import { createRowCheck } from '../../../../src-renderer/features/employees/import/check-rows'
import type { CheckedAgainst } from '../../../../src-renderer/features/employees/import/check-rows'
import { filled, requestRows } from '../../../../src-renderer/features/employees/import/change-rows'
import { readRows, wantedColumns } from '../../../../src-renderer/features/employees/import/import-rows'
import { isSendable, needsCorrecting } from '../../../../src-renderer/features/employees/import/row-state'
import type { KnownRow } from '../../../../src-renderer/features/employees/import/row-state'
import { findColumns } from '../../../../src-renderer/sheets/find-column'
import type { Steps } from '../../../../src-renderer/ui/table/in-slices'
import { entry, job } from '../../support/samples'

const run = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
const departments = departmentsOf([{ departmentId: '7', departmentName: 'Sales' }])
const nothing: CheckedAgainst = { departments, code: null, accounts: new Set() }
const columns = { userName: 0, name: 1, department: 2, password: 3 }
const read = (
  lines: readonly string[][],
  onPassword: (id: number, password: string) => void = () => undefined,
) => run(readRows(lines, { columns, titleRows: 1 }, onPassword))
const titles = ['a', 'n', 'd', 'p']
const verdicts = (lines: readonly string[][], against = nothing) =>
  run(createRowCheck()(read([titles, ...lines]), against)).map(({ verdict }) => verdict)

describe('the columns of a personnel list', () => {
  it.each([
    [['账号', '姓名', '部门', '手机号', '初始密码', '备注']],
    [['User name', 'Full name', 'Department name', 'Mobile', 'Password', 'Note']],
    [['登录名', '员工姓名', '所属部门', '联系电话', '密码', '说明']],
  ])('are found by their titles: %s', (head) => {
    const { columns: found } = findColumns([head, ['x', 'y', 'z', '1', 'p', 'r']], wantedColumns)
    expect(found).toEqual({ userName: 0, name: 1, department: 2, passwordMobile: 3, password: 4, remark: 5 })
  })
})

describe('readRows', () => {
  it('leaves blank rows out, keeps the lines of the file, and holds no password', () => {
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

describe('the check of all rows', () => {
  it('takes the first of equal accounts, and those on the list for there already', () => {
    const lines = [
      ['chen', 'Chen', 'Sales', ''],
      ['chen', 'Chen again', 'Sales', ''],
      ['li', 'Li', 'Sales', ''],
    ]
    const code = { code: '@x', isCertain: true }
    expect(verdicts(lines, { departments, code, accounts: new Set(['li@x']) })).toEqual([
      'ready',
      'repeated',
      'exists',
    ])
    // A code that is a guess makes a doubt of it.
    expect(
      verdicts(lines, { departments, code: { ...code, isCertain: false }, accounts: new Set(['li@x']) })[2],
    ).toBe('doubt')
  })

  it('suspects zeros that a spreadsheet ate where most accounts are longer', () => {
    const lines = ['10017', '10018', '10019', '17', '10020'].map((id) => [id, 'N', 'Sales', ''])
    expect(verdicts(lines)).toEqual(['ready', 'ready', 'ready', 'doubt', 'ready'])
  })

  it('goes through a hundred thousand rows in steps of a moment', () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => [`u${String(i % 99_000)}`, 'N', '7', ''])
    const steps = createRowCheck()(read([titles, ...lines]), nothing)
    let count = 0
    while (steps.next().done !== true) count += 1
    expect(count).toBeGreaterThan(100)
  })
})

describe('a department of merged cells', () => {
  it('is that of the row above, for rows without one', () => {
    const rows = read([
      titles,
      ['a', 'A', 'Sales', ''],
      ['b', 'B', '', ''],
      ['c', 'C', '9', ''],
      ['d', 'D', '', ''],
    ])
    expect(filled(rows, 'above', () => true).map(({ values }) => values.department)).toEqual([
      'Sales',
      'Sales',
      '9',
      '9',
    ])
    expect(filled(rows, { department: '7' }, () => true).map(({ values }) => values.department)).toEqual([
      'Sales',
      '7',
      '9',
      '7',
    ])
  })

  it('goes out as its number', () => {
    const rows = read([titles, ['a', 'A', 'Sales', '']])
    const asked = run(requestRows(rows, { enterpriseGlobalId: 'e1', departments, give: () => 'given' }))
    expect(asked).toEqual([
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

describe('what is sent again', () => {
  const [row] = read([titles, ['a', 'A', 'Sales', '']])
  const known = (place: number, part: Parameters<typeof entry>[0]): KnownRow => ({
    row: { ...(row ?? never()), sent: { jobId: 'job-1', place } },
    checked: { findings: [], verdict: 'ready' },
    entry: entry({ action: 'add-employee', ...part }),
    job: job({ chunkSize: 100 }),
  })
  const never = (): never => {
    throw new Error('no row')
  }
  const refusedCall = {
    kind: 'platform' as const,
    failure: {
      code: 'refused' as const,
      businessCode: '50003',
      message: 'userList[17].password: must have 6 to 20 characters',
      changed: 'no' as const,
    },
  }

  it('is not who was refused by name until it is corrected', () => {
    const refused = known(0, { state: 'failed', reason: { kind: 'said', message: 'exists' } })
    expect([isSendable(refused), needsCorrecting(refused)]).toEqual([false, true])
  })

  it('is who went down with another of the same call, and not that one', () => {
    const beside = known(118, { state: 'failed', reason: refusedCall })
    const named = known(117, { state: 'failed', reason: refusedCall })
    expect([isSendable(beside), needsCorrecting(beside)]).toEqual([true, false])
    expect([isSendable(named), needsCorrecting(named)]).toEqual([false, true])
  })

  it('is never what is not known, nor what is done', () => {
    expect(isSendable(known(0, { state: 'unknown' }))).toBe(false)
    expect(isSendable(known(0, { state: 'done' }))).toBe(false)
    expect(isSendable(known(0, { state: 'not-sent', reason: { kind: 'password-gone' } }))).toBe(true)
  })
})
