import { countText, dayText, idText, joinTexts, quoted, text } from './dialog-text'
import type { DialogText } from './dialog-text'

const grouped = (count: number): DialogText => countText(count, 'en')
const nouns = {
  asset: text`asset`,
  enterprise: text`enterprise`,
  loan: text`loan`,
  lock: text`lock`,
  order: text`order`,
  product: text`product`,
  revocation: text`revocation`,
  'revocation order': text`revocation order`,
}
const counted = (count: number, one: keyof typeof nouns): DialogText =>
  text`${grouped(count)} ${nouns[one]}${count === 1 ? text`` : text`s`}`
const countedAssets = (count: number): DialogText => counted(count, 'asset')

/** Names and IDs come from the page, a file or the platform; all others are texts of this dialog. */
export const impactTextsEn = {
  question: (action: DialogText) => text`${action}?`,
  /** Why a system dialog asks after the page did. */
  askedAgain: text`You are asked again because this affects many items or can’t be undone.`,
  operator: (name: string) => text`Operator: ${quoted(name)}`,
  /** The rest of a list of which only the first items are named. */
  more: (rest: number) => text`+${grouped(rest)} more`,
  verbs: { disable: text`Disable`, enable: text`Enable` },

  enterprises: (n: number) => text`Enterprises: ${grouped(n)}.`,

  upToFifty: (verb: DialogText) => text`${verb} up to 50 locks`,
  first: (number: DialogText, consequence: DialogText) => text`The first is ${number}. ${consequence}`,
  ofFirst: (people: DialogText) => text`The first: ${people}`,
  recent: (n: number) => text`Changes on this computer in the last 10 minutes: ${grouped(n)}.`,
  queued: (consequence: DialogText) => text`${consequence} They are sent when the platform is available.`,
  listed: (n: number, enterprises: number) =>
    text`${counted(n, 'lock')} of ${counted(enterprises, 'enterprise')}.`,
  unlisted: (n: number) => text`${counted(n, 'lock')} not found in your enterprises.`,
  continuous: (verb: DialogText, n: number) => text`${verb} up to ${counted(n, 'lock')}, one after another`,
  stops: text`Stops with Esc or after 1 minute without a lock.`,

  reassigned: (assigned: number, withdrawn: number, employees: number) =>
    text`Assigned: ${grouped(assigned)}. Withdrawn: ${grouped(withdrawn)}. Employees: ${grouped(employees)}.`,

  lendLock: (lock: DialogText) => text`Lend ${lock}`,
  toUntil: (name: string, dueOn: string | null) =>
    dueOn === null
      ? text` to ${quoted(name)} without a due date`
      : text` to ${quoted(name)} until ${dayText(dueOn, 'en')}`,
  createLoans: (loans: number, n: number) => text`Create ${counted(loans, 'loan')} of ${countedAssets(n)}`,
  loan: (lock: DialogText, n: number, name: string, id: string) =>
    text`Lock ${lock}, ${countedAssets(n)}: employee ${quoted(name)}, ID ${idText(id)}`,
  unlistedName: text` (name not confirmed by the platform; check the ID)`,

  submitted: (orders: number, n: number, batches: number) =>
    text`${counted(orders, 'order')} for ${countedAssets(n)} in ${grouped(batches)} ${batches === 1 ? text`batch` : text`batches`}.`,
  revoke: (orders: number) => text`Submit ${counted(orders, 'revocation order')}`,
  submitAndRevoke: (orders: number, revocations: number) =>
    text`Submit ${counted(orders, 'order')}, ${counted(revocations, 'revocation')} included`,
  revoked: (orders: number, n: number) =>
    text`Revocations: ${counted(orders, 'order')}, ${countedAssets(n)}. The licenses stop working.`,
  others: (orders: number, n: number) => text`Other orders: ${grouped(orders)}, ${countedAssets(n)}.`,
  withoutSource: (orders: number) =>
    text`Without an original order ID: ${grouped(orders)}. ALL orders of the customer are searched.`,
  fromOrder: (order: string | null, customer: DialogText) =>
    text`${order === null ? text`From ALL orders` : text`From order ${idText(order)}`} of customer ${customer}: `,
  numbers: (n: number, numbers: readonly DialogText[]) =>
    n === 0 ? text`no asset number given` : text`${countedAssets(n)} (${joinTexts(numbers, text`, `)})`,
  products: (n: number, names: readonly DialogText[]) =>
    text`; ${counted(n, 'product')}: ${joinTexts(names, text`; `)}`,
  unnamed: text`(no name or ID)`,
  named: (name: string, ids: readonly DialogText[]) =>
    ids.length === 0 ? text`${quoted(name)} (no ID)` : text`${quoted(name)} (${joinTexts(ids, text`, `)})`,
  /** The API's name of an ID. */
  idField: (field: string) => idText(field),
  ids: (ids: readonly DialogText[]) => joinTexts(ids, text`, `),
}

export type ImpactTexts = typeof impactTextsEn
