import { z } from 'zod'
import { importFindings, maxImportRows } from '../model/enterprise-import'
import type {
  EnterpriseImport,
  EnterpriseImportResult,
  EnterpriseImportRow,
} from '../model/enterprise-import'
import type { Slice } from '../model/slices'
import type { PlatformFailure } from '../model/api/platform-failure'
import { withoutHidden } from '../model/visible-text'
import { command, freeText, nonEmptyText, noInput, slice } from './command'
import type { Name } from '../model/name'

export interface RegisteredEnterprise {
  readonly enterpriseGlobalId: string
  readonly enterpriseName: Name | null
  readonly channelCode: string | null
  readonly channelCustomerId: string | null
  readonly assets: number | null
  /** When its asset list was last read. */
  readonly readAt: number | null
  readonly failure: PlatformFailure | null
}

export interface EnterpriseImportSlice extends Slice<
  EnterpriseImportRow & { readonly result: EnterpriseImportResult }
> {
  /** Null if there is no import. */
  readonly import: EnterpriseImport | null
}

const addedName: z.ZodType<Name> = freeText(200)
const enterpriseName: z.ZodType<Name | null> = nonEmptyText.transform(withoutHidden).nullable()

const importRow = z
  .strictObject({
    line: z.int().min(1),
    enterpriseGlobalId: nonEmptyText.nullable(),
    enterpriseName,
    channelCode: nonEmptyText.nullable(),
    channelCustomerId: nonEmptyText.nullable(),
    finding: z.enum(importFindings).nullable(),
    firstLine: z.int().min(1).nullable(),
  })
  .refine(
    ({ finding, enterpriseGlobalId, channelCode, channelCustomerId }) =>
      finding !== null || enterpriseGlobalId !== null || (channelCode !== null && channelCustomerId !== null),
    'neither an enterprise nor a customer',
  )

/** Commands about the enterprises added on this computer. */
export const enterpriseCommands = {
  /** In the order of registration. The version changes only when other enterprises are registered. */
  'enterprises/list': command(z.strictObject(slice)).returns<Slice<RegisteredEnterprise>>(),
  /** The requested enterprises that are registered, in their current state. */
  'enterprises/read': command(
    z.strictObject({ enterpriseGlobalIds: z.array(nonEmptyText).max(100_000) }),
  ).returns<readonly RegisteredEnterprise[]>(),
  'enterprises/add': command(
    z.discriminatedUnion('by', [
      z.strictObject({
        by: z.literal('id'),
        enterpriseGlobalId: nonEmptyText,
        enterpriseName: addedName,
      }),
      z.strictObject({
        by: z.literal('channel'),
        channelCode: nonEmptyText,
        channelCustomerId: nonEmptyText,
      }),
    ]),
  ).returns<null>(),
  'enterprises/remove': command(z.strictObject({ enterpriseGlobalId: nonEmptyText })).returns<null>(),
  'enterprises/refresh': command(noInput).returns<null>(),
  /** Looks up the rows of a sheet and adds what is found; replaces an import that does not run. */
  'enterprises/import': command(
    z.strictObject({ rows: z.array(importRow).min(1).max(maxImportRows) }),
  ).returns<EnterpriseImport>(),
  'enterprises/import-read': command(z.strictObject(slice)).returns<EnterpriseImportSlice>(),
  /** `retry` looks up failed rows and those that were not looked up; `dismiss` removes the results. */
  'enterprises/import-control': command(
    z.strictObject({ how: z.enum(['pause', 'resume', 'cancel', 'retry', 'dismiss']) }),
  ).returns<EnterpriseImport | null>(),
}
