import { describe, expect, it } from 'vitest'
import { launchedPlatform, trainingPlatform } from '#shared/model/app/saved-platform'
import { savedPlatformsSchema } from '../../src-main/saved-platforms/saved-platforms-file'

const platform = {
  id: 'e1',
  platformId: 'https://platform.example',
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
  savedPlatformsSchema.safeParse({ version: 4, current: trainingPlatform, environments }).success

describe('the platforms file', () => {
  it.each([trainingPlatform, launchedPlatform])('with a reserved platform ID is rejected: %s', (id) => {
    expect(isTaken([platform])).toBe(true)
    expect(isTaken([platform, { ...platform, id }])).toBe(false)
  })
})
