import { describe, expect, it } from 'vitest'
import { launchedEnvironment, trainingEnvironment } from '#shared/model/environment'
import { environmentsSchema } from '../../src-main/environments/environments-file'

const platform = {
  id: 'e1',
  name: 'North',
  baseUrl: 'https://platform.example',
  userCentreUrl: 'https://users.example/oauth/token',
  orderAppKey: null,
  memberAppKey: null,
  userName: null,
  colour: 0,
  verified: true,
}
const isTaken = (environments: readonly object[]) =>
  environmentsSchema.safeParse({ version: 1, current: trainingEnvironment, environments }).success

describe('the file of platforms', () => {
  it.each([trainingEnvironment, launchedEnvironment])(
    'has none that goes by the name of another place: %s',
    (id) => {
      expect(isTaken([platform])).toBe(true)
      expect(isTaken([platform, { ...platform, id }])).toBe(false)
    },
  )
})
