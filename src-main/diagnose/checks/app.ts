import { isDeepStrictEqual } from 'node:util'
import { isDiagnosedSetting } from '#shared/model/app/settings'
import type { DiagnosedSetting, Settings } from '#shared/model/app/settings'
import type { Finding } from '#shared/model/app/diagnosis'
import { createFinding, openPage } from '../check'
import type { Check } from '../check'
import type { DiagnosisSources } from '../sources'

/** More than ten windows of this app need. */
const highMemoryBytes = 1.5 * 1024 * 1024 * 1024
/** Lists are reloaded every minute, so half an hour is too old. */
const staleIndexMs = 30 * 60_000

const versions = (sources: DiagnosisSources): Finding =>
  createFinding('ok', 'versions', { ...sources.versions }, { kind: 'copy-line' })

const openPlatform: Check['run'] = async (sources, { route }) => {
  if (sources.training)
    return createFinding('ok', 'environment-training', {}, openPage('settings#environments'))
  const platform = await route.connected()
  const baseUrl = platform.ok ? platform.value.baseUrl : ''
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : ''
  return createFinding(
    'ok',
    'environment-open',
    { name: sources.platformName ?? '', host },
    openPage('settings#environments'),
  )
}

const running = ({ load }: DiagnosisSources): Finding => {
  const { uptimeMs: uptime, memoryBytes: memory, processes } = load()
  return memory > highMemoryBytes
    ? createFinding('warning', 'running-heavy', { uptime, memory, processes }, { kind: 'restart' })
    : createFinding('ok', 'running', { uptime, memory, processes })
}

export const changedSettings = (settings: Settings, defaults: Settings): DiagnosedSetting[] =>
  Object.keys(defaults)
    .filter(isDiagnosedSetting)
    .filter((name) => !isDeepStrictEqual(settings[name], defaults[name]))

const settings = (sources: DiagnosisSources): Finding => {
  const changed = changedSettings(sources.settings(), sources.defaultSettings)
  return changed.length === 0
    ? createFinding('ok', 'settings-default', {}, openPage('settings'))
    : createFinding('ok', 'settings-changed', { settings: changed }, openPage('settings'))
}

const index = ({ enterprises: listed, now }: DiagnosisSources): Finding => {
  const enterprises = listed()
  if (enterprises.length === 0)
    return createFinding('note', 'index-none', {}, openPage('settings#enterprises'))
  const times = enterprises.flatMap(({ readAt }) => (readAt === null ? [] : [readAt]))
  const unread = enterprises.length - times.length
  if (unread > 0) {
    return createFinding(
      // Without a failure, the list is being read for the first time.
      enterprises.some(({ readAt, failure }) => readAt === null && failure !== null) ? 'warning' : 'note',
      'index-unread',
      { unread, enterprises: enterprises.length },
      openPage('settings#enterprises'),
    )
  }
  const assets = enterprises.reduce((sum, { assets: count }) => sum + (count ?? 0), 0)
  const facts = { assets, enterprises: enterprises.length, oldest: Math.min(...times) }
  return now() - facts.oldest > staleIndexMs
    ? createFinding('warning', 'index-old', facts, openPage('settings#enterprises'))
    : createFinding('ok', 'index-fresh', facts, openPage('settings#enterprises'))
}

const log = ({ logCounts }: DiagnosisSources): Finding => {
  const { errors, warnings, lastErrorAt } = logCounts()
  return errors === 0 || lastErrorAt === null
    ? createFinding('ok', 'log-ok', { warnings }, { kind: 'open-folder' })
    : createFinding('note', 'log-errors', { errors, warnings, at: lastErrorAt }, { kind: 'open-folder' })
}

const update = ({ update: updateFacts, versions: { app } }: DiagnosisSources): Finding => {
  const facts = updateFacts?.() ?? { state: 'off' as const }
  switch (facts.state) {
    case 'current':
      return createFinding('ok', 'update-current', { version: app })
    case 'waiting':
      return createFinding('note', 'update-ready', { version: facts.version }, { kind: 'restart' })
    case 'off':
      return createFinding('ok', 'update-off', {}, openPage('settings'))
    case 'failed':
      return createFinding('note', 'update-failed', { detail: facts.message })
  }
}

const notifications = (sources: DiagnosisSources): Finding => {
  const { isSupported, failure } = sources.notifications()
  if (!sources.settings().notifications)
    return createFinding('ok', 'notifications-off', {}, openPage('settings'))
  if (!isSupported) return createFinding('note', 'notifications-unsupported', {})
  return failure === null
    ? createFinding('ok', 'notifications-on', {}, openPage('settings'))
    : createFinding('note', 'notifications-failed', { detail: failure })
}

const archive: Check['run'] = async (sources, { signal }) => {
  if (sources.archive === null) return createFinding('ok', 'archive-unpackaged', {})
  const { state, version, hash } = await sources.archive(signal)
  const copy = { kind: 'copy', what: 'hash', text: hash } as const
  switch (state) {
    case 'released':
      return createFinding('ok', 'archive-released', { version, hash }, copy)
    case 'unsigned':
      return createFinding('note', 'archive-unsigned', { version, hash }, copy)
    case 'changed':
      return createFinding('problem', 'archive-changed', { version, hash }, copy)
  }
}

export const appChecks: readonly Check[] = [
  { id: 'versions', limitMs: 2_000, run: versions },
  { id: 'environment', limitMs: 15_000, run: openPlatform },
  { id: 'running', limitMs: 5_000, run: running },
  { id: 'settings', limitMs: 2_000, run: settings },
  { id: 'index', limitMs: 2_000, run: index },
  { id: 'log', limitMs: 2_000, run: log },
  { id: 'notifications', limitMs: 2_000, run: notifications },
  { id: 'archive', limitMs: 20_000, run: archive },
  { id: 'update', limitMs: 2_000, applies: ({ update: updateFacts }) => updateFacts !== null, run: update },
]
