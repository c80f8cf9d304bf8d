import type { PlatformFields, PlatformSecrets } from '#shared/model/app/saved-platform'

export type FieldName =
  | 'name'
  | 'baseUrl'
  | 'userCentreUrl'
  | 'orderKey'
  | 'orderSecret'
  | 'memberKey'
  | 'memberSecret'
  | 'userName'
  | 'password'

/** The fields of the form as they are typed. */
export type Values = Record<FieldName, string>

/** One app key for both modules, in the fields of the order module, or a key for each. */
export type KeySetup = 'both' | 'each'

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const valueOrNull = (secret: string): string | null => (secret === '' ? null : secret)

export const fieldsOf = (values: Values, keySetup: KeySetup): PlatformFields => ({
  name: values.name.trim(),
  baseUrl: values.baseUrl.trim(),
  userCentreUrl: values.userCentreUrl.trim(),
  orderAppKey: orNull(values.orderKey),
  memberAppKey: orNull(keySetup === 'both' ? values.orderKey : values.memberKey),
  userName: orNull(values.userName),
})

export const secretsOf = (values: Values, keySetup: KeySetup): PlatformSecrets => ({
  orderSecret: valueOrNull(values.orderSecret),
  memberSecret: valueOrNull(keySetup === 'both' ? values.orderSecret : values.memberSecret),
  password: valueOrNull(values.password),
})

export const originOf = (url: string): string =>
  URL.canParse(url.trim()) ? new URL(url.trim()).origin : url.trim()
