import { z } from 'zod'
import { setupSchema } from '../../../src-main/setup-file/setup-form'
import { keyFile, workOrder, workOrderResult } from '../../../src-main/work-orders/file-forms'

const schemaFile = (title: string, schema: z.ZodType) => (): string => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`
}

/** JSON Schemas for programs that make or read signed files or set-up files. */
export const fileSchemas: Readonly<Record<string, () => string>> = {
  'resources/work-orders/lockorder.schema.json': schemaFile('Lock Desk work order', workOrder),
  'resources/work-orders/lockresult.schema.json': schemaFile('Lock Desk work order result', workOrderResult),
  'resources/setup-file/lockdesk-setup.schema.json': schemaFile('Lock Desk set-up file', setupSchema),
  'resources/work-orders/lockkey.schema.json': schemaFile('Lock Desk key', keyFile),
}
