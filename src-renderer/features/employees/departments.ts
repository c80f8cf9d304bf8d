import { normalized } from '#shared/normalized'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { Language } from '../../i18n/i18n'

interface Department {
  /** Digits of a Long. */
  readonly id: string
  readonly name: string | null
  readonly employees: number
}

type FoundDepartment =
  | { readonly state: 'found'; readonly id: string }
  | { readonly state: 'unknown' }
  /** Several departments have this name; only the number distinguishes them. */
  | { readonly state: 'several' }

export interface Departments {
  /** By name in the order of the language; departments without a name are last. */
  readonly list: readonly Department[]
  /** By number, or by a known name. Any number is accepted: the platform may have departments without employees. */
  readonly find: (text: string) => FoundDepartment
  readonly nameOf: (id: string) => string | null
  /** The name; with the number where several departments have it, and the number where none is known. */
  readonly labelOf: (id: string) => string
}

const plain = (text: string): string => normalized(text).trim().toLowerCase()

/** The API has no operation that lists departments: these are the departments of known employees. */
export const departmentsOf = (
  employees: Iterable<Pick<EmployeeRecord, 'departmentId' | 'departmentName'>>,
  language: Language,
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
  const list = [...byId.values()].sort((a, b) =>
    (a.name ?? `\uffff${a.id}`).localeCompare(b.name ?? `\uffff${b.id}`, language),
  )
  return {
    list,
    find: (text) => {
      const key = plain(text)
      const ids = [...(byName.get(key) ?? [])]
      const [id] = ids
      if (ids.length > 1) return { state: 'several' }
      if (id !== undefined) return { state: 'found', id }
      return /^\d{1,19}$/.test(key) ? { state: 'found', id: key } : { state: 'unknown' }
    },
    nameOf: (id) => byId.get(id)?.name ?? null,
    labelOf: (id) => {
      const name = byId.get(id)?.name ?? null
      if (name === null) return id
      return (byName.get(plain(name))?.size ?? 0) > 1 ? `${name} · ${id}` : name
    },
  }
}
