import { computed, reactive, ref, watch } from 'vue'
import type { TextKey } from '../../i18n/messages'
import type { ConnectDraft } from '#shared/bridge/connect-commands'
import {
  addressProblem,
  hasForbiddenCharacter,
  isAddress,
  suggestedUserCentre,
} from '#shared/model/app/saved-platform'
import type { PlatformFields, PlatformSecrets } from '#shared/model/app/saved-platform'
import { fullName } from '../../names/shown-name'

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

type Values = Record<FieldName, string>

/** The steps of the form, in their order. */
export type EntryStep = 'address' | 'keys' | 'sign-in'
/** How far a step is filled in; a shown problem makes it incomplete. */
export type EntryState = 'empty' | 'optional' | 'incomplete' | 'complete' | 'not-encrypted'

const fieldsOfStep: Readonly<Record<EntryStep, readonly FieldName[]>> = {
  address: ['name', 'baseUrl', 'userCentreUrl'],
  keys: ['orderKey', 'orderSecret', 'memberKey', 'memberSecret'],
  'sign-in': ['userName', 'password'],
}
type ProblemKey = Extract<TextKey, `connect.problem.${string}`>

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const originOf = (url: string): string => (URL.canParse(url.trim()) ? new URL(url.trim()).origin : url.trim())
const valueOrNull = (secret: string): string | null => (secret === '' ? null : secret)

/** The fields of the connection form, their problems, and the data for main. */
export const useConnectForm = (
  draft: () => ConnectDraft,
  /** The fields to which main's saved secrets belong. */
  secretsOwner: () => PlatformFields | null,
) => {
  const { fields } = draft()
  const values = reactive<Values>({
    name: fields?.name ?? '',
    baseUrl: fields?.baseUrl ?? '',
    userCentreUrl: fields?.userCentreUrl ?? '',
    orderKey: fields?.orderAppKey ?? '',
    orderSecret: '',
    memberKey: fields?.memberAppKey ?? '',
    memberSecret: '',
    userName: fullName(fields?.userName) ?? '',
    password: '',
  })
  const keySetup = ref<'both' | 'each'>(
    fields === null || fields.orderAppKey === fields.memberAppKey ? 'both' : 'each',
  )
  const allowsPlain = ref(false)
  /** Fields the user has left; problems of other fields are shown only after the test is requested. */
  const touched = reactive(new Set<FieldName>())

  const plainHost = computed(() => {
    const plain = [values.baseUrl, values.userCentreUrl].find((url) => addressProblem(url) === 'plain')
    return plain === undefined ? null : new URL(plain.trim()).host
  })

  // The suggested address, used until another one is typed.
  let suggestedUserCenter = suggestedUserCentre(values.baseUrl)
  watch(
    () => values.baseUrl,
    (baseUrl) => {
      const next = suggestedUserCentre(baseUrl)
      if (values.userCentreUrl === '' || values.userCentreUrl === suggestedUserCenter)
        values.userCentreUrl = next
      suggestedUserCenter = next
    },
  )

  /** The saved address of an edited platform, once an address on another server is typed. */
  const formerAddress = computed(() => {
    const former = draft().id === null ? undefined : fields?.baseUrl
    if (former === undefined || !isAddress(values.baseUrl)) return null
    return originOf(values.baseUrl) === originOf(former) ? null : former
  })

  const addressProblemOf = (url: string): ProblemKey | null => {
    const problem = addressProblem(url)
    if (problem === null || (problem === 'plain' && allowsPlain.value)) return null
    return `connect.problem.${problem}`
  }

  const isSameServer = ({ baseUrl, userCentreUrl }: PlatformFields): boolean =>
    originOf(baseUrl) === originOf(values.baseUrl) &&
    originOf(userCentreUrl) === originOf(values.userCentreUrl)

  /** Main's saved secret is valid only for its own key and address. */
  const hasSecret = (module: 'order' | 'member'): boolean => {
    const { has } = draft()
    const known = secretsOwner()
    const isThere = module === 'order' ? has.orderSecret : has.memberSecret
    if (!isThere || known === null) return isThere
    const { orderAppKey, memberAppKey } = toFields()
    const isSameKey =
      module === 'order' ? known.orderAppKey === orderAppKey : known.memberAppKey === memberAppKey
    return isSameKey && isSameServer(known)
  }
  const hasPassword = (): boolean => {
    const known = secretsOwner()
    const isThere = draft().has.password
    return isThere && (known === null || (known.userName === toFields().userName && isSameServer(known)))
  }

  /**
   * Why a saved secret must be entered again: it belongs to another key or user name, or would be sent to
   * another address. Null if there is no saved secret or a new one is typed.
   */
  const reentryReason = (name: 'order' | 'member' | 'password'): 'address' | 'owner' | null => {
    const { has } = draft()
    const known = secretsOwner()
    const isThere = { order: has.orderSecret, member: has.memberSecret, password: has.password }[name]
    const field = ({ order: 'orderSecret', member: 'memberSecret', password: 'password' } as const)[name]
    const isTyped = values[field] !== ''
    const isStored = name === 'password' ? hasPassword() : hasSecret(name)
    if (!isThere || isTyped || isStored || known === null) return null
    return isSameServer(known) ? 'owner' : 'address'
  }

  const characterProblem = (name: FieldName): ProblemKey | null =>
    hasForbiddenCharacter(values[name].trim()) ? 'connect.problem.characters' : null

  const keyProblem = (module: 'order' | 'member'): ProblemKey | null => {
    const isEmpty = (name: FieldName) => values[name].trim() === ''
    const invalidCharacters = characterProblem(`${module}Key`)
    if (invalidCharacters !== null) return invalidCharacters
    if (keySetup.value === 'both') return isEmpty('orderKey') ? 'connect.problem.noKey' : null
    if (!isEmpty(`${module}Key`)) return null
    if (!isEmpty(`${module}Secret`)) return 'connect.problem.keyOfSecret'
    return isEmpty('orderKey') && isEmpty('memberKey') ? 'connect.problem.noKey' : null
  }

  const secretProblem = (module: 'order' | 'member'): ProblemKey | null =>
    values[`${module}Key`].trim() !== '' && values[`${module}Secret`] === '' && !hasSecret(module)
      ? 'connect.problem.secret'
      : null

  const problems = computed<Partial<Record<FieldName, ProblemKey | null>>>(() => {
    const isShared = keySetup.value === 'both'
    const withoutMember = !isShared && values.memberKey.trim() === ''
    return {
      name: values.name.trim() === '' ? 'connect.problem.name' : characterProblem('name'),
      baseUrl: addressProblemOf(values.baseUrl),
      userCentreUrl: addressProblemOf(values.userCentreUrl),
      orderKey: keyProblem('order'),
      orderSecret: secretProblem('order'),
      memberKey: isShared ? null : keyProblem('member'),
      memberSecret: isShared ? null : secretProblem('member'),
      userName:
        values.userName.trim() !== '' && withoutMember
          ? 'connect.problem.signInNeedsKey'
          : characterProblem('userName'),
    }
  })
  const shown = (name: FieldName): ProblemKey | null =>
    touched.has(name) ? (problems.value[name] ?? null) : null
  const entryStateOf = (step: EntryStep): EntryState => {
    const fieldNames = fieldsOfStep[step]
    if (fieldNames.some((name) => shown(name) !== null)) return 'incomplete'
    const hasSignIn = values.userName.trim() !== '' && (values.password !== '' || hasPassword())
    if (step === 'sign-in' && !hasSignIn) return 'optional'
    if (fieldNames.some((name) => problems.value[name] != null)) return 'empty'
    return step === 'address' && plainHost.value !== null ? 'not-encrypted' : 'complete'
  }
  const firstInvalidField = (): FieldName | null =>
    (Object.keys(problems.value) as FieldName[]).find((name) => problems.value[name] != null) ?? null

  const toFields = (): PlatformFields => ({
    name: values.name.trim(),
    baseUrl: values.baseUrl.trim(),
    userCentreUrl: values.userCentreUrl.trim(),
    orderAppKey: orNull(values.orderKey),
    memberAppKey: orNull(keySetup.value === 'both' ? values.orderKey : values.memberKey),
    userName: orNull(values.userName),
  })
  const toSecrets = (): PlatformSecrets => ({
    orderSecret: valueOrNull(values.orderSecret),
    memberSecret: valueOrNull(keySetup.value === 'both' ? values.orderSecret : values.memberSecret),
    password: valueOrNull(values.password),
  })
  /** Main has the secrets now: clear them in the page. */
  const clearSecrets = (): void => {
    values.orderSecret = ''
    values.memberSecret = ''
    values.password = ''
  }
  /** The typed secrets; `restoreSecrets` puts them back if main did not accept them. */
  const currentSecrets = () => {
    const { orderSecret, memberSecret, password } = values
    return { orderSecret, memberSecret, password }
  }
  const restoreSecrets = (typed: ReturnType<typeof currentSecrets>): void => void Object.assign(values, typed)
  const showAllProblems = (): void => {
    for (const name of Object.keys(values) as FieldName[]) touched.add(name)
  }

  return {
    values,
    keySetup,
    allowsPlain,
    plainHost,
    formerAddress,
    shown,
    touch: (name: FieldName) => void touched.add(name),
    showAllProblems,
    entryStateOf,
    firstInvalidField,
    hasSecret,
    hasPassword,
    reentryReason,
    toFields,
    toSecrets,
    clearSecrets,
    currentSecrets,
    restoreSecrets,
  }
}
