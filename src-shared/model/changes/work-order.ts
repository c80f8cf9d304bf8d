import type { ChangeAction } from './change'

/** What a signed work order can ask for. */
export const orderActions = ['disable', 'enable'] as const
export type OrderAction = (typeof orderActions)[number]

/** The changes that a work order can ask for; a policy can require one for them. */
export const canBeOrdered = (action: ChangeAction): boolean => orderActions.some((one) => one === action)

/** The 32 bytes of a public key of Ed25519, in the only form that base64url has for them. */
export const publicKeyPattern = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/
