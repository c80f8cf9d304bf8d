import { create, bind, query, update } from './customers'
import { addMembers, deleteMember, editMember, resetPassword } from './employees'
import { assetNums, borrow, borrowUsbKeys, privileges, products } from './holdings'
import type { Body } from './json'
import { listAssets, setLocked } from './locks'
import type { PlatformBehavior, Operation } from './behavior'
import { batchOrder, shellnums } from './orders'
import { listMembers } from './pages'
import type { World } from './world'
import type { Writing } from './writing'

export interface Asked {
  readonly world: World
  readonly behavior: PlatformBehavior
  readonly writing: Writing
  readonly query: URLSearchParams
  readonly body: Body
  /** The IDs in the path: an enterprise, an asset or an employee, the employee last. */
  readonly ids: readonly string[]
}

interface Row {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: RegExp
  readonly answer: (call: Asked) => unknown
}

const order = '/order/api/order/v1'
const member = '/me/api/v1/enterprise'
const id = '([^/]+)'
const at = (path: string) => new RegExp(`^${path}$`)
const first = ({ ids }: Asked): string => ids[0] ?? ''
const last = ({ ids }: Asked): string => ids.at(-1) ?? ''

/** Sections 4.1 and 4.2. */
export const operations: Readonly<Record<Operation, Row>> = {
  bind: {
    method: 'POST',
    path: at(`${order}/enterprise/user/bind`),
    answer: ({ world, body, writing }) => bind(world, body, writing),
  },
  create: {
    method: 'POST',
    path: at(`${order}/enterprise/user/create`),
    answer: ({ world, body, writing }) => create(world, body, writing),
  },
  query: {
    method: 'GET',
    path: at(`${order}/enterprise/user/query`),
    answer: ({ world, query: call, writing }) => query(world, call, writing),
  },
  update: {
    method: 'POST',
    path: at(`${order}/enterprise/user/update`),
    answer: ({ world, body }) => update(world, body),
  },
  batchOrder: {
    method: 'POST',
    path: at(`${order}/licenseOrder/batchOrder`),
    answer: ({ world, body, writing, behavior }) => batchOrder(world, body, writing, behavior),
  },
  lock: {
    method: 'POST',
    path: at(`${order}/asset/lock`),
    answer: ({ world, body, writing }) => setLocked(world, body, true, writing),
  },
  unlock: {
    method: 'POST',
    path: at(`${order}/asset/unlock`),
    answer: ({ world, body, writing }) => setLocked(world, body, false, writing),
  },
  listAssets: {
    method: 'GET',
    path: at(`${order}/asset/${id}/list`),
    answer: (call) => listAssets(call.world, first(call), call.query, call.writing),
  },
  shellnums: {
    method: 'POST',
    path: at(`${order}/shellnums`),
    answer: ({ world, body, writing }) => shellnums(world, body, writing),
  },
  addMembers: {
    method: 'POST',
    path: at(`${member}/${id}/member`),
    answer: (call) => addMembers(call.world, first(call), call.body, call.writing, call.behavior),
  },
  editMember: {
    method: 'PUT',
    path: at(`${member}/${id}/member/${id}`),
    answer: (call) => editMember(call.world, last(call), call.body),
  },
  resetPassword: {
    method: 'PUT',
    path: at(`${member}/${id}/member/${id}/resetPassword`),
    answer: (call) => resetPassword(call.world, last(call), call.body),
  },
  deleteMember: {
    method: 'DELETE',
    path: at(`${member}/${id}/member/${id}`),
    answer: (call) => deleteMember(call.world, last(call)),
  },
  listMembers: {
    method: 'GET',
    path: at(`${member}/${id}/members`),
    answer: (call) => listMembers(call.world, first(call), call.query, call.writing, call.behavior),
  },
  assetNums: {
    method: 'GET',
    path: at(`${member}/${id}/asset/assetNums`),
    answer: (call) => assetNums(call.world, first(call), call.writing),
  },
  products: {
    method: 'GET',
    path: at(`${member}/asset/${id}/merchandiseProducts`),
    answer: (call) => products(call.world, first(call), call.writing),
  },
  borrowUsbKeys: {
    method: 'GET',
    path: at(`${member}/${id}/asset/borrowUsbKeys`),
    answer: (call) => borrowUsbKeys(call.world, first(call), call.writing),
  },
  privileges: {
    method: 'POST',
    path: at(`${member}/member/${id}/privileges`),
    answer: (call) => privileges(call.world, last(call), call.body),
  },
  borrow: {
    method: 'POST',
    path: at(`${member}/member/${id}/borrow`),
    answer: (call) => borrow(call.world, last(call), call.body),
  },
}

export const isMemberOperation = (operation: Operation): boolean =>
  operations[operation].path.source.startsWith('^\\/me')

export const operationAt = (
  method: string,
  path: string,
): { readonly operation: Operation; readonly ids: readonly string[] } | null => {
  for (const [operation, row] of Object.entries(operations)) {
    const found = row.method === method ? row.path.exec(path) : null
    if (found !== null)
      return { operation: operation as Operation, ids: found.slice(1).map(decodeURIComponent) }
  }
  return null
}
