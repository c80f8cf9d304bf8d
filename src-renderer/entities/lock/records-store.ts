import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { CommandFailure, CommandOutcome, CommandValue } from '#shared/bridge/commands'
import type { ListLookupResult, LookupResult } from '#shared/model/locks/lookup-result'
import { isRecent } from '#shared/model/recent'
import { command, onEvent } from '../../bridge'
import { usePlatformStore } from '../../stores/platform-store'
import { shellNumberOf, usePluggedStore } from './plugged-store'

export interface LookupState {
  /** The newest result; kept while another look-up runs. */
  readonly answer: LookupResult | null
  readonly failure: CommandFailure | null
  readonly searching: boolean
  /**
   * The number of look-ups that reached the platform; a lock without a record may be sent only after the second
   * one.
   */
  readonly lookUpCount: number
  /** The platform was asked, whether it answered or not. */
  readonly isAsked: boolean
}

type Freshness = 'known' | 'fresh'

const nothing: LookupState = { answer: null, failure: null, searching: false, lookUpCount: 0, isAsked: false }

/** A record read within this time is not requested again when its lock is plugged in, ms. */
const freshForMs = 60_000

/** Lists of several enterprises arrive together; their records are looked up once for all of them. */
const batchDelayMs = 200

/** Whether the platform answered: what is only known says nothing new of a number that was not found. */
const isFromPlatform = (outcome: CommandOutcome<'locks/look-up'>): boolean =>
  outcome.ok && !('failure' in outcome.value && outcome.value.failure !== null)

const toLookUp = (
  result: ListLookupResult,
  { enterprises, unread, failure }: Omit<CommandValue<'locks/look-up-many'>, 'results'>,
): LookupResult => {
  if (result.state === 'found') return { ...result, failure: null }
  return result.state === 'not-listed' ? { ...result, enterprises, unread, failure } : result
}

/** The look-up's result for each number on screen; numbers no longer on screen are removed. */
export const useRecordsStore = defineStore('records', () => {
  const platform = usePlatformStore()
  const plugged = usePluggedStore()
  const lookups = shallowRef<ReadonlyMap<string, LookupState>>(new Map())
  /** The newest look-up of each number. */
  const latest = new Map<string, number>()
  let lastRequestId = 0

  const sources = new Set<() => readonly (string | null)[]>([
    () => plugged.rows.map(({ lock }) => shellNumberOf(lock)),
  ])
  /** Registers more numbers on screen besides the plugged-in ones: they are kept and follow the lists. */
  const show = (source: () => readonly (string | null)[]): void => void sources.add(source)
  const shown = (): ReadonlySet<string | null> => new Set([...sources].flatMap((source) => source()))

  const stored = (number: string): LookupState => lookups.value.get(number) ?? nothing
  /** While the platform is unreachable every record counts as last known, whenever it was read. */
  const of = (number: string): LookupState => {
    const lookup = stored(number)
    const platformFailure = platform.status?.state === 'unreachable' ? platform.status.failure : null
    const { answer } = lookup
    if (platformFailure === null || answer?.state !== 'found' || answer.failure !== null) return lookup
    return { ...lookup, answer: { ...answer, failure: platformFailure } }
  }
  /** The asset of a number: as its record has it, or the number itself. */
  const assetNumOf = (number: string): string => {
    const { answer } = stored(number)
    return answer?.state === 'found' ? answer.record.assetNum : number
  }
  const update = (parts: ReadonlyMap<string, Partial<LookupState>>): void => {
    const shownNumbers = shown()
    const next = new Map<string, LookupState>()
    for (const [number, lookup] of lookups.value)
      if (shownNumbers.has(number) || lookup.searching) next.set(number, lookup)
    for (const [number, part] of parts) next.set(number, { ...stored(number), ...part })
    for (const number of latest.keys()) if (!next.has(number)) latest.delete(number)
    lookups.value = next
  }
  const updateOne = (number: string, part: Partial<LookupState>): void => update(new Map([[number, part]]))
  const startRequest = (number: string): number => {
    lastRequestId += 1
    latest.set(number, lastRequestId)
    return lastRequestId
  }

  /** Looks a number up; of several running look-ups only the last one counts. */
  const lookUp = async (number: string, freshness: Freshness): Promise<void> => {
    const requestId = startRequest(number)
    updateOne(number, { searching: true })
    const outcome = await command('locks/look-up', { number, freshness })
    if (latest.get(number) !== requestId) return
    const isCounted = freshness === 'fresh' && isFromPlatform(outcome)
    const lookUpCount = stored(number).lookUpCount + (isCounted ? 1 : 0)
    const isAsked = stored(number).isAsked || freshness === 'fresh'
    const ended = { searching: false, lookUpCount, isAsked }
    if (outcome.ok) updateOne(number, { ...ended, answer: outcome.value, failure: null })
    else updateOne(number, { ...ended, failure: outcome.error })
  }

  /** The lists were reloaded: look up everything on screen in one request. */
  const refreshAll = async (): Promise<void> => {
    const shownNumbers = shown()
    const numbers = [...lookups.value].flatMap(([number, { searching }]) =>
      shownNumbers.has(number) && !searching ? [number] : [],
    )
    if (numbers.length === 0) return
    const requests = numbers.map((number) => [number, startRequest(number)] as const)
    const outcome = await command('locks/look-up-many', { numbers, freshness: 'known' })
    // The known results stay; the next refresh tries again.
    if (!outcome.ok) return
    const { value } = outcome
    const parts = new Map<string, Partial<LookupState>>()
    for (const [at, [number, requestId]] of requests.entries()) {
      const answer = value.results[at]
      if (answer !== undefined && latest.get(number) === requestId)
        parts.set(number, { answer: toLookUp(answer, value), failure: null })
    }
    update(parts)
  }

  /** Shows the cached record first, then reads it from the platform unless it is less than a minute old. */
  const track = async (number: string): Promise<void> => {
    await lookUp(number, 'known')
    const { answer } = stored(number)
    const isFresh = answer?.state === 'found' && isRecent(answer.record.readAt, Date.now(), freshForMs)
    const isCurrent = isFresh || answer?.state === 'not-a-number'
    if (!isCurrent) await lookUp(number, 'fresh')
  }

  let batchTimer: ReturnType<typeof setTimeout> | undefined
  const reload = (): void => {
    clearTimeout(batchTimer)
    batchTimer = setTimeout(() => void refreshAll(), batchDelayMs)
  }
  onEvent('records/refreshed', reload)
  onEvent('records/changed-locally', reload)
  onScopeDispose(() => clearTimeout(batchTimer))

  return { lookups, of, assetNumOf, lookUp, track, show }
})
