import { z } from 'zod'
import { keyFile, workOrder, workOrderResult } from '../../../src-main/work-orders/file-forms'

const schemaFile = (title: string, schema: z.ZodType) => (): string => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`
}

/** JSON Schemas for programs that make or read signed files. */
export const workOrderSchemas: Readonly<Record<string, () => string>> = {
  'resources/work-orders/lockorder.schema.json': schemaFile('Lock Desk work order', workOrder),
  'resources/work-orders/lockresult.schema.json': schemaFile('Lock Desk work order result', workOrderResult),
  'resources/work-orders/lockkey.schema.json': schemaFile('Lock Desk key', keyFile),
}
