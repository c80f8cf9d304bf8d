import { shallowRef } from 'vue'
import type { LookupResult } from '#shared/model/locks/lookup-result'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { command, onEvent } from '../../../bridge'

export interface PluggedLookup {
  readonly lock: PluggedLock
  /** Null until the lists were searched. */
  readonly answer: LookupResult | null
  /** Plugged in before the page was opened, so not meant for this loan. */
  readonly wasPluggedBefore: boolean
}

const numberOf = ({ reading }: PluggedLock): string | null =>
  reading.state === 'read' ? reading.shellNumber : null

/**
 * The plugged-in locks with their records. `onPlugged` is called once for a newly plugged-in lock, when its
 * record is known.
 */
export const usePluggedLocks = (onPlugged: (plugged: PluggedLookup) => void = () => undefined) => {
  const plugged = shallowRef<readonly PluggedLookup[]>([])
  const reported = new Set<string>()
  let initial: ReadonlySet<string> | null = null

  const setLookup = (plugId: string, answer: LookupResult): void => {
    plugged.value = plugged.value.map((lookup) =>
      lookup.lock.plugId === plugId ? { ...lookup, answer } : lookup,
    )
    const lookup = plugged.value.find(({ lock }) => lock.plugId === plugId)
    if (lookup === undefined || reported.has(plugId)) return
    reported.add(plugId)
    onPlugged(lookup)
  }

  const lookUp = async (lock: PluggedLock, freshness: 'known' | 'fresh'): Promise<void> => {
    const number = numberOf(lock)
    if (number === null) return
    const outcome = await command('locks/look-up', { number, freshness })
    if (!outcome.ok) return
    // The cached lists may not include it yet.
    if (freshness === 'known' && outcome.value.state === 'not-listed') return lookUp(lock, 'fresh')
    setLookup(lock.plugId, outcome.value)
  }

  const setLocks = (locks: readonly PluggedLock[]): void => {
    const initialPlugIds = (initial ??= new Set(locks.map(({ plugId }) => plugId)))
    const before = new Map(plugged.value.map((lookup) => [lookup.lock.plugId, lookup]))
    plugged.value = locks.map((lock) => {
      const known = before.get(lock.plugId)
      const isSame = known !== undefined && numberOf(known.lock) === numberOf(lock)
      return { lock, answer: isSame ? known.answer : null, wasPluggedBefore: initialPlugIds.has(lock.plugId) }
    })
    for (const { lock, answer } of plugged.value) if (answer === null) void lookUp(lock, 'known')
  }

  const reload = (): void => {
    for (const { lock } of plugged.value) void lookUp(lock, 'known')
  }

  void command('locks/list').then((outcome) => {
    if (outcome.ok && initial === null) setLocks(outcome.value)
  })
  onEvent('locks/changed', setLocks)
  onEvent('records/refreshed', reload)
  onEvent('records/changed-locally', reload)
  return { plugged }
}
