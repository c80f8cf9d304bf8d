import { computed, reactive, ref } from 'vue'
import { checkEmployee, checkPassword } from './employee-fields'
import type { EmployeeValues, FieldName, Finding } from './employee-fields'
import { useEmployeeContextStore } from '../employee-context-store'
import { generatePassword } from '../password/generate-password'
import { normalizeField } from './normalize-field'

type ValueName = keyof EmployeeValues

/**
 * The fields of one employee with their problems, and the password, which is rendered only in its own input
 * field.
 */
export const useEmployeeForm = (
  initial: EmployeeValues,
  options: {
    readonly withPassword: boolean
    /** Fields that the platform does not accept: an existing account is not checked again. */
    readonly ignored?: readonly FieldName[]
  },
) => {
  const context = useEmployeeContextStore()
  const values = reactive<Record<ValueName, string>>({ ...initial })
  const kind = ref<'generated' | 'typed'>('generated')
  const typed = ref('')
  /** Fields the user has left; problems of other fields are shown only on sending. */
  const leftFields = reactive(new Set<FieldName>())
  const isSubmitted = ref(false)
  /** The kind may be switched after the password was sent. */
  const isSentGenerated = ref(false)
  /** The sent password, to show it once; kept in memory while the dialog is open. */
  let sentPassword: string | null = null

  const findings = computed(() => {
    const checkContext = { departments: context.departments, code: context.code }
    const plain = Object.fromEntries(
      Object.entries(values).map(([field, text]) => [field, normalizeField(field as ValueName, text).text]),
    ) as unknown as EmployeeValues
    const all: Finding[] = checkEmployee(plain, checkContext)
    if (options.withPassword && kind.value === 'typed') all.push(...checkPassword(typed.value))
    return all.filter(({ field }) => options.ignored?.includes(field) !== true)
  })
  const findingOf = (field: FieldName): Finding | null => {
    if (!isSubmitted.value && !leftFields.has(field)) return null
    const own = findings.value.filter((finding) => finding.field === field)
    return own.find(({ isWarning }) => !isWarning) ?? own[0] ?? null
  }

  /** On leaving a field, full-width characters and blanks are corrected visibly. */
  const leave = (field: FieldName): void => {
    if (field !== 'password') values[field] = normalizeField(field, values[field]).text
    leftFields.add(field)
  }
  const submit = (): boolean => {
    for (const field of Object.keys(values) as ValueName[]) leave(field)
    isSubmitted.value = true
    return findings.value.every(({ isWarning }) => isWarning)
  }

  /** The password to send; each sending generates a new one. */
  const password = (): string => {
    isSentGenerated.value = kind.value === 'generated'
    sentPassword = isSentGenerated.value ? generatePassword() : typed.value
    return sentPassword
  }
  const discardPassword = (): void => {
    sentPassword = null
    typed.value = ''
  }
  const clear = (): void => {
    discardPassword()
    Object.assign(values, initial)
    leftFields.clear()
    isSubmitted.value = false
  }

  return {
    values,
    kind,
    typed,
    findingOf,
    leave,
    submit,
    password,
    isSentGenerated,
    /** The sent password, until it is discarded. */
    sentPassword: () => sentPassword,
    /** The platform has the password: clear its input field. */
    clearPasswordField: (): void => void (typed.value = ''),
    discardPassword,
    clear,
    departmentId: computed(() => {
      const found = context.departments.find(values.department)
      return found.state === 'found' ? found.id : null
    }),
  }
}
