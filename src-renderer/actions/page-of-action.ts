import type { ChangeAction } from '#shared/model/changes/change'
import type { Page } from './pages'

/** The page on which a job with this action is shown and continued. */
export const pageOfAction: Readonly<Record<ChangeAction, Page>> = {
  disable: 'desk',
  enable: 'desk',
  lend: 'lending',
  assign: 'employees',
  'add-employee': 'employees',
  'edit-employee': 'employees',
  'delete-employee': 'employees',
  'reset-password': 'employees',
  'bind-customer': 'customers',
  'create-enterprise': 'customers',
  'update-customer': 'customers',
  order: 'orders',
  allocate: 'shell-numbers',
}
