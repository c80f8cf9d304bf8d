import { actions } from './en/actions'
import { armed } from './en/armed'
import { assets } from './en/assets'
import { assign } from './en/assign'
import { connect } from './en/connect'
import { customers } from './en/customers'
import { desk } from './en/desk'
import { devices } from './en/devices'
import { diagnose } from './en/diagnose'
import { employeePicker } from './en/employee-picker'
import { employees } from './en/employees'
import { enterprisePicker } from './en/enterprise-picker'
import { frame } from './en/frame'
import { help } from './en/help'
import { journal } from './en/journal'
import { lending } from './en/lending'
import { list } from './en/list'
import { operators } from './en/operators'
import { queue } from './en/queue'
import { settle } from './en/settle'
import { orders } from './en/orders'
import { palette } from './en/palette'
import { receipt } from './en/receipt'
import { settings } from './en/settings'
import { sheets } from './en/sheets'
import { shellNumbers } from './en/shell-numbers'
import { updates } from './en/updates'
import { words } from './en/words'

/** English is the measure: the other language must have exactly these texts. */
export const en = {
  frame,
  actions,
  palette,
  employeePicker,
  enterprisePicker,
  words,
  connect,
  desk,
  list,
  lending,
  armed,
  operators,
  queue,
  settle,
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
  updates,
  help,
}
export type Messages = typeof en

type PathsOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${PathsOf<Tree[Key]>}`
}[keyof Tree & string]

/** Every text by its path, such as `desk.input.lookUp`: a misspelt one does not compile. */
export type TextKey = PathsOf<Messages>
