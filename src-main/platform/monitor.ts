import type { PlatformStatus } from '#shared/commands'
import { operations } from '#shared/operations'
import type { OperationData, OperationId, OperationRequest } from '#shared/operations'
import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { CallOptions, PlatformClient } from './client'
import { createListeners } from '../listeners'

export interface Monitor {
  /** The same client; every call that goes through it tells whether the platform is there. */
  readonly client: PlatformClient
  status(): PlatformStatus
  onChange(listener: (status: PlatformStatus) => void): () => void
}

const lackOf = (state: PlatformStatus['state'], hasNetwork: boolean): PlatformStatus['lacks'] => {
  if (state === 'refused') return 'permission'
  if (state !== 'unreachable') return null
  return hasNetwork ? 'platform' : 'network'
}

const stateAfter = (failure: PlatformFailure | null): PlatformStatus['state'] => {
  switch (failure?.code) {
    case 'unreachable':
    case 'timeout':
      return 'unreachable'
    case 'unauthorized':
      return 'refused'
    default:
      return 'reachable'
  }
}

/** A call that nobody waited for any more tells nothing about the platform; one that ran out of time does. */
const isGivenUp = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true &&
  !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')

/** A platform that may still be starting: calls wait for it, and its state follows from what they met. */
export const createMonitor = (deps: {
  connected: Promise<Outcome<{ readonly client: PlatformClient; readonly baseUrl: string }>>
  training: boolean
  /** Whether this computer is on a network that leads to an address; asked when the platform was not reached. */
  hasNetwork?: (baseUrl: string | null) => boolean
  now?: () => number
}): Monitor => {
  const { connected, training } = deps
  const now = deps.now ?? Date.now
  const listeners = createListeners<PlatformStatus>()
  let status: PlatformStatus = {
    training,
    baseUrl: null,
    state: 'starting',
    lacks: null,
    checkedAt: null,
    failure: null,
    signedInAs: null,
    needsSignIn: false,
  }

  const become = (next: Partial<PlatformStatus>) => {
    status = { ...status, ...next }
    listeners.tell(status)
  }

  const noteOutcome = (failure: PlatformFailure | null) => {
    // A request that was not sent tells nothing about the platform.
    if (failure?.code === 'invalid') return
    if (failure?.missing === 'sign-in') become({ needsSignIn: true })
    // Nothing was asked of the platform; what others learnt of it stands.
    if (failure?.missing !== undefined && status.state !== 'starting') return
    const state = stateAfter(failure)
    const lacks = lackOf(state, deps.hasNetwork?.(status.baseUrl) ?? true)
    become({ state, lacks, checkedAt: now(), failure: state === 'reachable' ? null : failure })
  }

  void connected.then((outcome) => {
    if (outcome.ok) become({ baseUrl: outcome.value.baseUrl, signedInAs: outcome.value.client.signedInAs() })
    else noteOutcome({ code: 'unreachable', message: outcome.error.message, changed: 'no' })
  })

  const call = async <Id extends OperationId>(
    id: Id,
    request: OperationRequest<Id>,
    options?: CallOptions,
  ): Promise<Outcome<OperationData<Id>, PlatformFailure>> => {
    const platform = await connected
    if (!platform.ok) return fail({ code: 'unreachable', message: platform.error.message, changed: 'no' })
    const outcome = await platform.value.client.call(id, request, options)
    if (outcome.ok || !isGivenUp(options?.signal)) noteOutcome(outcome.ok ? null : outcome.error)
    if (outcome.ok && operations[id].module === 'member' && status.needsSignIn) become({ needsSignIn: false })
    return outcome
  }

  return {
    client: {
      call,
      signIn: async (user) => {
        const platform = await connected
        if (!platform.ok) return fail({ code: 'unreachable', message: platform.error.message, changed: 'no' })
        const outcome = await platform.value.client.signIn(user)
        if (outcome.ok) become({ needsSignIn: false, signedInAs: user.name })
        return outcome
      },
      signOut: () => {
        void connected.then((platform) => {
          if (platform.ok) platform.value.client.signOut()
          become({ needsSignIn: true })
        })
      },
      signedInAs: () => status.signedInAs,
      stop: async () => {
        const platform = await connected
        if (platform.ok) await platform.value.client.stop()
      },
    },
    status: () => status,
    onChange: listeners.add,
  }
}
