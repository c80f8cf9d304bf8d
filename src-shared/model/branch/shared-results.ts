import type { ChangeAction, ChangeState } from '../changes/change'
import { changeActions, operationOf } from '../changes/change'
import type { Name } from '../name'
import { compareStamps } from './registers'
import type { Register, Registers } from './registers'

// What other desks changed on the platform, and how it ended.

/** A desk keeps the newest; the database has all. */
export const maxSharedResults = 5_000

/** How one change of another desk ended. */
export interface SharedResult {
  /** The job and its row. */
  readonly entryId: string
  readonly jobId: string
  /** The computer's name in the branch; null before it is known. */
  readonly computer: string | null
  readonly action: ChangeAction
  readonly key: string
  readonly shellNumber: string | null
  readonly enterpriseName: Name | null
  readonly memberName: Name | null
  readonly operatorIdentity: Name
  /** By the computer's clock, in ms since 1970. */
  readonly endedAt: number
  readonly state: ChangeState
  /** The stable name of the reason, and the platform's code. */
  readonly reason: string | null
  readonly businessCode: string | null
}

type ResultRegister = Extract<Register, { readonly field: 'change.result' }>

const actions = new Map<string, ChangeAction>(changeActions.map((action) => [operationOf[action], action]))
const states: readonly ChangeState[] = ['done', 'failed', 'not-sent', 'unknown']

const isResult = (register: Register): register is ResultRegister => register.field === 'change.result'

/** Drops the oldest that are too many, in the order in which they arrived. */
export const dropSurplusResults = (registers: Map<string, Register>): void => {
  const results = [...registers].flatMap(([key, register]) =>
    isResult(register) ? [{ key, stamp: register.stamp }] : [],
  )
  if (results.length <= maxSharedResults) return
  results.sort((one, other) => compareStamps(one.stamp, other.stamp))
  for (const { key } of results.slice(0, results.length - maxSharedResults)) registers.delete(key)
}

/**
 * What other computers did, the last first. What a later version of the app did in its own way is left out.
 * @param own this computer, whose journal has what it did
 */
export const sharedResultsIn = (
  registers: Registers,
  own: string,
  names: ReadonlyMap<string, string>,
): SharedResult[] => {
  const results: SharedResult[] = []
  for (const register of registers.values()) {
    if (!isResult(register) || register.stamp.computer === own) continue
    const { of, stamp, value } = register
    const action = actions.get(value.operation)
    const state = states.find((one) => one === value.state)
    if (action === undefined || state === undefined) continue
    results.push({
      entryId: of.join('.'),
      jobId: of[0],
      computer: names.get(stamp.computer) ?? null,
      action,
      key: value.key,
      shellNumber: value.shellNumber,
      enterpriseName: value.enterpriseName,
      memberName: value.memberName,
      operatorIdentity: value.operator,
      endedAt: value.at,
      state,
      reason: value.reason,
      businessCode: value.businessCode,
    })
  }
  return results
    .sort((one, other) => other.endedAt - one.endedAt || (one.entryId < other.entryId ? 1 : -1))
    .slice(0, maxSharedResults)
}
