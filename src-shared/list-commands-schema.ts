import { z } from 'zod'
import { longestSlice } from './list-commands'
import type { ListCommands } from './list-commands'

const named = z.string().min(1).max(200)
const short = z.string().max(200)
const slice = { from: z.int().min(0), limit: z.int().min(1).max(longestSlice) }

type Schemas = { [Name in keyof ListCommands]: z.ZodType<ListCommands[Name]['input']> }

export const listCommandSchemas: Schemas = {
  'assets/list': z.strictObject({ enterpriseGlobalId: named.nullable(), ...slice }),
  'assets/find': z.strictObject({ text: short, limit: z.int().min(1).max(50) }),
  'assets/refresh': z.strictObject({ enterpriseGlobalId: named.nullable() }),
  'assets/with-extension': z.strictObject({ enterpriseGlobalId: named, extendCode: named }),
  'employees/list': z.strictObject({ enterpriseGlobalId: named, ...slice }),
  'employees/refresh': z.strictObject({ enterpriseGlobalId: named }),
  'employees/find': z.strictObject({
    enterpriseGlobalId: named,
    keyword: short,
    // Digits only: the API document types it as a number.
    departmentId: z
      .string()
      .regex(/^\d{1,30}$/)
      .nullable(),
    pageNum: z.int().min(1),
  }),
  'customers/query': z.strictObject({
    channelCode: named,
    channelCustomerId: named,
    defaultCustomer: z.enum(['Y', 'N']),
  }),
}
