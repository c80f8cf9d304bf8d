import { operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import type { Check } from '../conformance/check'
import type { Transport } from '../conformance/call'
import { httpTransport } from '../conformance/call'
import { allChecks } from '../conformance/checks/all'
import { runCheck } from '../conformance/run'
import { createSession } from '../conformance/session'
import type { Target } from '../conformance/session'
import { answerMutants } from './answer-mutants'
import { accessMutants, parameterMutants } from './call-mutants'
import { createSeenIds, effectMutants } from './effect-mutants'
import type { Exchange, Foreign, Mutant } from './mutant'
import { nameOf } from './mutant'
import type { StoreFaults } from './store-faults'

/** Filling an enterprise takes seconds of password hashing; no error is planted there. */
const tooLong = '100 employees are taken'

const checksOf = (operation: OperationId): Check[] =>
  allChecks.filter(({ subject, states }) => subject === operation && !states.startsWith(tooLong))

export interface Verdict {
  readonly mutant: Mutant
  /** `idle`: the error never changed a response, so it could not be detected. */
  readonly outcome: 'caught' | 'survived' | 'idle'
  /** The check that detected it, and its message. */
  readonly by: string
}

interface Fixture {
  readonly target: Target
  readonly foreign: Foreign
  /** null unless the service runs in this process. */
  readonly store: StoreFaults | null
}

/** Creates the possible errors of one operation and tests whether its checks detect them. */
export const createPlanter = ({ target, foreign, store }: Fixture) => {
  const http = httpTransport(target.baseUrl)
  const seenIds = createSeenIds()
  const plain = seenIds.watch(http)

  const sessionWith = (operation: OperationId, examined: Transport) =>
    createSession(target, (call) => (call.id === operation ? examined(call) : plain(call)), plain)

  /** Runs the operation's checks without an error and records their calls and responses. */
  const dryRun = async (operation: OperationId): Promise<Mutant[]> => {
    const exchanges: Exchange[] = []
    const listening: Transport = async (call) => {
      const executeOperation = () => plain(call)
      const answer =
        store === null
          ? await executeOperation()
          : await store.during(null, () => undefined, executeOperation)
      exchanges.push({ call, answer })
      return answer
    }
    const session = sessionWith(operation, listening)
    for (const check of checksOf(operation)) {
      const { outcome, reason } = await runCheck(check, session)
      if (outcome === 'failed') throw new Error(`Without any error, “${check.id}” fails: ${reason}`)
    }
    const sample = { operation, exchanges, foreign }
    const written = operations[operation].changesState ? (store?.takeWritten() ?? []) : []
    const inStore: Mutant[] =
      store === null || !operations[operation].changesState
        ? []
        : [
            { operation, kind: 'no effect', where: 'the whole call', store: { kind: 'rolled back' } },
            ...written.map((fault) => ({
              operation,
              kind: fault.kind,
              where:
                'column' in fault ? `${fault.table}.${fault.column}` : 'table' in fault ? fault.table : '',
              store: fault,
            })),
          ]
    return [
      ...answerMutants(sample),
      ...parameterMutants(sample),
      ...accessMutants(sample, target.tokens),
      ...effectMutants(sample, seenIds),
      ...inStore,
    ]
  }

  /** Counts detections per check: checks that detect a kind well are tried first. */
  const caughtBy = new Map<string, number>()
  const key = ({ operation, kind }: Mutant, check: Check) => `${operation} ${kind} ${check.id}`
  const bestFirst = (mutant: Mutant): Check[] => {
    const score = (check: Check) => caughtBy.get(key(mutant, check)) ?? 0
    return checksOf(mutant.operation).toSorted((one, other) => score(other) - score(one))
  }

  const attempt = async (mutant: Mutant): Promise<Verdict> => {
    const planted = { fired: false }
    const fires = () => {
      planted.fired = true
    }
    const damagedValue: Transport = mutant.plant?.(plain, fires) ?? plain
    const fault = mutant.store ?? null
    const examined: Transport = (call) =>
      fault === null || store === null
        ? damagedValue(call)
        : store.during(fault, fires, () => damagedValue(call))
    const session = sessionWith(mutant.operation, examined)
    for (const check of bestFirst(mutant)) {
      const { outcome, reason } = await runCheck(check, session)
      if (outcome !== 'failed') continue
      caughtBy.set(key(mutant, check), (caughtBy.get(key(mutant, check)) ?? 0) + 1)
      return { mutant, outcome: 'caught', by: `${check.id}: ${reason}` }
    }
    return { mutant, outcome: planted.fired ? 'survived' : 'idle', by: '' }
  }

  return { dryRun, attempt, nameOf }
}
