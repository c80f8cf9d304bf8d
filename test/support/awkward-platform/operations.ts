import { create, bind, query, update } from './customers'
import { addMembers, deleteMember, editMember, resetPassword } from './employees'
import { assetNums, borrow, borrowUsbKeys, privileges, products } from './holdings'
import type { Body } from './json'
import { listAssets, setLocked } from './locks'
import type { Manners, Operation } from './manners'
import { batchOrder, shellnums } from './orders'
import { listMembers } from './pages'
import type { World } from './world'
import type { Writing } from './writing'

export interface Asked {
  readonly world: World
  readonly manners: Manners
  readonly writing: Writing
  readonly query: URLSearchParams
  readonly body: Body
  /** What stands in the path: an enterprise, an asset or an employee, the employee last. */
  readonly ids: readonly string[]
}

interface Row {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: RegExp
  readonly answer: (asked: Asked) => unknown
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
    answer: ({ world, query: asked, writing }) => query(world, asked, writing),
  },
  update: {
    method: 'POST',
    path: at(`${order}/enterprise/user/update`),
    answer: ({ world, body }) => update(world, body),
  },
  batchOrder: {
    method: 'POST',
    path: at(`${order}/licenseOrder/batchOrder`),
    answer: ({ world, body, writing, manners }) => batchOrder(world, body, writing, manners),
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
    answer: (asked) => listAssets(asked.world, first(asked), asked.query, asked.writing),
  },
  shellnums: {
    method: 'POST',
    path: at(`${order}/shellnums`),
    answer: ({ world, body, writing }) => shellnums(world, body, writing),
  },
  addMembers: {
    method: 'POST',
    path: at(`${member}/${id}/member`),
    answer: (asked) => addMembers(asked.world, first(asked), asked.body, asked.writing, asked.manners),
  },
  editMember: {
    method: 'PUT',
    path: at(`${member}/${id}/member/${id}`),
    answer: (asked) => editMember(asked.world, last(asked), asked.body),
  },
  resetPassword: {
    method: 'PUT',
    path: at(`${member}/${id}/member/${id}/resetPassword`),
    answer: (asked) => resetPassword(asked.world, last(asked), asked.body),
  },
  deleteMember: {
    method: 'DELETE',
    path: at(`${member}/${id}/member/${id}`),
    answer: (asked) => deleteMember(asked.world, last(asked)),
  },
  listMembers: {
    method: 'GET',
    path: at(`${member}/${id}/members`),
    answer: (asked) => listMembers(asked.world, first(asked), asked.query, asked.writing, asked.manners),
  },
  assetNums: {
    method: 'GET',
    path: at(`${member}/${id}/asset/assetNums`),
    answer: (asked) => assetNums(asked.world, first(asked), asked.writing),
  },
  products: {
    method: 'GET',
    path: at(`${member}/asset/${id}/merchandiseProducts`),
    answer: (asked) => products(asked.world, first(asked), asked.writing),
  },
  borrowUsbKeys: {
    method: 'GET',
    path: at(`${member}/${id}/asset/borrowUsbKeys`),
    answer: (asked) => borrowUsbKeys(asked.world, first(asked), asked.writing),
  },
  privileges: {
    method: 'POST',
    path: at(`${member}/member/${id}/privileges`),
    answer: (asked) => privileges(asked.world, last(asked), asked.body),
  },
  borrow: {
    method: 'POST',
    path: at(`${member}/member/${id}/borrow`),
    answer: (asked) => borrow(asked.world, last(asked), asked.body),
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
