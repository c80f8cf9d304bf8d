import { z } from 'zod'
import {
  platformColorCount,
  launchedPlatform,
  normalizeAddress,
  trainingPlatform,
} from '#shared/model/app/saved-platform'
import { isTimeZone } from '#shared/model/time-zone'
import type { Migrations } from '../util/files/versioned-file'

const shortText = z.string().min(1).max(400)

/** A saved platform with one of these IDs would be opened instead of training or the launched platform. */
const isReservedId = (id: string) => id === trainingPlatform || id === launchedPlatform

const savedPlatform = z.object({
  id: shortText.refine((id) => !isReservedId(id)),
  /** The key of the platform's queue, enterprises, loans and journal. Initially the address; edits keep it. */
  platformId: z
    .string()
    .min(1)
    .max(500, { abort: true })
    .refine((id) => !isReservedId(id)),
  name: shortText,
  baseUrl: shortText,
  userCentreUrl: shortText,
  orderAppKey: shortText.nullable(),
  memberAppKey: shortText.nullable(),
  userName: shortText.nullable(),
  colour: z
    .int()
    .min(0)
    .max(platformColorCount - 1),
  verified: z.boolean(),
  /** Missing or null: the platform's dates are in the zone of this computer. */
  timeZone: z.exactOptional(z.string().refine(isTimeZone).nullable().catch(null)),
  /** No change is sent to it. Missing in earlier versions. */
  lookOnly: z.exactOptional(z.boolean()),
})
export type SavedPlatform = z.infer<typeof savedPlatform>

/** `environments.json`: the saved platforms without their secrets, which are in the vault. */
export const savedPlatformsSchema = z.object({
  version: z.literal(4),
  /** The platform of the next start: an ID of the list, or `training`. */
  current: shortText,
  environments: z.array(savedPlatform),
})
export type SavedPlatformsContent = z.infer<typeof savedPlatformsSchema>

export const noSavedPlatforms: SavedPlatformsContent = {
  version: 4,
  current: trainingPlatform,
  environments: [],
}

const platformsIn = ({ environments }: Readonly<Record<string, unknown>>) =>
  z.array(z.looseObject({ baseUrl: shortText })).parse(environments)

/** Version 1 keys a platform's data by its address as it was spelled then. */
export const savedPlatformsMigrations: Migrations = {
  1: (content) => ({
    ...content,
    version: 2,
    environments: platformsIn(content).map(({ baseUrl, ...one }) => ({
      ...one,
      baseUrl: normalizeAddress(baseUrl),
      platformId: baseUrl,
    })),
  }),
  /** Version 2 has no time zones. */
  2: (content) => ({ ...content, version: 3 }),
  /** Version 3 has no platform that is look only. */
  3: (content) => ({ ...content, version: 4 }),
}

/** The first unused color; if all are used, they repeat. */
export const unusedColor = (platforms: readonly SavedPlatform[]): number => {
  const used = new Set(platforms.map(({ colour }) => colour))
  for (let colour = 0; colour < platformColorCount; colour += 1) if (!used.has(colour)) return colour
  return platforms.length % platformColorCount
}
