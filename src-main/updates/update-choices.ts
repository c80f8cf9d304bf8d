import { z } from 'zod'
import { isUpdateServer, updateModes } from '#shared/update-commands'
import type { UpdateDelivery } from '#shared/update-commands'

/** `updates.json` in the user-data folder; null where nothing was chosen yet. */
export const updateChoicesSchema = z.object({
  version: z.literal(1),
  choices: z
    .object({ mode: z.enum(updateModes), server: z.string().refine(isUpdateServer).nullable() })
    .nullable(),
})
export type UpdateChoicesContent = z.infer<typeof updateChoicesSchema>
export const noUpdateChoices: UpdateChoicesContent = { version: 1, choices: null }

/** What an administrator installed is the administrator's to keep up: there it looks only when told to. */
export const usualChoices = (delivery: UpdateDelivery) => ({
  mode: delivery === 'itself' ? ('ask' as const) : ('off' as const),
  server: null,
})
