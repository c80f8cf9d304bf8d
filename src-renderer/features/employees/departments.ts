import type { EmployeeRecord } from '#shared/model/employee-record'

export interface Department {
  /** Digits of a Long. */
  readonly id: string
  readonly name: string | null
  readonly employees: number
}

export type FoundDepartment =
  | { readonly state: 'found'; readonly id: string }
  | { readonly state: 'unknown' }
  /** Two departments are called so; only the number tells them apart. */
  | { readonly state: 'several' }

export interface Departments {
  /** By name, those without one last. */
  readonly list: readonly Department[]
  /** By number, or by a name that was seen. Any number is taken: the platform has departments nobody is in. */
  readonly find: (text: string) => FoundDepartment
  readonly nameOf: (id: string) => string | null
}

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** No operation lists departments: these are the ones that employees were seen in. */
export const departmentsOf = (
  employees: Iterable<Pick<EmployeeRecord, 'departmentId' | 'departmentName'>>,
): Departments => {
  const byId = new Map<string, { id: string; name: string | null; employees: number }>()
  for (const { departmentId, departmentName } of employees) {
    if (departmentId === null) continue
    const known = byId.get(departmentId) ?? { id: departmentId, name: null, employees: 0 }
    known.employees += 1
    known.name ??= departmentName
    byId.set(departmentId, known)
  }
  const byName = new Map<string, Set<string>>()
  for (const { id, name } of byId.values()) {
    if (name === null) continue
    const ids = byName.get(plain(name)) ?? new Set()
    byName.set(plain(name), ids.add(id))
  }
  const list = [...byId.values()].sort((one, other) =>
    (one.name ?? `\uffff${one.id}`).localeCompare(other.name ?? `\uffff${other.id}`),
  )
  return {
    list,
    find: (text) => {
      const wanted = plain(text)
      const ids = [...(byName.get(wanted) ?? [])]
      const [id] = ids
      if (ids.length > 1) return { state: 'several' }
      if (id !== undefined) return { state: 'found', id }
      return /^\d{1,19}$/.test(wanted) ? { state: 'found', id: wanted } : { state: 'unknown' }
    },
    nameOf: (id) => byId.get(id)?.name ?? null,
  }
}
