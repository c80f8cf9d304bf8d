import type { ConnectDraft } from '#shared/bridge/connect-commands'
import type { PlatformFields } from '#shared/model/app/saved-platform'
import { originOf } from './connect-fields'

const isSameServer = (one: PlatformFields, other: PlatformFields): boolean =>
  originOf(one.baseUrl) === originOf(other.baseUrl) &&
  originOf(one.userCentreUrl) === originOf(other.userCentreUrl)

/** Whether main's saved secrets are still valid for the fields: main has each for its own key and address alone. */
export const createSecretValidity = (deps: {
  has: () => ConnectDraft['has']
  /** The fields to which main's saved secrets belong. */
  owner: () => PlatformFields | null
  fields: () => PlatformFields
}) => {
  const { has, owner, fields } = deps

  const hasSecret = (module: 'order' | 'member'): boolean => {
    const known = owner()
    const isThere = module === 'order' ? has().orderSecret : has().memberSecret
    if (!isThere || known === null) return isThere
    const { orderAppKey, memberAppKey } = fields()
    const isSameKey =
      module === 'order' ? known.orderAppKey === orderAppKey : known.memberAppKey === memberAppKey
    return isSameKey && isSameServer(known, fields())
  }
  const hasPassword = (): boolean => {
    const known = owner()
    const isThere = has().password
    return (
      isThere && (known === null || (known.userName === fields().userName && isSameServer(known, fields())))
    )
  }

  return {
    hasSecret,
    hasPassword,
    /**
     * Why a saved secret must be entered again: it belongs to another key or user name, or would be sent to
     * another address. Null if there is no saved secret.
     */
    reentryReason: (name: 'order' | 'member' | 'password'): 'address' | 'owner' | null => {
      const known = owner()
      const { orderSecret, memberSecret, password } = has()
      const isThere = { order: orderSecret, member: memberSecret, password }[name]
      const isStored = name === 'password' ? hasPassword() : hasSecret(name)
      if (!isThere || isStored || known === null) return null
      return isSameServer(known, fields()) ? 'owner' : 'address'
    },
  }
}
