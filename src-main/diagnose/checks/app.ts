import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '#shared/commands'
import type { Finding } from '#shared/model/diagnosis'
import { found, open } from '../check'
import type { Check } from '../check'
import type { DiagnoseParts } from '../parts'

/** Ten windows of this app need less. */
const heavyBytes = 1.5 * 1024 * 1024 * 1024
/** The lists are read every minute; half an hour without is no rest any more. */
const oldIndexMs = 30 * 60_000

const versions = (parts: DiagnoseParts): Finding =>
  found('ok', 'versions', { ...parts.versions }, { kind: 'copy-line' })

const environment: Check['run'] = async (parts, { way }) => {
  if (parts.training) return found('ok', 'environment-training', {}, open('settings#environments'))
  const platform = await way.connected()
  const host = platform.ok ? new URL(platform.value.baseUrl).host : ''
  return found(
    'ok',
    'environment-open',
    { name: parts.environmentName ?? '', host },
    open('settings#environments'),
  )
}

const running = ({ load }: DiagnoseParts): Finding => {
  const { uptimeMs: uptime, memoryBytes: memory, processes } = load()
  return memory > heavyBytes
    ? found('warning', 'running-heavy', { uptime, memory, processes }, { kind: 'restart' })
    : found('ok', 'running', { uptime, memory, processes })
}

/** Who works here, and how far they came in the first minutes, is no setting that could be to blame. */
const notAChoice: ReadonlySet<keyof Settings> = new Set(['operatorIdentity', 'operators', 'opening'])

export const ownSettings = (settings: Settings, usual: Settings): (keyof Settings)[] =>
  (Object.keys(usual) as (keyof Settings)[]).filter(
    (name) => !notAChoice.has(name) && !isDeepStrictEqual(settings[name], usual[name]),
  )

const settings = (parts: DiagnoseParts): Finding => {
  const own = ownSettings(parts.settings(), parts.usualSettings)
  return own.length === 0
    ? found('ok', 'settings-usual', {}, open('settings'))
    : found('ok', 'settings-own', { settings: own }, open('settings'))
}

const index = ({ enterprises: listed, now }: DiagnoseParts): Finding => {
  const enterprises = listed()
  if (enterprises.length === 0) return found('note', 'index-none', {}, open('settings#enterprises'))
  const times = enterprises.flatMap(({ readAt }) => (readAt === null ? [] : [readAt]))
  const unread = enterprises.length - times.length
  if (unread > 0) {
    return found(
      // Without a failure it is a list that is being read just now.
      enterprises.some(({ readAt, failure }) => readAt === null && failure !== null) ? 'warning' : 'note',
      'index-unread',
      { unread, enterprises: enterprises.length },
      open('settings#enterprises'),
    )
  }
  const assets = enterprises.reduce((sum, { assets: count }) => sum + (count ?? 0), 0)
  const facts = { assets, enterprises: enterprises.length, oldest: Math.min(...times) }
  return now() - facts.oldest > oldIndexMs
    ? found('warning', 'index-old', facts, open('settings#enterprises'))
    : found('ok', 'index-fresh', facts, open('settings#enterprises'))
}

const log = ({ logCounts }: DiagnoseParts): Finding => {
  const { errors, warnings, lastErrorAt } = logCounts()
  return errors === 0 || lastErrorAt === null
    ? found('ok', 'log-quiet', { warnings }, { kind: 'open-folder' })
    : found('note', 'log-errors', { errors, warnings, at: lastErrorAt }, { kind: 'open-folder' })
}

const update = ({ update: ask, versions: { app } }: DiagnoseParts): Finding => {
  const facts = ask?.() ?? { state: 'off' as const }
  switch (facts.state) {
    case 'current':
      return found('ok', 'update-current', { version: app })
    case 'waiting':
      return found('note', 'update-waiting', { version: facts.version }, { kind: 'restart' })
    case 'off':
      return found('ok', 'update-off', {}, open('settings'))
    case 'failed':
      return found('note', 'update-failed', { detail: facts.message })
  }
}

export const appChecks: readonly Check[] = [
  { id: 'versions', limitMs: 2_000, run: versions },
  { id: 'environment', limitMs: 15_000, run: environment },
  { id: 'running', limitMs: 5_000, run: running },
  { id: 'settings', limitMs: 2_000, run: settings },
  { id: 'index', limitMs: 2_000, run: index },
  { id: 'log', limitMs: 2_000, run: log },
  { id: 'update', limitMs: 2_000, applies: ({ update: ask }) => ask !== null, run: update },
]
