import type { AttachedDevice } from '#shared/model/locks/attached-device'
import type { Finding, NextAction } from '#shared/model/app/diagnosis'
import type { ReadFailureReason } from '#shared/model/locks/plugged-lock'
import { udevRuleFor } from '#shared/udev-rule'
import { usbId } from '#shared/usb-id'
import { runAgain, createFinding, openPage } from '../check'
import type { Check } from '../check'
import type { DiagnosisSources } from '../sources'

const frequentRestarts = 3
const hourMs = 3_600_000

const processCheck = ({ usb, now }: DiagnosisSources): Finding => {
  const { state, since, restarts, lastEnd } = usb.health()
  if (state === 'down') return createFinding('problem', 'usb-down', { restarts, how: lastEnd?.how ?? '' })
  if (lastEnd !== null) {
    const { at, how } = lastEnd
    const isFrequent = restarts >= frequentRestarts && now() - at < hourMs
    return createFinding(
      isFrequent ? 'warning' : 'note',
      'usb-restarted',
      { restarts, at, how },
      openPage('devices'),
    )
  }
  if (state === 'starting') return createFinding('note', 'usb-starting', {})
  return createFinding('ok', 'usb-running', { since }, openPage('devices'))
}

/** Training works without USB. */
const missingLevel = ({ training }: DiagnosisSources) => (training ? 'note' : 'problem')

const stack: Check['run'] = async (sources, { signal }) => {
  const result = await sources.usb.system.stack(signal)
  if (result.state === 'missing') return createFinding(missingLevel(sources), 'stack-missing', {})
  if (result.state === 'not-reported')
    return createFinding('note', 'stack-not-reported', { detail: result.message })
  const { controllers, devices, hasHid } = result
  if (controllers === 0) return createFinding(missingLevel(sources), 'stack-no-controller', {})
  if (!hasHid) return createFinding(missingLevel(sources), 'stack-no-hid', {})
  return createFinding('ok', 'stack-found', { controllers, devices })
}

const deviceList = ({ devices }: DiagnosisSources): Finding => {
  const { state, problem, devices: attached } = devices()
  if (state === 'failed') return createFinding('problem', 'devices-failed', { detail: problem ?? '' })
  if (attached.length > 0)
    return createFinding('ok', 'devices-listed', { devices: attached.length }, openPage('devices'))
  return state === 'starting'
    ? createFinding('note', 'devices-loading', {})
    : createFinding('note', 'devices-none', {})
}

const idOf = ({ facts }: AttachedDevice) => usbId(facts)
const nameOf = ({ facts }: AttachedDevice) =>
  [facts.manufacturer, facts.product].filter((text) => text !== null && text !== '').join(' ')

/**
 * By urgency: reasons the user can fix come before those for a technician. A device without a lock profile may not be a
 * lock, and a number that is not compared yet is no fault.
 */
const reasonLevels = {
  'no-permission': 'warning',
  busy: 'warning',
  silent: 'warning',
  unreadable: 'warning',
  gone: 'warning',
  'not-compared': 'note',
  'unknown-model': 'note',
} as const satisfies Readonly<Record<ReadFailureReason, Finding['level']>>
const reasons = Object.keys(reasonLevels) as ReadFailureReason[]

const actionFor = (
  reason: ReadFailureReason,
  { facts }: AttachedDevice,
  platform: NodeJS.Platform,
): NextAction => {
  const { vendorId, productId } = facts
  if (reason === 'no-permission' && platform === 'linux') return { kind: 'allow', vendorId, productId }
  if (reason === 'busy' || reason === 'gone') return runAgain
  if (reason === 'not-compared') return openPage('desk')
  return openPage('devices')
}

const lockReading = (sources: DiagnosisSources): Finding => {
  const { devices } = sources.devices()
  const locks = devices.filter(({ reading }) => reading !== null)
  for (const reason of reasons) {
    const failed = locks.filter(({ reading }) => reading?.state === 'failed' && reading.reason === reason)
    const [first] = failed
    if (first === undefined) continue
    const facts = { id: idOf(first), device: nameOf(first), locks: failed.length }
    return createFinding(
      reasonLevels[reason],
      `lock-${reason}`,
      facts,
      actionFor(reason, first, sources.platform),
    )
  }
  const waiting = locks.filter(({ reading }) => reading?.state === 'reading').length
  if (waiting > 0) return createFinding('note', 'locks-reading', { locks: waiting })
  if (locks.length === 0) return createFinding('note', 'locks-none', {}, openPage('desk'))
  return createFinding('ok', 'locks-read', { locks: locks.length }, openPage('desk'))
}

/** A rule for all models that the app reads on this computer. */
const combinedRule = ({ models }: DiagnosisSources): string =>
  [...new Set(models().map((model) => udevRuleFor(model).text))].join('')

const permission: Check['run'] = async (sources, { signal }) => {
  const result = await sources.usb.system.access(signal)
  switch (result.state) {
    case 'rule':
      return createFinding('ok', 'rule-found', { file: result.file })
    case 'not-needed':
      return createFinding('ok', 'rule-not-needed', {})
    case 'no-rule':
      return createFinding(
        sources.training ? 'note' : 'warning',
        'rule-missing',
        {},
        {
          kind: 'copy',
          what: 'rule',
          text: combinedRule(sources),
        },
      )
    case 'drivers': {
      const [first] = result.problems
      if (first === undefined) return createFinding('ok', 'drivers-ok', {})
      return createFinding('warning', 'driver-problem', {
        id: first.id,
        problem: first.problem,
        devices: result.problems.length,
      })
    }
    case 'by-system':
      return createFinding('ok', 'permission-by-system', {})
    case 'not-reported':
      return createFinding('note', 'stack-not-reported', { detail: result.message })
  }
}

export const usbChecks: readonly Check[] = [
  { id: 'usb-process', limitMs: 2_000, run: processCheck },
  { id: 'usb-stack', limitMs: 15_000, run: stack },
  { id: 'devices', limitMs: 2_000, run: deviceList },
  { id: 'locks', limitMs: 2_000, run: lockReading },
  { id: 'usb-permission', limitMs: 15_000, run: permission },
]
