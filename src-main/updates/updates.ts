import type {
  UpdateChoices,
  UpdateCourse,
  UpdateDelivery,
  UpdateOffer,
  UpdateState,
} from '#shared/update-commands'
import type { UpdateChannel } from './channel'
import { troubleOf } from './update-source'
import type { UpdateSource } from './update-source'

const firstCheckMs = 60_000
const day = 24 * 60 * 60 * 1000

export interface Updates {
  state(): UpdateState
  choose(choices: UpdateChoices): Promise<UpdateState>
  check(): UpdateState
  download(): UpdateState
  install(): UpdateState
  stop(): void
}

/**
 * Looks for a newer version, fetches and starts it, each step only when a person asks or chose so beforehand. Nothing
 * is installed by itself, nor while a job runs.
 */
export const createUpdates = (deps: {
  current: string
  delivery: UpdateDelivery
  channel: UpdateChannel
  source: UpdateSource
  choices: () => UpdateChoices
  /** Throws what the disk said. */
  keep: (choices: UpdateChoices) => Promise<void>
  /** Whether a change is on its way to the platform. */
  isBusy: () => boolean
  now: () => number
  tell: (state: UpdateState) => void
  log: { warn(what: string, facts?: object): void; info(what: string, facts?: object): void }
}): Updates => {
  const { current, delivery, channel, source, choices, isBusy, now, log } = deps
  let course: UpdateCourse = { step: 'idle' }
  let checkedAt: number | null = null
  let timer: NodeJS.Timeout | undefined

  const server = () => choices().server ?? channel.url
  const state = (): UpdateState => ({
    current,
    delivery,
    builtInServer: channel.url,
    choices: choices(),
    checkedAt,
    course: course.step === 'ready' ? { ...course, waits: isBusy() } : course,
  })
  const go = (next: UpdateCourse): UpdateState => {
    course = next
    const said = state()
    deps.tell(said)
    return said
  }
  const failed = (
    during: 'check' | 'download' | 'install',
    offer: UpdateOffer | null,
    error: unknown,
  ): UpdateState => {
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 300) : 'unknown'
    const trouble = troubleOf(error)
    log.warn('update failed', { during, trouble, detail })
    return go({ step: 'failed', during, trouble, detail, offer })
  }

  const fetchOffer = async (offer: UpdateOffer): Promise<void> => {
    try {
      await source.download((percent) => {
        const whole = Math.min(100, Math.max(0, Math.floor(percent)))
        const isNews = course.step === 'downloading' && course.percent !== whole
        if (isNews) go({ step: 'downloading', offer, percent: whole })
      })
      log.info('update fetched', { version: offer.version })
      go({ step: 'ready', offer, waits: isBusy() })
    } catch (error) {
      failed('download', offer, error)
    }
  }
  const download = (): UpdateState => {
    const offer = course.step === 'available' || course.step === 'failed' ? course.offer : null
    if (offer === null || delivery !== 'itself') return state()
    const said = go({ step: 'downloading', offer, percent: 0 })
    void fetchOffer(offer)
    return said
  }

  const look = async (from: string): Promise<void> => {
    try {
      const offer = await source.check(from)
      checkedAt = now()
      if (offer === null) {
        go({ step: 'none' })
        return
      }
      log.info('update available', { version: offer.version })
      go({ step: 'available', offer })
      if (choices().mode === 'download') download()
    } catch (error) {
      failed('check', null, error)
    }
  }
  const check = (): UpdateState => {
    const from = server()
    const isUnderWay = ['checking', 'downloading', 'ready', 'installing'].includes(course.step)
    if (from === null || delivery === 'none' || isUnderWay) return state()
    const said = go({ step: 'checking' })
    void look(from)
    return said
  }

  /** Never in the first minute: a start has better things to do. */
  const schedule = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (choices().mode !== 'off') check()
      schedule(day)
    }, ms)
    timer.unref()
  }
  if (delivery !== 'none') schedule(firstCheckMs)

  return {
    state,
    choose: async (chosen) => {
      const before = server()
      await deps.keep(chosen)
      // What another server said is of no interest any more.
      const isStale = server() !== before && ['available', 'none', 'failed'].includes(course.step)
      return go(isStale ? { step: 'idle' } : course)
    },
    check,
    download,
    install: () => {
      if (course.step !== 'ready') return state()
      const { offer } = course
      if (isBusy()) return go(course)
      const said = go({ step: 'installing', offer })
      try {
        source.install()
        return said
      } catch (error) {
        return failed('install', offer, error)
      }
    },
    stop: () => clearTimeout(timer),
  }
}
