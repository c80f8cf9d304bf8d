import { z } from 'zod'
import { isUpdateServer, updateModes } from '#shared/model/app/update'
import type { UpdateChoices } from '#shared/model/app/update'

/** The setting `updates`; absent until the user chooses. */
export const updateChoices = z.object({
  mode: z.enum(updateModes),
  server: z.string().refine(isUpdateServer).nullable(),
})

/** Until the user chooses in Settings, a server is only contacted when the button is pressed. */
export const defaultUpdateChoices: UpdateChoices = { mode: 'off', server: null }
