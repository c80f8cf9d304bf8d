import type {
  UpdateActivity,
  UpdateChoices,
  UpdateProgress,
  UpdateDelivery,
  UpdateOffer,
  UpdateState,
} from '#shared/model/app/update'
import { isUpdateInProgress } from '#shared/model/app/update'
import type { UpdateChannel } from './channel'
import { createRunOnceScheduler } from '../util/async'
import { classifyUpdateError } from './update-source'
import type { UpdateSource } from './update-source'

const firstCheckMs = 60_000
const dayMs = 24 * 60 * 60 * 1000

export interface Updates {
  state(): UpdateState
  choose(choices: UpdateChoices): Promise<UpdateState>
  check(): UpdateState
  /** Copies and verifies the update of a signed update file. */
  useFile(path: string): UpdateState
  download(): UpdateState
  install(): UpdateState
  stop(): void
}

/**
 * Checks for, downloads and starts updates, each step only on request or by the user's setting. Nothing is
 * installed by itself or while a job runs.
 */
export const createUpdates = (deps: {
  current: string
  delivery: UpdateDelivery
  channel: UpdateChannel
  source: UpdateSource
  choices: () => UpdateChoices
  /** Whether the user has chosen; until then `choices` returns the defaults. */
  isChosen: () => boolean
  /** Throws the file system's error. */
  saveChoices: (choices: UpdateChoices) => Promise<void>
  /** Whether a change is being sent. */
  isBusy: () => boolean
  now: () => number
  emit: (state: UpdateState) => void
  log: { warn(what: string, facts?: object): void; info(what: string, facts?: object): void }
}): Updates => {
  const { current, delivery, channel, source, choices, isBusy, now, log } = deps
  let progress: UpdateProgress = { step: 'idle' }
  let checkedAt: number | null = null

  const server = () => choices().server ?? channel.url
  const state = (): UpdateState => ({
    current,
    delivery,
    builtInServer: channel.url,
    choices: choices(),
    isChosen: deps.isChosen(),
    checkedAt,
    progress: progress.step === 'ready' ? { ...progress, waits: isBusy() } : progress,
  })
  const setProgress = (next: UpdateProgress): UpdateState => {
    progress = next
    const reported = state()
    deps.emit(reported)
    return reported
  }
  const failed = (during: UpdateActivity, offer: UpdateOffer | null, error: unknown): UpdateState => {
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 300) : 'unknown'
    const problem = classifyUpdateError(error)
    log.warn('update failed', { during, problem, detail })
    return setProgress({ step: 'failed', during, problem, detail, offer })
  }

  const fetchOffer = async (
    offer: UpdateOffer,
    { step, during }: { step: 'downloading' | 'copying'; during: 'download' | 'file' },
  ): Promise<void> => {
    try {
      await source.download((percent) => {
        const roundedPercent = Math.min(100, Math.max(0, Math.floor(percent)))
        const hasChanged = progress.step === step && progress.percent !== roundedPercent
        if (hasChanged) setProgress({ step, offer, percent: roundedPercent })
      })
      log.info('update verified', { during, version: offer.version })
      setProgress({ step: 'ready', offer, waits: isBusy() })
    } catch (error) {
      // A file is chosen again; only a download can be repeated.
      failed(during, during === 'download' ? offer : null, error)
    }
  }
  const download = (): UpdateState => {
    const offer = progress.step === 'available' || progress.step === 'failed' ? progress.offer : null
    if (offer === null || delivery !== 'itself') return state()
    const reported = setProgress({ step: 'downloading', offer, percent: 0 })
    void fetchOffer(offer, { step: 'downloading', during: 'download' })
    return reported
  }

  const runCheck = async (from: string): Promise<void> => {
    /** The result of a server that is no longer selected is discarded. */
    const isStale = (): boolean => server() !== from
    try {
      const offer = await source.check(from)
      if (isStale()) {
        setProgress({ step: 'idle' })
        return
      }
      checkedAt = now()
      if (offer === null) {
        setProgress({ step: 'none' })
        return
      }
      log.info('update available', { version: offer.version })
      setProgress({ step: 'available', offer })
      if (choices().mode === 'download') download()
    } catch (error) {
      if (isStale()) setProgress({ step: 'idle' })
      else failed('check', null, error)
    }
  }
  const check = (): UpdateState => {
    const from = server()
    if (from === null || delivery === 'none' || isUpdateInProgress(progress)) return state()
    const reported = setProgress({ step: 'checking' })
    void runCheck(from)
    return reported
  }

  const runFile = async (path: string): Promise<void> => {
    try {
      const offer = await source.open(path)
      setProgress({ step: 'copying', offer, percent: 0 })
      await fetchOffer(offer, { step: 'copying', during: 'file' })
    } catch (error) {
      failed('file', null, error)
    }
  }
  const useFile = (path: string): UpdateState => {
    if (delivery !== 'itself' || isUpdateInProgress(progress)) return state()
    const reported = setProgress({ step: 'checking' })
    void runFile(path)
    return reported
  }

  const scheduler = createRunOnceScheduler(() => {
    if (choices().mode !== 'off') check()
    scheduler.schedule(dayMs)
  })
  // Not within the first minute, to keep the start fast.
  if (delivery !== 'none') scheduler.schedule(firstCheckMs)

  return {
    state,
    choose: async (chosen) => {
      const previousServer = server()
      await deps.saveChoices(chosen)
      // Discards the result of a server that is no longer selected.
      const isStale = server() !== previousServer && ['available', 'none', 'failed'].includes(progress.step)
      return setProgress(isStale ? { step: 'idle' } : progress)
    },
    check,
    useFile,
    download,
    install: () => {
      if (progress.step !== 'ready') return state()
      const { offer } = progress
      if (isBusy()) return setProgress(progress)
      const reported = setProgress({ step: 'installing', offer })
      try {
        source.install()
        return reported
      } catch (error) {
        return failed('install', offer, error)
      }
    },
    stop: scheduler.cancel,
  }
}
