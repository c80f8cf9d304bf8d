import type { BusinessCode } from '#shared/model/business-codes'
import { operations } from '#shared/operations'
import type { StatedData } from '#shared/operations'
import type { Policy } from '../policy'
import { Refusal } from '../rules/refusal'
import { rules } from '../rules/rules'
import type { ServedOperation } from '../rules/rules'
import type { Call, Desk } from '../rules/call'
import { inTransaction } from '../store/database'
import type { Database } from '../store/database'
import { recordEffects } from '../training/effects'
import type { EffectSource } from '../training/effects'
import { Unfinished } from './unfinished'

export interface CarryOutDeps {
  readonly db: Database
  readonly policy: Policy
  readonly now: () => number
  readonly faults: object | null
  /** Told of every change once it is committed. */
  readonly committed: (operation: ServedOperation) => void
}

/** What a rule works with, once it is known on which transaction. */
export const deskFor =
  (source: EffectSource, policy: Policy, keepsEffects: boolean) =>
  (db: Database, partly: Desk['partly'] = () => undefined): Desk => ({
    db,
    now: source.at,
    policy,
    record: async (changes) => {
      if (keepsEffects) await recordEffects(db, source, changes)
    },
    partly,
  })

interface Carried<Id extends ServedOperation> {
  readonly data: StatedData<Id>
  /** Set where not all of the call could be carried out. */
  readonly partly: { readonly code: BusinessCode; readonly message: string } | null
}

/**
 * Runs the rule of an operation; one that changes state runs, with the record of what it changed, in one transaction.
 * Throws a Refusal where the rule refuses, and Unfinished where the store does not carry it through.
 */
export const carryOut = async <Id extends ServedOperation>(
  id: Id,
  call: Call<Id>,
  deps: CarryOutDeps,
): Promise<Carried<Id>> => {
  try {
    return await runRule(id, call, deps)
  } catch (error) {
    throw error instanceof Refusal ? error : new Unfinished(id, error)
  }
}

const runRule = async <Id extends ServedOperation>(
  id: Id,
  call: Call<Id>,
  { db, policy, now, faults, committed }: CarryOutDeps,
): Promise<Carried<Id>> => {
  const deskOn = deskFor({ operation: id, nonce: call.nonce, at: now() }, policy, faults !== null)
  if (!operations[id].changesState) return { data: await rules[id](call, deskOn(db)), partly: null }
  const carried = await inTransaction(db, async (tx) => {
    let partly: Carried<Id>['partly'] = null
    const desk = deskOn(tx, (code, message) => (partly = { code, message }))
    const data = await rules[id](call, desk)
    return { data, partly }
  })
  committed(id)
  return carried
}
