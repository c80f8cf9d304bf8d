import { loansIn, registersOfLoans } from '#shared/model/branch/fold'
import { addRegister } from '#shared/model/branch/registers'
import type { Register } from '#shared/model/branch/registers'
import type { LoanFact } from '#shared/model/changes/loan-fact'

/** The facts with the open one of this lock and employee replaced or closed, as one computer writes them. */
export const withFact = (facts: readonly LoanFact[], changed: LoanFact): LoanFact[] => {
  const registers = new Map<string, Register>()
  for (const register of registersOfLoans([...facts, changed])) addRegister(registers, register)
  return loansIn(registers, '')
}
