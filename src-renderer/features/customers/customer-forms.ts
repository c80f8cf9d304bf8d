import type { RowOf } from '#shared/model/job'

export type CustomerAction = 'bind-customer' | 'create-enterprise' | 'update-customer'

interface FormField {
  readonly name: string
  /** The platform refuses the call without it; the document does not say so, and the message is then the platform's. */
  readonly required: boolean
  readonly most: number
}

const most = 255
const field = (name: string, required = true): FormField => ({ name, required, most })

/** The fields of each operation, in the order in which they are asked for (API document, section 4.1, 1, 2 and 4). */
export const customerForms: Readonly<Record<CustomerAction, readonly FormField[]>> = {
  'bind-customer': [
    field('channelCode'),
    field('channelCustomerId'),
    field('customerName'),
    field('enterpriseName'),
    field('branchName'),
    field('passwordMobile'),
  ],
  'create-enterprise': [
    field('crmCustomerId'),
    field('customerName'),
    field('branchName', false),
    field('address', false),
  ],
  'update-customer': [
    field('crmCustomerId'),
    field('customerName'),
    field('branchName', false),
    field('address', false),
  ],
}

export type Values = Readonly<Record<string, string>>
export type FieldProblem = 'empty' | 'too-long' | 'mobile'

/** 11 digits that begin with 1; what the platform takes is not in the document, so other numbers are only warned of. */
export const looksLikeMobile = (text: string): boolean => /^1\d{10}$/.test(text.normalize('NFKC').trim())

/** What is wrong with the values of a form, field by field. */
export const problemsOf = (action: CustomerAction, values: Values): Readonly<Record<string, FieldProblem>> =>
  Object.fromEntries(
    customerForms[action].flatMap(({ name, required, most: longest }): [string, FieldProblem][] => {
      const text = (values[name] ?? '').trim()
      if (required && text === '') return [[name, 'empty']]
      return Array.from(text).length > longest ? [[name, 'too-long']] : []
    }),
  )

/** The row that goes out: without what stands around the texts, and mobile numbers in plain digits. */
export const rowOf = <Action extends CustomerAction>(action: Action, values: Values): RowOf<Action> =>
  Object.fromEntries(
    customerForms[action].map(({ name }) => {
      const text = (values[name] ?? '').trim()
      return [name, name === 'passwordMobile' ? text.normalize('NFKC') : text]
    }),
  ) as RowOf<Action>
