import { z } from 'zod'
import { platformColorCount, hasForbiddenCharacter, isAddress } from '#shared/model/app/saved-platform'
import { isTimeZone } from '#shared/model/time-zone'
import { maxViews, viewPages } from '#shared/model/app/saved-view'
import { viewName, viewState } from '#shared/model/app/saved-view-schema'
import { settingFields } from '#shared/model/app/settings-schema'
import { setupSettings, unimportedSettings } from '#shared/model/app/setup-file'
import type { SetupSetting } from '#shared/model/app/setup-file'
import { isLockText, maxLockNameLength, maxLockNames, maxLockNoteLength } from '#shared/model/locks/lock-name'
import { lockProfileSchema } from '../locks/profiles/profile'
import { maxUserProfiles } from '../locks/profiles/profile-repository'

// The form of a set-up file, documented in docs/setup-file.md. It has no field for a secret.

export const setupFormat = 'lock-desk-setup'
export const setupVersion = 1

const unique = <Item>(keyOf: (item: Item) => string) =>
  [
    (items: readonly Item[]) => new Set(items.map(keyOf)).size === items.length,
    { message: 'an entry twice', params: { rule: 'twice' } },
  ] as const

const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max, { abort: true })
    .regex(/^[^\t\n\r\u2028\u2029]*$/, 'expected one line')
const plain = line(200).refine((text) => !hasForbiddenCharacter(text), 'a character that is not allowed')
const address = z.string().max(400, { abort: true }).refine(isAddress, 'expected an address')

const platform = z
  .strictObject({
    name: plain,
    baseUrl: address,
    userCentreUrl: address,
    orderAppKey: plain.nullable(),
    memberAppKey: plain.nullable(),
    userName: plain.nullable(),
    colour: z
      .int()
      .min(0)
      .max(platformColorCount - 1),
    timeZone: z.exactOptional(
      z.string().max(60, { abort: true }).refine(isTimeZone, 'expected a time zone').nullable(),
    ),
    lookOnly: z.exactOptional(z.boolean()).describe('True: no change is sent to it. Never ends a mark.'),
  })
  .describe('A saved platform. App secrets and passwords are entered on each computer.')
export type SetupPlatform = z.infer<typeof platform>

const enterprise = z.strictObject({
  enterpriseGlobalId: line(200),
  enterpriseName: line(200).nullable(),
  channelCode: line(200).nullable(),
  channelCustomerId: line(200).nullable(),
})

const lockName = z.strictObject({
  enterpriseGlobalId: line(200),
  assetNum: line(200),
  name: z
    .string()
    .max(maxLockNameLength, { abort: true })
    .refine((text) => isLockText(text, 'name'), 'expected one line'),
  note: z.string().max(maxLockNoteLength),
})

const view = z.strictObject({ name: viewName, state: viewState, isDefault: z.boolean() })

const maxEnterprises = 20_000

const platformData = z
  .strictObject({
    baseUrl: address,
    enterprises: z
      .array(enterprise)
      .max(maxEnterprises, { abort: true })
      .refine(...unique((one: { enterpriseGlobalId: string }) => one.enterpriseGlobalId)),
    names: z
      .array(lockName)
      .max(maxLockNames, { abort: true })
      .refine(
        ...unique((one: { enterpriseGlobalId: string; assetNum: string }) =>
          JSON.stringify([one.enterpriseGlobalId, one.assetNum]),
        ),
      ),
    views: z.partialRecord(
      z.enum(viewPages),
      z
        .array(view)
        .max(maxViews, { abort: true })
        .refine(...unique((one: { name: string }) => one.name)),
    ),
  })
  .describe('What this computer knows of the platform at an address.')
export type SetupPlatformData = z.infer<typeof platformData>

const settings = z.strictObject(
  Object.fromEntries(
    [...setupSettings, ...unimportedSettings].map((name) => [name, z.exactOptional(settingFields[name])]),
  ) as {
    readonly [Name in SetupSetting]: z.ZodExactOptional<(typeof settingFields)[Name]>
  },
)

export const setupSchema = z.strictObject({
  format: z.literal(setupFormat),
  version: z.literal(setupVersion),
  platforms: z.array(platform).max(100),
  data: z
    .array(platformData)
    .max(100, { abort: true })
    .refine(...unique((one: { baseUrl: string }) => one.baseUrl)),
  profiles: z
    .array(lockProfileSchema)
    .max(maxUserProfiles, { abort: true })
    .refine(...unique((one: { id: string }) => one.id)),
  operators: z
    .array(line(200))
    .max(100, { abort: true })
    .refine(...unique((name: string) => name)),
  settings,
})
export type SetupContent = z.output<typeof setupSchema>
/** As in the file: bytes of a profile in hexadecimal. */
export type WrittenSetup = z.input<typeof setupSchema>

/** The schemas of single items, so that an export leaves out only what does not fit. */
export const setupParts = { platform, enterprise, lockName, view, operator: line(200) }
