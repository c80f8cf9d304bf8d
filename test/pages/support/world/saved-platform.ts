import type { PlatformFacts } from '#shared/model/app/saved-platform'

/** A platform that is saved with all its credentials. */
export const office: PlatformFacts = {
  id: 'north',
  name: 'North office',
  baseUrl: 'http://127.0.0.1:41733',
  userCentreUrl: 'http://127.0.0.1:41733/oauth/token',
  orderAppKey: 'north-desk',
  memberAppKey: 'north-desk',
  userName: 'wang.min',
  colour: 1,
  verified: true,
  secrets: { order: 'stored', member: 'stored' },
  signIn: 'stored',
  timeZone: null,
}
