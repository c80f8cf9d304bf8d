import { computed, reactive, ref, watch } from 'vue'
import type { ConnectDraft } from '#shared/bridge/connect-commands'
import { addressProblem, isAddress, suggestedUserCentre } from '#shared/model/app/saved-platform'
import type { PlatformFields, PlatformSecrets } from '#shared/model/app/saved-platform'
import { plainCode } from '#shared/model/visible-text'
import { fullName } from '../../names/shown-name'
import { fieldsOf, originOf, secretsOf } from './connect-fields'
import type { FieldName, KeySetup, Values } from './connect-fields'
import { problemsOf } from './field-problems'
import type { FieldProblems, ProblemKey } from './field-problems'
import { createSecretValidity } from './secret-validity'

/** The steps of the form, in their order. */
export type EntryStep = 'address' | 'keys' | 'sign-in'
/** How far a step is filled in; a shown problem makes it incomplete. */
export type EntryState = 'empty' | 'optional' | 'incomplete' | 'complete' | 'not-encrypted'

const fieldsOfStep: Readonly<Record<EntryStep, readonly FieldName[]>> = {
  address: ['name', 'baseUrl', 'userCentreUrl'],
  keys: ['orderKey', 'orderSecret', 'memberKey', 'memberSecret'],
  'sign-in': ['userName', 'password'],
}

const secretFields = ['orderSecret', 'memberSecret', 'password'] as const satisfies readonly FieldName[]

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
  const keySetup = ref<KeySetup>(
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

  const toFields = (): PlatformFields => fieldsOf(values, keySetup.value)
  const toSecrets = (): PlatformSecrets => secretsOf(values, keySetup.value)
  const stored = createSecretValidity({ has: () => draft().has, owner: secretsOwner, fields: toFields })
  /** The fields of the secrets that main tests right now, and has no result for yet. */
  const sent = ref(new Set<FieldName>())
  const hasSecret = (module: 'order' | 'member'): boolean =>
    sent.value.has(`${module}Secret`) || stored.hasSecret(module)
  const hasPassword = (): boolean => sent.value.has('password') || stored.hasPassword()
  /** Why a saved secret must be entered again; null if a new one is typed too. */
  const reentryReason = (name: 'order' | 'member' | 'password') => {
    const field = ({ order: 'orderSecret', member: 'memberSecret', password: 'password' } as const)[name]
    return values[field] === '' && !sent.value.has(field) ? stored.reentryReason(name) : null
  }

  const problems = computed<FieldProblems>(() =>
    problemsOf(values, {
      keySetup: keySetup.value,
      allowsPlain: allowsPlain.value,
      hasSecret,
    }),
  )
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

  /** Main has the secrets now: clear them in the page. Until `endTest`, they count as entered. */
  const handOverSecrets = (): void => {
    sent.value = new Set(secretFields.filter((name) => values[name] !== ''))
    values.orderSecret = ''
    values.memberSecret = ''
    values.password = ''
  }
  /** The typed secrets; `restoreSecrets` puts them back if main did not accept them. */
  const currentSecrets = () => {
    const { orderSecret, memberSecret, password } = values
    return { orderSecret, memberSecret, password }
  }
  const restoreSecrets = (typed: ReturnType<typeof currentSecrets>): void => {
    // What was typed meanwhile is newer.
    for (const name of secretFields) if (values[name] === '') values[name] = typed[name]
  }
  /** An input method for Chinese types full-width signs: “：” and “．” look like those of an address. */
  const touch = (name: FieldName): void => {
    if (name === 'baseUrl' || name === 'userCentreUrl') values[name] = plainCode(values[name])
    touched.add(name)
  }
  const showAllProblems = (): void => {
    for (const name of Object.keys(values) as FieldName[]) touch(name)
  }

  return {
    values,
    keySetup,
    allowsPlain,
    plainHost,
    formerAddress,
    shown,
    touch,
    showAllProblems,
    entryStateOf,
    firstInvalidField,
    hasSecret,
    hasPassword,
    reentryReason,
    toFields,
    toSecrets,
    handOverSecrets,
    endTest: () => sent.value.clear(),
    currentSecrets,
    restoreSecrets,
  }
}
