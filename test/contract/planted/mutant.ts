import type { OperationId } from '#shared/operations'
import type { Answer, Call, Transport } from '../conformance/call'
import type { StoreFault } from './store-faults'

/** An error of one kind at one place of one operation. */
export interface Mutant {
  readonly operation: OperationId
  /** The kind of error: a row of the report. */
  readonly kind: string
  readonly where: string
  /** Carries out the operation’s calls with the error; `fires` reports that it made a difference. */
  readonly plant?: (forward: Transport, fires: () => void) => Transport
  /** An error in what the service writes during the operation’s calls. */
  readonly store?: StoreFault
}

export const nameOf = ({ operation, kind, where }: Mutant): string => `${operation} · ${kind} · ${where}`

/** A call of the operation against the service without errors, and its response. */
export interface Exchange {
  readonly call: Call
  readonly answer: Answer
}

/** IDs of another enterprise’s data, for errors that reach into it. */
export interface Foreign {
  readonly enterpriseGlobalId: string
  readonly assetId: string
  readonly channelCustomerId: string
}

export interface Sample {
  readonly operation: OperationId
  readonly exchanges: readonly Exchange[]
  readonly foreign: Foreign
}

export const isSuccess = ({ json }: Answer): boolean => json?.code === 0
export const isRefusal = ({ json }: Answer): boolean => typeof json?.code === 'string'

/** An error in the responses; unchanged ones do not count. */
export const inAnswers =
  (change: (answer: Answer, call: Call) => Answer): Required<Mutant>['plant'] =>
  (forward, fires) =>
  async (call) => {
    const answer = await forward(call)
    const changed = change(answer, call)
    if (changed !== answer) fires()
    return changed
  }

/** An error in the execution: another call than the one sent is carried out. */
export const inCalls =
  (change: (call: Call) => Call): Required<Mutant>['plant'] =>
  (forward, fires) =>
  (call) => {
    const changed = change(call)
    if (changed !== call) fires()
    return forward(changed)
  }

export const withJson = (answer: Answer, change: object): Answer => ({
  ...answer,
  json: { ...answer.json, ...change },
})
