import type { Mutant } from './mutant'
import { nameOf } from './mutant'

/** Why an error is not noticed, by its name; the first that fits. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/bindCustomer · parameter .* (customerName|branchName|passwordMobile)$/, 'no operation shows it again'],
  [/createEnterprise · parameter .* (branchName|address)$/, 'no operation shows it again'],
  [/memberIdentity$/, 'the document shows no values of memberIdentity'],
  [
    /updateCustomer · column not written · customers\./,
    'no operation shows a customer’s name, branch and address; the list of effects tells what the service meant to write',
  ],
  [/operatorIdentity$/, 'who asked is shown by no operation'],
  [/\?appKey$/, 'no operation shows which integrator an order came from, and nothing depends on it'],
  [
    /children\[\]\.(parentMerchandiseNum|children)$/,
    'no difference: the number of the package around it and an empty list are what the service takes without it',
  ],
  [/(gmsPid|productUri)$/, 'no difference: either names the product, and both are the same here'],
  [/order_batches\.failure/, 'no operation tells how an async batch ended'],
  [
    /allocateShellNumbers · no effect/,
    'no difference: a sequence does not roll back, which is why numbers are handed out once',
  ],
  [/assignStatus\.assignStatus$/, 'the document shows no values of assignStatus; two states stay two states'],
  [/failed\[\]\.message$/, 'a reason in free words'],
  [/editEmployee · parameter .* userName$/, 'no difference: userName is read and never changes the account'],
  [/employees\.password_hash$/, 'no operation signs an employee in'],
  [
    /deleteEmployee · column not written · employees\.updated_at/,
    'a deleted employee is shown by no operation',
  ],
  [
    /listAssetProducts · field of another (type|value) · .*\bid$/,
    'nothing else names a product by its id, and its type is not shown',
  ],
  [/(prodDefExtend|activateFlag)$/, 'no operation sets it, so either value may be right'],
  [
    /column not written · (products|merchandises|assets)\.updated_at/,
    'when the update time moves is not shown; the suite holds the service to it for locks, employees and passwords',
  ],
  [
    /createEnterprise · column not written · enterprises\.name_key/,
    'it tells only at a second bind to that name',
  ],
]

export const whySurvived = (mutant: Mutant): string => {
  const name = nameOf(mutant)
  return reasons.find(([pattern]) => pattern.test(name))?.[1] ?? 'not explained'
}
