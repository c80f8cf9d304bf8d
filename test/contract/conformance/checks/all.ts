import type { Check } from '../check'
import { accessChecks } from './access'
import { assetChecks } from './assets'
import { assignmentChecks } from './assignments'
import { customerChecks } from './customers'
import { employeeChecks } from './employees'
import { lockAndNumberChecks } from './locks'
import { orderChecks } from './orders'
import { userCentreChecks } from './user-centre'

/** All checks; IDs are unique. */
export const allChecks: readonly Check[] = [
  ...userCentreChecks,
  ...customerChecks,
  ...orderChecks,
  ...lockAndNumberChecks,
  ...assetChecks,
  ...employeeChecks,
  ...assignmentChecks,
  ...accessChecks,
]
