import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { JournalEntry } from '#shared/model/changes/change'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { useEmployeesStore } from '../../entities/employee/employees-store'
import { journalLimit } from '../../stores/journal-store'
import { useSettingsStore } from '../../stores/settings-store'
import { command } from '../../bridge'
import { departmentsOf } from './departments'
import { learnEnterpriseCode } from './form/enterprise-code'
import type { EnterpriseCode } from './form/enterprise-code'
import { fullName } from '../../names/shown-name'

const noEmployees: readonly EmployeeRecord[] = []

/** Facts about the enterprise that the API does not list: its departments and its code. */
export const useEmployeeContextStore = defineStore('employee-context', () => {
  const employees = useEmployeesStore()
  const settings = useSettingsStore()
  /** Codes seen in responses, by enterprise. */
  const knownCodes = shallowRef<ReadonlyMap<string, EnterpriseCode>>(new Map())
  let isRead = false

  const learn = (entries: readonly JournalEntry[]): void => {
    const next = new Map(knownCodes.value)
    for (const id of new Set(entries.flatMap(({ enterpriseGlobalId: of }) => of ?? []))) {
      const code = learnEnterpriseCode(id, entries, [])
      if (code !== null) next.set(id, code)
    }
    knownCodes.value = next
  }

  /** Reads the code from employees added earlier on this computer. */
  const load = async (): Promise<void> => {
    if (isRead) return
    isRead = true
    const outcome = await command('journal/recent', { limit: journalLimit })
    if (outcome.ok) learn(outcome.value.filter(({ elsewhere }) => elsewhere === undefined))
  }

  const listed = computed(() => employees.list?.rows ?? noEmployees)
  const departments = computed(() => departmentsOf(listed.value, settings.language))
  const accountList = computed(() =>
    listed.value.flatMap(({ userName, deleted }) =>
      userName === null || deleted === true ? [] : [fullName(userName)],
    ),
  )
  const accounts = computed<ReadonlySet<string>>(() => new Set(accountList.value))
  const guessed = computed(() => learnEnterpriseCode('', [], accountList.value))
  const code = computed<EnterpriseCode | null>(
    () => knownCodes.value.get(employees.enterpriseGlobalId ?? '') ?? guessed.value,
  )

  return { departments, accounts, code, learn, load }
})
