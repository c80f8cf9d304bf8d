import type { PlatformStatus } from '#shared/bridge/app-commands'
import { operations } from '#shared/operations'
import type { OperationData, OperationId, OperationRequest } from '#shared/operations'
import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { CallOptions, PlatformClient } from './client'
import { createEmitter } from '../util/emitter'

export interface Monitor {
  /** The client; each of its calls updates the platform's status. */
  readonly client: PlatformClient
  status(): PlatformStatus
  /** The platform's clock when it responds, and when the request was sent by this computer's; both in ms since 1970. */
  reportServerTime(time: number, requestedAt: number): void
  onChange(listener: (status: PlatformStatus) => void): () => void
}

const missingFor = (
  state: PlatformStatus['state'],
  failure: PlatformFailure | null,
  hasNetwork: boolean,
): PlatformStatus['lacks'] => {
  // Nothing was asked of the platform, so it has rejected nothing.
  if (failure?.missing !== undefined) return 'credentials'
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

/** Clocks that differ by less are called equal, ms. */
const maxClockDifferenceMs = 10 * 60_000

/** A canceled call says nothing about the platform; one that timed out does. */
const isCanceled = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true &&
  !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')

/** Wraps a platform that may still be starting: calls wait for it, and its status follows from their results. */
export const createMonitor = (deps: {
  connected: Promise<Outcome<{ readonly client: PlatformClient; readonly baseUrl: string }>>
  training: boolean
  /** While true, no operation that changes data is sent. */
  isLookOnly?: () => boolean
  /** Whether this computer has a network that can reach the address; called when the platform was not reached. */
  hasNetwork?: (baseUrl: string | null) => boolean
  now?: () => number
}): Monitor => {
  const { connected, training } = deps
  const now = deps.now ?? Date.now
  const listeners = createEmitter<PlatformStatus>()
  let status: PlatformStatus = {
    training,
    baseUrl: null,
    state: 'starting',
    lacks: null,
    checkedAt: null,
    failure: null,
    signedInAs: null,
    needsSignIn: false,
    clockAheadMs: null,
  }

  const setStatus = (next: Partial<PlatformStatus>) => {
    status = { ...status, ...next }
    listeners.emit(status)
  }

  const applyOutcome = (failure: PlatformFailure | null) => {
    // An invalid request was not sent and says nothing about the platform.
    if (failure?.code === 'invalid') return
    if (failure?.missing === 'sign-in') setStatus({ needsSignIn: true })
    // No request was sent; the status from earlier calls stays.
    if (failure?.missing !== undefined && status.state !== 'starting') return
    const state = stateAfter(failure)
    const lacks = missingFor(state, failure, deps.hasNetwork?.(status.baseUrl) ?? true)
    setStatus({ state, lacks, checkedAt: now(), failure: state === 'reachable' ? null : failure })
  }

  const reportServerTime = (time: number, requestedAt: number) => {
    // Equal clocks: the platform responded between both. A slow response, or one read after a sleep, is no wrong clock.
    const receivedAt = now()
    const nearest = Math.min(Math.max(time, requestedAt), receivedAt)
    const ahead = nearest - time
    const clockAheadMs = Math.abs(ahead) > maxClockDifferenceMs ? ahead : null
    // Whole minutes: the page shows about how much, and not each response is an event.
    const minutes = (ms: number | null) => (ms === null ? null : Math.round(ms / 60_000))
    if (minutes(clockAheadMs) !== minutes(status.clockAheadMs)) setStatus({ clockAheadMs })
  }

  void connected.then((outcome) => {
    if (outcome.ok)
      setStatus({ baseUrl: outcome.value.baseUrl, signedInAs: outcome.value.client.signedInAs() })
    else applyOutcome({ code: 'unreachable', message: outcome.error.message, changed: 'no' })
  })

  const call = async <Id extends OperationId>(
    id: Id,
    request: OperationRequest<Id>,
    options?: CallOptions,
  ): Promise<Outcome<OperationData<Id>, PlatformFailure>> => {
    // Admission refuses changes before; this holds for every other way to the platform.
    if (operations[id].changesState && deps.isLookOnly?.() === true)
      return fail({ code: 'invalid', message: `${id}: this platform is look only`, changed: 'no' })
    const platform = await connected
    if (!platform.ok) return fail({ code: 'unreachable', message: platform.error.message, changed: 'no' })
    const outcome = await platform.value.client.call(id, request, options)
    if (outcome.ok || !isCanceled(options?.signal)) applyOutcome(outcome.ok ? null : outcome.error)
    if (outcome.ok && operations[id].module === 'member' && status.needsSignIn)
      setStatus({ needsSignIn: false })
    return outcome
  }

  return {
    client: {
      call,
      signIn: async (user) => {
        const platform = await connected
        if (!platform.ok) return fail({ code: 'unreachable', message: platform.error.message, changed: 'no' })
        const outcome = await platform.value.client.signIn(user)
        if (outcome.ok) setStatus({ needsSignIn: false, signedInAs: user.name })
        return outcome
      },
      signOut: () => {
        void connected.then((platform) => {
          if (platform.ok) platform.value.client.signOut()
          setStatus({ needsSignIn: true })
        })
      },
      signedInAs: () => status.signedInAs,
      stop: async () => {
        const platform = await connected
        if (platform.ok) await platform.value.client.stop()
      },
    },
    status: () => status,
    reportServerTime,
    onChange: listeners.add,
  }
}
