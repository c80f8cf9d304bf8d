import type { PlatformFields } from '#shared/model/app/saved-platform'
import type { PlatformModule } from '#shared/operations'
import { originOf } from '../util/origins'
import type { SavedPlatform } from './saved-platforms-file'

// To which of a platform's fields a secret belongs.

export const keyOf = (fields: PlatformFields, module: PlatformModule) =>
  module === 'order' ? fields.orderAppKey : fields.memberAppKey

/** A secret belongs to one app key and one platform address. */
export const isSecretFor = (one: PlatformFields, fields: PlatformFields, module: PlatformModule): boolean =>
  keyOf(one, module) === keyOf(fields, module) && isSameServer(one, fields)

/**
 * Whether both have the same platform and user center. Secrets are never sent elsewhere: otherwise a page, or a
 * user talked into a “new address”, could leak them by editing the address.
 */
export const isSameServer = (one: PlatformFields, other: PlatformFields): boolean =>
  originOf(one.baseUrl) === originOf(other.baseUrl) &&
  originOf(one.userCentreUrl) === originOf(other.userCentreUrl)

/** The secret that was entered for an application; null if none was. */
export interface ModuleSecret {
  readonly module: PlatformModule
  readonly secret: string | null
}

/** Whether a stored secret cannot stay: its application has no key any more, or another key or server, and no new secret. */
export const losesItsKey = (
  saved: SavedPlatform | null,
  fields: PlatformFields,
  { module, secret }: ModuleSecret,
): boolean =>
  keyOf(fields, module) === null || (secret === null && saved !== null && !isSecretFor(saved, fields, module))
