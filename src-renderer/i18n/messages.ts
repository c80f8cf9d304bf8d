import { changeWords as changes } from '#shared/texts/change-words-en'
import { actions } from './en/actions'
import { continuous } from './en/continuous'
import { assets } from './en/assets'
import { assign } from './en/assign'
import { connect } from './en/connect'
import { customers } from './en/customers'
import { desk } from './en/desk'
import { devices } from './en/devices'
import { diagnose } from './en/diagnose'
import { employees } from './en/employees'
import { frame } from './en/frame'
import { help } from './en/help'
import { journal } from './en/journal'
import { lending } from './en/lending'
import { list } from './en/list'
import { queue } from './en/queue'
import { review } from './en/review'
import { orders } from './en/orders'
import { palette } from './en/palette'
import { employeePicker, enterprisePicker, operators } from './en/pickers'
import { receipt } from './en/receipt'
import { settings } from './en/settings'
import { sheets } from './en/sheets'
import { shellNumbers } from './en/shell-numbers'
import { setup } from './en/setup'
import { stocktake } from './en/stocktake'
import { updates } from './en/updates'
import { views } from './en/views'
import { workOrders } from './en/work-orders'
import { common } from './en/common'

/** English defines the texts: the other language must have exactly the same keys. */
export const en = {
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
export type Messages = typeof en

type PathsOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${PathsOf<Tree[Key]>}`
}[keyof Tree & string]

/** A text's path such as `desk.input.search`; a misspelled path does not compile. */
export type TextKey = PathsOf<Messages>
