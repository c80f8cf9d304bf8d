import { computed, reactive, ref } from 'vue'
import { checkEmployee, checkPassword } from './employee-fields'
import type { EmployeeValues, FieldName, Finding } from './employee-fields'
import { useEmployeeContextStore } from './employee-context-store'
import { generatePassword } from './generate-password'
import { tidy } from './normalise'

type ValueName = keyof EmployeeValues

/**
 * The fields of one employee, what is wrong with each, and the password: it is no part of what is drawn, but for the
 * field it is typed into.
 */
export const useEmployeeForm = (
  initial: EmployeeValues,
  options: {
    readonly withPassword: boolean
    /** Where the platform takes none of it: an account that exists is not checked again. */
    readonly ignored?: readonly FieldName[]
  },
) => {
  const context = useEmployeeContextStore()
  const values = reactive<Record<ValueName, string>>({ ...initial })
  const kind = ref<'made' | 'typed'>('made')
  const typed = ref('')
  /** Where the person has been; what is wrong elsewhere is not said before they ask to send. */
  const left = reactive(new Set<FieldName>())
  const hasAsked = ref(false)
  /** What was sent last, for showing it once; in memory for as long as the dialog is there. */
  let given: string | null = null

  const findings = computed(() => {
    const about = { departments: context.departments, code: context.code }
    const plain = Object.fromEntries(
      Object.entries(values).map(([field, text]) => [field, tidy(field as ValueName, text).text]),
    ) as unknown as EmployeeValues
    const all: Finding[] = checkEmployee(plain, about)
    if (options.withPassword && kind.value === 'typed') all.push(...checkPassword(typed.value))
    return all.filter(({ field }) => options.ignored?.includes(field) !== true)
  })
  const findingOf = (field: FieldName): Finding | null => {
    if (!hasAsked.value && !left.has(field)) return null
    const own = findings.value.filter((one) => one.field === field)
    return own.find(({ isDoubt }) => !isDoubt) ?? own[0] ?? null
  }

  /** A field is left: what was typed full-width or with blanks is set right where the person sees it. */
  const leave = (field: FieldName): void => {
    if (field !== 'password') values[field] = tidy(field, values[field]).text
    left.add(field)
  }
  const submit = (): boolean => {
    for (const field of Object.keys(values) as ValueName[]) leave(field)
    hasAsked.value = true
    return findings.value.every(({ isDoubt }) => isDoubt)
  }

  /** What is sent: a made password is made for each sending. */
  const password = (): string => {
    given = kind.value === 'typed' ? typed.value : generatePassword()
    return given
  }
  const forget = (): void => {
    given = null
    typed.value = ''
  }
  const clear = (): void => {
    forget()
    Object.assign(values, initial)
    left.clear()
    hasAsked.value = false
  }

  return {
    values,
    kind,
    typed,
    findingOf,
    leave,
    submit,
    password,
    /** Of what was sent, until it was forgotten. */
    given: () => given,
    /** The platform has it: the field it was typed into is emptied. */
    emptyField: (): void => void (typed.value = ''),
    forget,
    clear,
    departmentId: computed(() => {
      const found = context.departments.find(values.department)
      return found.state === 'found' ? found.id : null
    }),
  }
}
