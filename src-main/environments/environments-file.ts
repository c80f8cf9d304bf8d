import { z } from 'zod'
import { environmentColours, launchedEnvironment, trainingEnvironment } from '#shared/model/environment'

const short = z.string().min(1).max(400)

/** Under the names of these two, going to training would be going to somebody's platform. */
const isReserved = (id: string) => id === trainingEnvironment || id === launchedEnvironment

const environment = z.object({
  id: short.refine((id) => !isReserved(id)),
  name: short,
  baseUrl: short,
  userCentreUrl: short,
  orderAppKey: short.nullable(),
  memberAppKey: short.nullable(),
  userName: short.nullable(),
  colour: z
    .int()
    .min(0)
    .max(environmentColours - 1),
  verified: z.boolean(),
})
export type SavedEnvironment = z.infer<typeof environment>

/** `environments.json`: the platforms of this desk without their secrets, which are the vault's. */
export const environmentsSchema = z.object({
  version: z.literal(1),
  /** An id of the list, or `training`: where the next start begins. */
  current: short,
  environments: z.array(environment),
})
export type EnvironmentsContent = z.infer<typeof environmentsSchema>

export const noEnvironments: EnvironmentsContent = {
  version: 1,
  current: trainingEnvironment,
  environments: [],
}

/** The first colour that no other has; they begin again when all are taken. */
export const freeColour = (environments: readonly SavedEnvironment[]): number => {
  const taken = new Set(environments.map(({ colour }) => colour))
  for (let colour = 0; colour < environmentColours; colour += 1) if (!taken.has(colour)) return colour
  return environments.length % environmentColours
}
