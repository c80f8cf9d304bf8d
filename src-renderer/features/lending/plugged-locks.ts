import { onScopeDispose, shallowRef } from 'vue'
import type { LookUp } from '#shared/commands'
import type { PluggedLock } from '#shared/model/plugged-lock'
import { command, onEvent } from '../../bridge'

export interface PluggedAnswer {
  readonly lock: PluggedLock
  /** Null until the platform's lists were asked. */
  readonly answer: LookUp | null
  /** It was in the port before the page was opened: nobody has just put it there to lend onto it. */
  readonly wasThere: boolean
}

const numberOf = ({ reading }: PluggedLock): string | null =>
  reading.state === 'read' ? reading.shellNumber : null

/**
 * The locks in the ports with what the lists say of them. `onPlugged` is called once for a lock that goes in, when it
 * is known what it is.
 */
export const usePluggedLocks = (onPlugged: (plugged: PluggedAnswer) => void = () => undefined) => {
  const plugged = shallowRef<readonly PluggedAnswer[]>([])
  const told = new Set<string>()
  let first: ReadonlySet<string> | null = null

  const answerFor = (plugId: string, answer: LookUp): void => {
    plugged.value = plugged.value.map((one) => (one.lock.plugId === plugId ? { ...one, answer } : one))
    const one = plugged.value.find(({ lock }) => lock.plugId === plugId)
    if (one === undefined || told.has(plugId)) return
    told.add(plugId)
    onPlugged(one)
  }

  const look = async (lock: PluggedLock, freshness: 'known' | 'fresh'): Promise<void> => {
    const number = numberOf(lock)
    if (number === null) return
    const outcome = await command('desk/look-up', { number, freshness })
    if (!outcome.ok) return
    // The lists as they were read last may not have it yet.
    if (freshness === 'known' && outcome.value.state === 'not-listed') return look(lock, 'fresh')
    answerFor(lock.plugId, outcome.value)
  }

  const take = (locks: readonly PluggedLock[]): void => {
    const there = (first ??= new Set(locks.map(({ plugId }) => plugId)))
    const before = new Map(plugged.value.map((one) => [one.lock.plugId, one]))
    plugged.value = locks.map((lock) => {
      const known = before.get(lock.plugId)
      const isSame = known !== undefined && numberOf(known.lock) === numberOf(lock)
      return { lock, answer: isSame ? known.answer : null, wasThere: there.has(lock.plugId) }
    })
    for (const { lock, answer } of plugged.value) if (answer === null) void look(lock, 'known')
  }

  const lookAgain = (): void => {
    for (const { lock } of plugged.value) void look(lock, 'known')
  }

  void command('locks/list').then((outcome) => {
    if (outcome.ok && first === null) take(outcome.value)
  })
  const endings = [
    onEvent('locks/changed', take),
    onEvent('records/refreshed', lookAgain),
    onEvent('records/changed-here', lookAgain),
  ]
  onScopeDispose(() => {
    for (const end of endings) end()
  })
  return { plugged }
}
