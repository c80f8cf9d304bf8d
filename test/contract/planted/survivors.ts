import type { Mutant } from './mutant'
import { nameOf } from './mutant'

/** Why an error is not detected, by its name; the first match counts. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/bindCustomer · parameter .* (customerName|branchName|passwordMobile)$/, 'no operation returns it again'],
  [/createEnterprise · parameter .* (branchName|address)$/, 'no operation returns it again'],
  [/memberIdentity$/, 'the API shows no values of memberIdentity'],
  [
    /updateCustomer · column not written · customers\./,
    'no operation shows a customer’s name, branch and address; the list of effects tells what the service meant to write',
  ],
  [/operatorIdentity$/, 'no operation returns the operator'],
  [/\?appKey$/, 'no operation returns the integrator of an order, and nothing depends on it'],
  [
    /children\[\]\.(parentMerchandiseNum|children)$/,
    'no difference: the service accepts the number of the parent package and an empty list like missing ones',
  ],
  [/(gmsPid|productUri)$/, 'no difference: either names the product, and both are the same here'],
  [/order_batches\.failure/, 'no operation returns the result of an async batch'],
  [
    /allocateShellNumbers · no effect/,
    'no difference: a sequence does not roll back, so that numbers are allocated once',
  ],
  [/assignStatus\.assignStatus$/, 'the API shows no values of assignStatus; two states stay two states'],
  [/failed\[\]\.message$/, 'a free text'],
  [/editEmployee · parameter .* userName$/, 'no difference: userName is read and never changes the account'],
  [/employees\.password_hash$/, 'no operation signs an employee in'],
  [/deleteEmployee · column not written · employees\.updated_at/, 'no operation returns a deleted employee'],
  [
    /listAssetProducts · field of another (type|value) · .*\bid$/,
    'nothing else names a product by its ID, and its type is not shown',
  ],
  [/(prodDefExtend|activateFlag)$/, 'no operation sets it, so either value may be right'],
  [
    /column not written · (products|merchandises|assets)\.updated_at/,
    'when the update time moves is not shown; the suite holds the service to it for locks, employees and passwords',
  ],
  [
    /createEnterprise · column not written · enterprises\.name_key/,
    'it matters only for a second bind to that name',
  ],
]

export const survivalReason = (mutant: Mutant): string => {
  const name = nameOf(mutant)
  return reasons.find(([pattern]) => pattern.test(name))?.[1] ?? 'not explained'
}
