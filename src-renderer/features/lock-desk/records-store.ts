import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import type { CommandFailure, LookUp } from '#shared/commands'
import { command, onEvent } from '../../bridge'
import { usePlatformStore } from '../../app/stores/platform-store'

export interface Looked {
  /** The newest answer, kept while another is on its way. */
  readonly answer: LookUp | null
  readonly failure: CommandFailure | null
  readonly looking: boolean
  /** How often the platform itself was asked; a lock without a record may be sent only after the second look. */
  readonly looks: number
}

type Freshness = 'known' | 'fresh'

const nothing: Looked = { answer: null, failure: null, looking: false, looks: 0 }

/** A record read within this time is shown as it is when its lock is plugged in, without asking again. */
const freshEnough = 60_000

/** Lists of several enterprises arrive together; their records are read again in one go. */
const gatherFor = 200

/** What the platform knows under each number that the desk shows. */
export const useRecordsStore = defineStore('records', () => {
  const platform = usePlatformStore()
  const looked = ref<ReadonlyMap<string, Looked>>(new Map())
  const latest = new Map<string, number>()

  const kept = (number: string): Looked => looked.value.get(number) ?? nothing
  /** While the platform cannot be reached every record is the last known one, whenever it was asked for. */
  const of = (number: string): Looked => {
    const one = kept(number)
    const away = platform.status?.state === 'unreachable' ? platform.status.failure : null
    const { answer } = one
    if (away === null || answer?.state !== 'found' || answer.failure !== null) return one
    return { ...one, answer: { ...answer, failure: away } }
  }
  const keep = (number: string, part: Partial<Looked>): void =>
    void (looked.value = new Map(looked.value).set(number, { ...kept(number), ...part }))

  /** Looks a number up; of several look-ups under way only the last one's answer counts. */
  const look = async (number: string, freshness: Freshness): Promise<void> => {
    const turn = (latest.get(number) ?? 0) + 1
    latest.set(number, turn)
    keep(number, { looking: true })
    const outcome = await command('desk/look-up', { number, freshness })
    if (latest.get(number) !== turn) return
    const looks = kept(number).looks + (freshness === 'fresh' ? 1 : 0)
    if (outcome.ok) keep(number, { answer: outcome.value, failure: null, looking: false, looks })
    else keep(number, { failure: outcome.error, looking: false, looks })
  }

  /** What is known first, at once; then the platform, unless what is known is of this minute. */
  const track = async (number: string): Promise<void> => {
    await look(number, 'known')
    const { answer } = kept(number)
    const isFresh = answer?.state === 'found' && Date.now() - answer.record.readAt < freshEnough
    const isSettled = isFresh || answer?.state === 'not-a-number'
    if (!isSettled) await look(number, 'fresh')
  }

  let gathering: ReturnType<typeof setTimeout> | undefined
  const lookAgain = (): void => {
    clearTimeout(gathering)
    gathering = setTimeout(() => {
      for (const [number, { looking }] of looked.value) if (!looking) void look(number, 'known')
    }, gatherFor)
  }
  const unsubscribes = [onEvent('records/refreshed', lookAgain), onEvent('records/changed-here', lookAgain)]
  onScopeDispose(() => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    clearTimeout(gathering)
  })

  return { looked, of, look, track }
})
