import { textIn } from './json'
import type { Body } from './json'
import { newId, BusinessException } from './world'
import type { Customer, Enterprise, World } from './world'
import type { Writing } from './writing'

const written = (world: World, customer: Customer, { id }: Writing) => ({
  customerId: id(customer.id),
  channelCode: customer.channelCode,
  channelCustomerId: customer.channelCustomerId,
  enterpriseGlobalId: id(customer.enterpriseId),
  enterpriseName: world.enterprises.get(customer.enterpriseId)?.name,
  isDefault: customer.isDefault ? 'Y' : 'N',
  branchOfTomorrow: { deep: [1] },
})

const found = (world: World, name: string): Enterprise => {
  const known = [...world.enterprises.values()].find((enterprise) => enterprise.name === name)
  if (known !== undefined) return known
  const enterprise = { id: newId(), name, code: `x${world.enterprises.size}` }
  world.enterprises.set(enterprise.id, enterprise)
  return enterprise
}

/** Order operation 1. */
export const bind = (world: World, body: Body, writing: Writing): unknown => {
  const name = textIn(body, 'enterpriseName')
  if (name === '') throw new BusinessException('13004', 'enterpriseName: must not be blank')
  const enterprise = found(world, name)
  const customer: Customer = {
    id: newId(),
    enterpriseId: enterprise.id,
    channelCode: textIn(body, 'channelCode'),
    channelCustomerId: textIn(body, 'channelCustomerId'),
    crmCustomerId: '',
    isDefault: !world.customers.some((one) => one.enterpriseId === enterprise.id),
    name: textIn(body, 'customerName'),
    branch: textIn(body, 'branchName'),
    address: '',
  }
  world.customers.push(customer)
  return written(world, customer, writing)
}

/** Order operation 2: only the response identifies what was created. */
export const create = (world: World, body: Body, { id }: Writing): unknown => {
  const crmCustomerId = textIn(body, 'crmCustomerId')
  if (crmCustomerId === '') throw new BusinessException('13004', 'crmCustomerId: must not be blank')
  const enterprise = found(world, textIn(body, 'customerName'))
  for (const isDefault of [true, false]) {
    world.customers.push({
      id: newId(),
      enterpriseId: enterprise.id,
      channelCode: '',
      channelCustomerId: '',
      crmCustomerId,
      isDefault,
      name: enterprise.name,
      branch: textIn(body, 'branchName'),
      address: textIn(body, 'address'),
    })
  }
  return {
    enterpriseGlobalId: id(enterprise.id),
    defaultType: 1,
    members: [
      { memberGlobalId: id(newId()), memberIdentity: 'INDUSTRY_ADMIN_V2' },
      { memberGlobalId: id(newId()) },
      { memberGlobalId: null, memberIdentity: null },
    ],
  }
}

/** Order operation 3. */
export const query = (world: World, params: URLSearchParams, writing: Writing): unknown => {
  const pair = world.customers.filter(
    ({ channelCode, channelCustomerId }) =>
      channelCode === params.get('channelCode') && channelCustomerId === params.get('channelCustomerId'),
  )
  const enterprises = new Set(pair.map(({ enterpriseId }) => enterpriseId))
  const all = world.customers.filter(({ enterpriseId }) => enterprises.has(enterpriseId))
  const wanted = params.get('defaultCustomer') === 'Y' ? all.filter(({ isDefault }) => isDefault) : all
  return writing.rows(wanted).map((customer) => written(world, customer, writing))
}

/** Order operation 4: returns code and message only. */
export const update = (world: World, body: Body): undefined => {
  const crmCustomerId = textIn(body, 'crmCustomerId')
  const known = world.customers.filter((customer) => customer.crmCustomerId === crmCustomerId)
  if (known.length === 0) throw new BusinessException('13004', `crmCustomerId ${crmCustomerId}: unknown`)
  for (const customer of known) {
    customer.name = textIn(body, 'customerName')
    customer.branch = textIn(body, 'branchName')
    customer.address = textIn(body, 'address')
  }
  return undefined
}
