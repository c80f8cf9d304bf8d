import type { PlatformFields } from '#shared/model/app/saved-platform'

/** A saved platform with one key for both modules and a sign-in. */
export const northFields: PlatformFields = {
  name: 'North',
  baseUrl: 'https://north.example/api',
  userCentreUrl: 'https://north.example/token',
  orderAppKey: 'desk',
  memberAppKey: 'desk',
  userName: 'li.wei',
}
