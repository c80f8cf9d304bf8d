import type { AttachedDevice } from '#shared/model/attached-device'
import type { Finding, NextAction } from '#shared/model/diagnosis'
import type { ReadFailureReason } from '#shared/model/plugged-lock'
import { udevRuleFor } from '#shared/udev-rule'
import { again, found, open } from '../check'
import type { Check } from '../check'
import type { DiagnoseParts } from '../parts'

const oftenRestarts = 3
const hour = 3_600_000

const processCheck = ({ usb, now }: DiagnoseParts): Finding => {
  const { state, since, restarts, lastEnd } = usb.health()
  if (state === 'down') return found('problem', 'usb-down', { restarts, how: lastEnd?.how ?? '' })
  if (lastEnd !== null) {
    const { at, how } = lastEnd
    const isOften = restarts >= oftenRestarts && now() - at < hour
    return found(isOften ? 'warning' : 'note', 'usb-restarted', { restarts, at, how }, open('devices'))
  }
  if (state === 'starting') return found('note', 'usb-starts', {})
  return found('ok', 'usb-runs', { since }, open('devices'))
}

/** Training needs no USB of the computer's. */
const lacking = ({ training }: DiagnoseParts) => (training ? 'note' : 'problem')

const stack: Check['run'] = async (parts, { signal }) => {
  const look = await parts.usb.system.stack(signal)
  if (look.state === 'missing') return found(lacking(parts), 'stack-missing', {})
  if (look.state === 'not-told') return found('note', 'stack-not-told', { detail: look.message })
  const { controllers, devices, hasHid } = look
  if (controllers === 0) return found(lacking(parts), 'stack-no-controller', {})
  if (!hasHid) return found(lacking(parts), 'stack-no-hid', {})
  return found('ok', 'stack-there', { controllers, devices })
}

const listed = ({ devices }: DiagnoseParts): Finding => {
  const { state, problem, devices: attached } = devices()
  if (state === 'failed') return found('problem', 'devices-failed', { detail: problem ?? '' })
  if (attached.length > 0) return found('ok', 'devices-listed', { devices: attached.length }, open('devices'))
  return state === 'starting' ? found('note', 'devices-awaited', {}) : found('note', 'devices-none', {})
}

const hex = (id: number) => id.toString(16).padStart(4, '0')
const idOf = ({ facts }: AttachedDevice) => `${hex(facts.vendorId)}:${hex(facts.productId)}`
const nameOf = ({ facts }: AttachedDevice) =>
  [facts.manufacturer, facts.product].filter((text) => text !== null && text !== '').join(' ')

/** The worst first: what a person can mend at once stands before what only a technician can. */
const reasons = [
  'no-permission',
  'busy',
  'silent',
  'unreadable',
  'gone',
  'unknown-model',
] as const satisfies readonly ReadFailureReason[]

const actionFor = (
  reason: ReadFailureReason,
  { facts }: AttachedDevice,
  platform: NodeJS.Platform,
): NextAction => {
  const { vendorId, productId } = facts
  if (reason === 'no-permission' && platform === 'linux') return { kind: 'allow', vendorId, productId }
  if (reason === 'busy' || reason === 'gone') return again
  return open('devices')
}

const readable = (parts: DiagnoseParts): Finding => {
  const { devices } = parts.devices()
  const locks = devices.filter(({ reading }) => reading !== null)
  for (const reason of reasons) {
    const failed = locks.filter(({ reading }) => reading?.state === 'failed' && reading.reason === reason)
    const [first] = failed
    if (first === undefined) continue
    // A model that nobody described need not be a lock.
    const level = reason === 'unknown-model' ? 'note' : 'warning'
    const facts = { id: idOf(first), device: nameOf(first), locks: failed.length }
    return found(level, `lock-${reason}`, facts, actionFor(reason, first, parts.platform))
  }
  const waiting = locks.filter(({ reading }) => reading?.state === 'reading').length
  if (waiting > 0) return found('note', 'locks-awaited', { locks: waiting })
  if (locks.length === 0) return found('note', 'locks-none', {}, open('desk'))
  return found('ok', 'locks-read', { locks: locks.length }, open('desk'))
}

/** For every model that the app reads here. */
const wholeRule = ({ models }: DiagnoseParts): string =>
  [...new Set(models().map((model) => udevRuleFor(model).text))].join('')

const permission: Check['run'] = async (parts, { signal }) => {
  const look = await parts.usb.system.access(signal)
  switch (look.state) {
    case 'rule':
      return found('ok', 'rule-there', { file: look.file })
    case 'not-needed':
      return found('ok', 'rule-not-needed', {})
    case 'no-rule':
      return found(
        parts.training ? 'note' : 'warning',
        'rule-missing',
        {},
        {
          kind: 'copy',
          what: 'rule',
          text: wholeRule(parts),
        },
      )
    case 'drivers': {
      const [first] = look.troubles
      if (first === undefined) return found('ok', 'driver-fine', {})
      return found('warning', 'driver-trouble', { ...first, devices: look.troubles.length })
    }
    case 'by-system':
      return found('ok', 'permission-by-system', {})
    case 'not-told':
      return found('note', 'stack-not-told', { detail: look.message })
  }
}

export const usbChecks: readonly Check[] = [
  { id: 'usb-process', limitMs: 2_000, run: processCheck },
  { id: 'usb-stack', limitMs: 15_000, run: stack },
  { id: 'devices', limitMs: 2_000, run: listed },
  { id: 'locks', limitMs: 2_000, run: readable },
  { id: 'usb-permission', limitMs: 15_000, run: permission },
]
