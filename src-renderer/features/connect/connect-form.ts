import { computed, reactive, ref, watch } from 'vue'
import type { TextKey } from '../../i18n/messages'
import type { ConnectDraft } from '#shared/connect-commands'
import { addressProblem, suggestedUserCentre } from '#shared/model/environment'
import type { EnvironmentFields, EnvironmentSecrets } from '#shared/model/environment'

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
type ProblemKey = Extract<TextKey, `connect.problem.${string}`>

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const originOf = (url: string): string => (URL.canParse(url.trim()) ? new URL(url.trim()).origin : url.trim())
const given = (secret: string): string | null => (secret === '' ? null : secret)

/** One field for each thing that is asked, what is wrong with it, and what goes to main. */
export const useConnectForm = (
  draft: () => ConnectDraft,
  /** What the secrets that main has belong to. */
  hasFor: () => EnvironmentFields | null,
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
    userName: fields?.userName ?? '',
    password: '',
  })
  const sharing = ref<'both' | 'each'>(
    fields === null || fields.orderAppKey === fields.memberAppKey ? 'both' : 'each',
  )
  const allowsPlain = ref(false)
  /** Where the person has been; what is wrong elsewhere is not said before they ask for the test. */
  const touched = reactive(new Set<FieldName>())

  const plainHost = computed(() => {
    const plain = [values.baseUrl, values.userCentreUrl].find((url) => addressProblem(url) === 'plain')
    return plain === undefined ? null : new URL(plain.trim()).host
  })

  // Proposed for as long as nobody typed another one.
  let proposed = suggestedUserCentre(values.baseUrl)
  watch(
    () => values.baseUrl,
    (baseUrl) => {
      const next = suggestedUserCentre(baseUrl)
      if (values.userCentreUrl === '' || values.userCentreUrl === proposed) values.userCentreUrl = next
      proposed = next
    },
  )

  const addressFault = (url: string): ProblemKey | null => {
    const problem = addressProblem(url)
    if (problem === null || (problem === 'plain' && allowsPlain.value)) return null
    return `connect.problem.${problem}`
  }

  const goesThere = ({ baseUrl, userCentreUrl }: EnvironmentFields): boolean =>
    originOf(baseUrl) === originOf(values.baseUrl) &&
    originOf(userCentreUrl) === originOf(values.userCentreUrl)

  /** Main has a secret only for the key that it was given with, and for where it goes. */
  const hasSecret = (module: 'order' | 'member'): boolean => {
    const { has } = draft()
    const known = hasFor()
    const isThere = module === 'order' ? has.orderSecret : has.memberSecret
    if (!isThere || known === null) return isThere
    const { orderAppKey, memberAppKey } = toFields()
    const isSameKey =
      module === 'order' ? known.orderAppKey === orderAppKey : known.memberAppKey === memberAppKey
    return isSameKey && goesThere(known)
  }
  const hasPassword = (): boolean => {
    const known = hasFor()
    const isThere = draft().has.password
    return isThere && (known === null || (known.userName === toFields().userName && goesThere(known)))
  }

  const keyFault = (module: 'order' | 'member'): ProblemKey | null => {
    const isEmpty = (name: FieldName) => values[name].trim() === ''
    if (sharing.value === 'both') return isEmpty('orderKey') ? 'connect.problem.noKey' : null
    if (!isEmpty(`${module}Key`)) return null
    if (!isEmpty(`${module}Secret`)) return 'connect.problem.keyOfSecret'
    return isEmpty('orderKey') && isEmpty('memberKey') ? 'connect.problem.noKey' : null
  }

  const secretFault = (module: 'order' | 'member'): ProblemKey | null =>
    values[`${module}Key`].trim() !== '' && values[`${module}Secret`] === '' && !hasSecret(module)
      ? 'connect.problem.secret'
      : null

  const problems = computed<Partial<Record<FieldName, ProblemKey | null>>>(() => {
    const isShared = sharing.value === 'both'
    const withoutMember = !isShared && values.memberKey.trim() === ''
    return {
      name: values.name.trim() === '' ? 'connect.problem.name' : null,
      baseUrl: addressFault(values.baseUrl),
      userCentreUrl: addressFault(values.userCentreUrl),
      orderKey: keyFault('order'),
      orderSecret: secretFault('order'),
      memberKey: isShared ? null : keyFault('member'),
      memberSecret: isShared ? null : secretFault('member'),
      userName: values.userName.trim() !== '' && withoutMember ? 'connect.problem.signInNeedsKey' : null,
    }
  })
  const shown = (name: FieldName): ProblemKey | null =>
    touched.has(name) ? (problems.value[name] ?? null) : null
  const firstFault = (): FieldName | null =>
    (Object.keys(problems.value) as FieldName[]).find((name) => problems.value[name] != null) ?? null

  const toFields = (): EnvironmentFields => ({
    name: values.name.trim(),
    baseUrl: values.baseUrl.trim(),
    userCentreUrl: values.userCentreUrl.trim(),
    orderAppKey: orNull(values.orderKey),
    memberAppKey: orNull(sharing.value === 'both' ? values.orderKey : values.memberKey),
    userName: orNull(values.userName),
  })
  const toSecrets = (): EnvironmentSecrets => ({
    orderSecret: given(values.orderSecret),
    memberSecret: given(sharing.value === 'both' ? values.orderSecret : values.memberSecret),
    password: given(values.password),
  })
  /** Main has them from here on; the page forgets them. */
  const forgetSecrets = (): void => {
    values.orderSecret = ''
    values.memberSecret = ''
    values.password = ''
  }
  const touchAll = (): void => {
    for (const name of Object.keys(values) as FieldName[]) touched.add(name)
  }

  return {
    values,
    sharing,
    allowsPlain,
    plainHost,
    shown,
    touch: (name: FieldName) => void touched.add(name),
    touchAll,
    firstFault,
    hasSecret,
    hasPassword,
    toFields,
    toSecrets,
    forgetSecrets,
  }
}
