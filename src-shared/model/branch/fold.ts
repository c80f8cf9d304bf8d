import { loanIdOf } from '../changes/loan'
import type { LoanFact } from '../changes/loan-fact'
import type { LockName } from '../locks/lock-name'
import { compareStamps, registerKey } from './registers'
import type { Register, Registers, Stamp } from './registers'

// What a page shows, from the fields of a platform, and the fields that today's files amount to. With a branch the fields
// come from events; without one they are the file's, and this computer's change is added to them.

/** Of an entry of a file: before every event. */
const fileStamp = (at: number): Stamp => ({ era: -1, arrivedAt: 0, seq: at, computer: '', n: 0 })

const byStamp = (one: { readonly stamp: Stamp }, other: { readonly stamp: Stamp }): number =>
  compareStamps(one.stamp, other.stamp)
const latest = (...stamps: readonly Stamp[]): Stamp =>
  stamps.reduce((one, other) => (compareStamps(one, other) < 0 ? other : one))

type Of<Field extends Register['field']> = Extract<Register, { readonly field: Field }>

// --- Loans

/** Only the newest closed loans are kept. */
export const maxClosedLoans = 2_000

/** The fields that the loans of a file amount to. */
export const registersOfLoans = (facts: readonly LoanFact[]): Register[] =>
  facts.flatMap((fact, at): Register[] => {
    const { dueOn, note, returned, closed, ...about } = fact
    const stamp = fileStamp(at)
    const of: [string] = [loanIdOf(fact)]
    if (closed !== null) return [{ field: 'loan.closed', of: [...of, String(closed.at)], value: fact, stamp }]
    return [
      { field: 'loan.about', of, value: about, stamp },
      { field: 'loan.due', of, value: dueOn, stamp },
      { field: 'loan.note', of, value: note, stamp },
      { field: 'loan.returned', of, value: returned, stamp },
    ]
  })

interface LoanFields {
  about?: Of<'loan.about'>
  due?: Of<'loan.due'>
  note?: Of<'loan.note'>
  returned?: Of<'loan.returned'>
  closings: Of<'loan.closed'>[]
}

const groupLoans = (registers: Registers): Map<string, LoanFields> => {
  const loans = new Map<string, LoanFields>()
  const fieldsOf = (loanId: string): LoanFields => {
    const fields = loans.get(loanId) ?? { closings: [] }
    loans.set(loanId, fields)
    return fields
  }
  for (const register of registers.values()) {
    if (register.field === 'loan.about') fieldsOf(register.of[0]).about = register
    else if (register.field === 'loan.due') fieldsOf(register.of[0]).due = register
    else if (register.field === 'loan.note') fieldsOf(register.of[0]).note = register
    else if (register.field === 'loan.returned') fieldsOf(register.of[0]).returned = register
    else if (register.field === 'loan.closed') fieldsOf(register.of[0]).closings.push(register)
  }
  return loans
}

/** Of the loan's last closing; null without any. */
const endOf = ({ closings }: LoanFields): Stamp | null =>
  closings.length === 0 ? null : latest(...closings.map(({ stamp }) => stamp))

/** The open loan of a lock and an employee: what was written after its last closing, which ended the loan before. */
const openLoan = (fields: LoanFields) => {
  const { about, due, note, returned } = fields
  const end = endOf(fields)
  const isOpen = ({ stamp }: { readonly stamp: Stamp }): boolean =>
    end === null || compareStamps(stamp, end) > 0
  if (about === undefined || !isOpen(about)) return null
  const open = <Field extends Of<'loan.due' | 'loan.note' | 'loan.returned'>>(field: Field | undefined) =>
    field !== undefined && isOpen(field) ? field : null
  const fact: LoanFact = {
    ...about.value,
    dueOn: open(due)?.value ?? null,
    note: open(note)?.value ?? '',
    returned: open(returned)?.value ?? null,
    closed: null,
  }
  return { fact, stamp: about.stamp }
}

/**
 * Drops the closed loans that are too many, and what their loans have been since before they were closed, so that the fields
 * of a platform do not grow without end.
 */
export const dropSurplusLoans = (registers: Map<string, Register>): void => {
  const loans = groupLoans(registers)
  const drop = (register: Register | undefined): void => {
    if (register !== undefined) registers.delete(registerKey(register))
  }
  const closings = [...loans.values()].flatMap((fields) => fields.closings)
  if (closings.length <= maxClosedLoans) return
  const surplus = new Set(closings.sort(byStamp).slice(0, closings.length - maxClosedLoans))
  for (const fields of loans.values()) {
    const end = endOf(fields)
    for (const field of [fields.about, fields.due, fields.note, fields.returned])
      if (field !== undefined && end !== null && compareStamps(field.stamp, end) < 0) drop(field)
    for (const closed of fields.closings) if (surplus.has(closed)) drop(closed)
  }
}

/** More than a company signs in years; the database keeps the claims of all. */
export const maxUsedOrders = 20_000

/** Drops the oldest uses of work orders. */
export const dropSurplusOrders = (registers: Map<string, Register>): void => {
  for (const field of ['order.used', 'order.use']) {
    const used = [...registers.values()].filter((register) => register.field === field)
    if (used.length <= maxUsedOrders) continue
    for (const register of used.sort(byStamp).slice(0, used.length - maxUsedOrders))
      registers.delete(registerKey(register))
  }
}

/** The last one written is the last. @param computer whose lendings are “lent here” */
export const loansIn = (registers: Registers, computer: string): LoanFact[] => {
  const written = [...groupLoans(registers).values()].flatMap((fields) => {
    const open = openLoan(fields)
    const closed = fields.closings.map(({ value, stamp }) => ({ fact: value, stamp }))
    return open === null ? closed : [...closed, open]
  })
  written.sort(byStamp)
  const tooMany = written.filter(({ fact }) => fact.closed !== null).length - maxClosedLoans
  let left = Math.max(0, tooMany)
  return written
    .filter(({ fact }) => fact.closed === null || (left -= 1) < 0)
    .map(({ fact, stamp }) =>
      stamp.computer === computer || stamp.computer === '' ? fact : { ...fact, lentHere: null },
    )
}

// --- Names of locks

/** The fields that the names of a file amount to. */
export const registersOfNames = (names: readonly LockName[]): Register[] =>
  names.flatMap(({ enterpriseGlobalId, assetNum, name, note }, at): Register[] => {
    const of: [string, string] = [enterpriseGlobalId, assetNum]
    const stamp = fileStamp(at)
    return [
      { field: 'lock.name', of, value: name as string, stamp },
      { field: 'lock.note', of, value: note as string, stamp },
    ]
  })

/** The last one written is the last. */
export const namesIn = (registers: Registers): LockName[] => {
  const named = new Map<string, { readonly name: LockName; readonly stamp: Stamp }>()
  for (const { field, of, value, stamp } of registers.values()) {
    if (field !== 'lock.name' && field !== 'lock.note') continue
    const [enterpriseGlobalId, assetNum] = of
    const key = JSON.stringify(of)
    const before = named.get(key) ?? { name: { enterpriseGlobalId, assetNum, name: '', note: '' }, stamp }
    named.set(key, {
      name: { ...before.name, ...(field === 'lock.name' ? { name: value } : { note: value }) },
      stamp: latest(before.stamp, stamp),
    })
  }
  return [...named.values()]
    .filter(({ name }) => name.name !== '' || name.note !== '')
    .sort(byStamp)
    .map(({ name }) => name)
}
