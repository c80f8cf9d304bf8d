import type { ViewPage } from '#shared/model/app/saved-view'
import type { Page } from '../../actions/pages'

/** The page with the table. */
export const pageOfView: Readonly<Record<ViewPage, Page>> = {
  assets: 'assets',
  employees: 'employees',
  loans: 'lending',
  customers: 'customers',
  journal: 'journal',
  stocktakes: 'stocktake',
  'stocktake-locks': 'stocktake',
}
