import type { Policy } from '../policy'
import type { Credentials } from './credentials'
import { decoyHashFor, matchesSecret } from './secrets'

export type SecretCheck =
  | { readonly kind: 'valid' | 'invalid' | 'busy' }
  /** Too many failed attempts for this name from this address. */
  | { readonly kind: 'rate-limited'; readonly waitMs: number }

interface Failures {
  readonly count: number
  readonly at: number
}

/** Limits the memory for failed attempts, however many names are tried. */
const maxRememberedFailures = 10_000
const failureMemoryMs = 15 * 60_000

/** Limits concurrent and queued work; returns `null` if both limits are reached. */
const createGate = ({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) => {
  let running = 0
  const queue: (() => void)[] = []
  return async <Value>(work: () => Promise<Value>): Promise<Value | null> => {
    if (running < atOnce) running += 1
    else if (queue.length >= waiting) return null
    else await new Promise<void>((go) => queue.push(go))
    try {
      return await work()
    } finally {
      // The slot passes to the next in the queue, or becomes free.
      const next = queue.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/**
 * Compares secrets of applications and passwords of users. Every name costs the same: one comparison per
 * distinct cost of the known hashes, with decoys in place of the hashes that the name does not have. Concurrent
 * checks are limited, and repeated failures for a name from one address cause a delay.
 */
export const createSecretChecks = (deps: {
  readonly credentials: Credentials
  readonly policy: Policy
  readonly now: () => number
  readonly matches?: typeof matchesSecret
}) => {
  const { credentials, policy, now, matches = matchesSecret } = deps
  const hashes = {
    application: new Map([...credentials.applications].map(([key, { secretHash }]) => [key, secretHash])),
    user: new Map([...credentials.users].map(([name, { passwordHash }]) => [name, passwordHash])),
  }
  const known = [...hashes.application.values(), ...hashes.user.values()]
  const decoys = [...new Set(known.map(decoyHashFor))]
  const gate = createGate({ atOnce: policy.hashesAtOnce, waiting: policy.hashesWaiting })
  const failed = new Map<string, Failures>()
  /** Names with too many failures whose next comparison is running. */
  const running = new Set<string>()

  const waitFor = (key: string): number => {
    const { count, at } = failed.get(key) ?? { count: 0, at: 0 }
    const excess = count - policy.signInFailures
    if (excess < 0) return 0
    const wait = Math.min(policy.signInMaxWaitMs, policy.signInWaitMs * 2 ** excess)
    // If the clock was set back, the delay does not get longer.
    return Math.min(wait, Math.max(0, at + wait - now()))
  }
  const noteFailure = (key: string) => {
    const { count, at } = failed.get(key) ?? { count: 0, at: now() }
    failed.delete(key)
    failed.set(key, { count: now() - at > failureMemoryMs ? 1 : count + 1, at: now() })
    const [oldest] = failed.keys()
    if (failed.size > maxRememberedFailures && oldest !== undefined) failed.delete(oldest)
  }

  return async (
    kind: 'application' | 'user',
    name: string,
    secret: string,
    address: string,
  ): Promise<SecretCheck> => {
    const key = JSON.stringify([kind, name.slice(0, 400), address])
    const waitMs = waitFor(key)
    if (waitMs > 0) return { kind: 'rate-limited', waitMs }
    // After a delay, one attempt at a time: otherwise many sent at once would share one delay.
    const isSingle = (failed.get(key)?.count ?? 0) >= policy.signInFailures
    if (isSingle && running.has(key)) return { kind: 'rate-limited', waitMs: policy.signInWaitMs }
    if (isSingle) running.add(key)
    try {
      const hash = hashes[kind].get(name)
      const isValid = await gate(async () => {
        let isMatch = false
        for (const decoy of decoys) {
          const isOwn = hash !== undefined && decoyHashFor(hash) === decoy
          const isSame = await matches(secret, isOwn ? hash : decoy)
          isMatch ||= isOwn && isSame
        }
        return isMatch
      })
      if (isValid === null) return { kind: 'busy' }
      if (isValid) {
        failed.delete(key)
        return { kind: 'valid' }
      }
      noteFailure(key)
      return { kind: 'invalid' }
    } finally {
      if (isSingle) running.delete(key)
    }
  }
}
export type SecretChecks = ReturnType<typeof createSecretChecks>
