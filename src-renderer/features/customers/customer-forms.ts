import { normalized } from '#shared/normalized'
import { plainCode, plainName } from '#shared/model/visible-text'
import type { RowOf } from '#shared/model/changes/job'

export type CustomerAction = 'bind-customer' | 'create-enterprise' | 'update-customer'

interface FormField {
  readonly name: string
  /**
   * The platform rejects the request without it. The API does not document all required fields: the platform's
   * message then explains.
   */
  readonly required: boolean
  readonly maxLength: number
}

const textMaxLength = 255
const field = (name: string, required = true): FormField => ({ name, required, maxLength: textMaxLength })

/** The fields of each operation in form order (docs/api.md, section 4.1, 1, 2 and 4). */
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

type Values = Readonly<Record<string, string>>
export type FieldProblem = 'empty' | 'too-long' | 'mobile'

/**
 * 11 digits starting with 1. The API does not document what the platform accepts, so other numbers only cause a
 * warning.
 */
export const looksLikeMobile = (text: string): boolean => /^1\d{10}$/.test(normalized(text).trim())

/** The problems of a form's values by field. */
export const problemsOf = (action: CustomerAction, values: Values): Readonly<Record<string, FieldProblem>> =>
  Object.fromEntries(
    customerForms[action].flatMap(({ name, required, maxLength }): [string, FieldProblem][] => {
      const text = plainName(values[name] ?? '')
      if (required && text === '') return [[name, 'empty']]
      return Array.from(text).length > maxLength ? [[name, 'too-long']] : []
    }),
  )

const codes: ReadonlySet<string> = new Set([
  'channelCode',
  'channelCustomerId',
  'crmCustomerId',
  'passwordMobile',
])

/** What is sent of a field: a code half-width, since the platform has no customer with a full-width one; other texts trimmed. */
export const sentText = (name: string, typed = ''): string =>
  codes.has(name) ? plainCode(typed) : typed.trim()

/** The row to send. */
export const rowOf = <Action extends CustomerAction>(action: Action, values: Values): RowOf<Action> =>
  Object.fromEntries(
    customerForms[action].map(({ name }) => [name, sentText(name, values[name])]),
  ) as RowOf<Action>
