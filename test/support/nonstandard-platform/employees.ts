import { listIn, textIn } from './json'
import type { Body } from './json'
import { employeeOf, employeesOf, newId, BusinessException } from './world'
import type { Employee, World } from './world'
import type { PlatformBehavior } from './behavior'
import type { Writing } from './writing'

const enterpriseOf = (world: World, id: string) => {
  const enterprise = world.enterprises.get(id)
  if (enterprise === undefined) throw new BusinessException('60000', 'no permission on the resource')
  return enterprise
}

/** The problem of an employee; each is reported per row here. */
const objection = (one: Body, usedAccounts: ReadonlySet<string>, account: string): string | null => {
  if (!/^[A-Za-z0-9]+$/.test(textIn(one, 'userName'))) return '账号只能包含字母和数字'
  if (usedAccounts.has(account.toLowerCase())) return 'account exists already'
  if (textIn(one, 'name') === '' || textIn(one, 'name').length > 30) return 'name'
  if (textIn(one, 'password').length < 8) return 'password: 8 to 32'
  return textIn(one, 'departmentId') === '' ? 'department' : null
}

/** Member operation 1. */
export const addMembers = (
  world: World,
  enterpriseId: string,
  body: Body,
  { id, time, nothing, rows }: Writing,
  { failedNames, lowerCase }: PlatformBehavior,
): unknown => {
  const enterprise = enterpriseOf(world, enterpriseId)
  const list = listIn(body, 'userList')
  if (list.length === 0) throw new BusinessException('40021', 'userList')
  if (list.length > 100) throw new BusinessException('60013', 'at most 100')
  const usedAccounts = new Set(employeesOf(world, enterpriseId).map(({ account }) => account.toLowerCase()))
  const succeeded: Employee[] = []
  const failed: unknown[] = []
  for (const one of list) {
    const whole = textIn(one, 'userName') + enterprise.code
    const account = lowerCase ? whole.toLowerCase() : whole
    const message = objection(one, usedAccounts, account)
    if (message !== null) {
      failed.push({ userName: failedNames === 'whole' ? account : textIn(one, 'userName'), message })
      continue
    }
    usedAccounts.add(account.toLowerCase())
    const at = Date.now()
    const employee: Employee = {
      id: newId(),
      globalId: newId(),
      enterpriseId,
      account,
      createdAt: at,
      departmentId: textIn(one, 'departmentId'),
      name: textIn(one, 'name'),
      remark: textIn(one, 'remark'),
      mobile: textIn(one, 'passwordMobile'),
      password: textIn(one, 'password'),
      deleted: false,
      updatedAt: at,
    }
    world.employees.set(employee.globalId, employee)
    succeeded.push(employee)
  }
  const data = {
    succeeded: rows(succeeded).map((employee, row) => ({
      id: id(employee.id),
      globalId: id(employee.globalId),
      enterpriseId: id(enterpriseId),
      departmentName: nothing(row),
      userName: employee.account,
      name: row % 2 === 0 ? employee.name : undefined,
      deleted: 0,
      createTime: time(employee.createdAt),
    })),
    failed,
  }
  if (failed.length > 0) throw new BusinessException('60027', 'some employees failed', data)
  return data
}

/** Member operation 2. */
export const editMember = (world: World, globalId: string, body: Body): null => {
  const employee = employeeOf(world, globalId, '60002')
  employee.name = textIn(body, 'name')
  employee.remark = textIn(body, 'remark')
  employee.mobile = textIn(body, 'passwordMobile')
  if (textIn(body, 'departmentId') !== '') employee.departmentId = textIn(body, 'departmentId')
  employee.updatedAt = Date.now()
  return null
}

/** Member operation 3. */
export const resetPassword = (world: World, globalId: string, body: Body): null => {
  const password = textIn(body, 'password')
  if (password.length < 8) throw new BusinessException('50003', 'password length must lie between 8 and 32')
  employeeOf(world, globalId, '60002').password = password
  return null
}

/** Member operation 4: the assets become unassigned, and lent products return. */
export const deleteMember = (world: World, globalId: string): null => {
  employeeOf(world, globalId, '60002').deleted = true
  for (const asset of world.assets.values()) {
    if (asset.holder !== globalId) continue
    asset.holder = null
    asset.lentOnto = null
  }
  return null
}
