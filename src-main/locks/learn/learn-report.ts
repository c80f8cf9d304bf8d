import { hexId } from '#shared/usb-id'
import type { LockProfile } from '../profiles/profile'
import { requestToShow } from './known-requests'
import type { AddedLock } from './added-locks'
import type { KnownLock } from './sources'

const lockLines = ({ number, sample }: KnownLock, index: number, withNumbers: boolean): string[] => {
  const { facts, reports, skipped, hasDescriptor } = sample
  return [
    `${index + 1}. ${withNumbers ? `number on the shell ${number}` : 'number not included'}`,
    `  serial number: ${withNumbers ? (facts.serialNumber ?? 'none') : `${facts.serialNumber?.length ?? 0} characters`}`,
    `  report descriptor: ${hasDescriptor ? 'read' : 'not available'}`,
    ...reports.map(({ kind, reportId, reads, profileId }) => {
      const length = (reads[0]?.length ?? 0) / 2
      const changing = new Set(reads).size > 1 ? ', changes' : ''
      const data = withNumbers ? `: ${reads.join(' / ')}` : ''
      const to = profileId === undefined ? '' : ` to the request of ${profileId}`
      return `  ${kind} report ${reportId}${to}: ${length} bytes${changing}${data}`
    }),
    ...skipped.map(({ reportId, why }) => `  report ${reportId ?? '-'} left out: ${why}`),
  ]
}

/** A report for the manufacturer, in English. The data of a lock contains its number, so both go together. */
export const learnReport = (
  locks: readonly (KnownLock & Pick<AddedLock, 'isSimulated'>)[],
  asking: readonly LockProfile[],
  withNumbers: boolean,
): string => {
  const facts = locks[0]?.sample.facts
  return [
    'Lock Desk: how is the shell number read?',
    `USB device ${hexId(facts?.vendorId ?? 0)}:${hexId(facts?.productId ?? 0)}, ${facts?.manufacturer ?? '-'} / ${facts?.product ?? '-'}`,
    ...(locks.some(({ isSimulated }) => isSimulated) ? ['Simulated: these are no real locks.'] : []),
    ...(asking.length === 0
      ? ['Nothing was sent to the locks.']
      : asking.map((profile) => `Sent, as in ${profile.id}: ${requestToShow(profile).bytes}`)),
    '',
    ...locks.flatMap((lock, index) => lockLines(lock, index, withNumbers)),
    '',
  ].join('\n')
}
