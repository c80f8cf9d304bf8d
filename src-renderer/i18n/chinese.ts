import { changeWords as changes } from '#shared/texts/change-words-zh'
import { actions } from './zh/actions'
import { continuous } from './zh/continuous'
import { assets } from './zh/assets'
import { assign } from './zh/assign'
import { connect } from './zh/connect'
import { customers } from './zh/customers'
import { desk } from './zh/desk'
import { devices } from './zh/devices'
import { diagnose } from './zh/diagnose'
import { employees } from './zh/employees'
import { frame } from './zh/frame'
import { help } from './zh/help'
import { journal } from './zh/journal'
import { lending } from './zh/lending'
import { list } from './zh/list'
import { queue } from './zh/queue'
import { review } from './zh/review'
import { orders } from './zh/orders'
import { palette } from './zh/palette'
import { employeePicker, enterprisePicker, operators } from './zh/pickers'
import { receipt } from './zh/receipt'
import { settings } from './zh/settings'
import { sheets } from './zh/sheets'
import { shellNumbers } from './zh/shell-numbers'
import { setup } from './zh/setup'
import { stocktake } from './zh/stocktake'
import { updates } from './zh/updates'
import { views } from './zh/views'
import { workOrders } from './zh/work-orders'
import { common } from './zh/common'
import type { Messages } from './messages'

export const zh: Messages = {
  frame,
  actions,
  palette,
  changes,
  employeePicker,
  enterprisePicker,
  common,
  connect,
  desk,
  list,
  lending,
  continuous,
  operators,
  queue,
  review,
  receipt,
  customers,
  orders,
  journal,
  devices,
  diagnose,
  assets,
  assign,
  employees,
  settings,
  sheets,
  shellNumbers,
  setup,
  stocktake,
  updates,
  views,
  workOrders,
  help,
}
