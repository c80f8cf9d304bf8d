import { ownEventsVersion } from '../../../src-main/branch/own-events'
import { receivedVersion } from '../../../src-main/branch/received-events'
import type { z } from 'zod'
import { limits } from '#shared/model/api/limits'
import { maxQueued, queueHours } from '#shared/model/changes/queued-change'
import { windowMs } from '../../../src-main/changes/recent-changes'
import { maxUnconfirmed } from '../../../src-shared/model/changes/change'
import { changeOperations } from '../../../src-main/changes/operations/change-operations'
import { settleDelayMs } from '../../../src-main/changes/reconcile/settle-delay'
import { firstPauseMs, maxPauseMs } from '../../../src-main/util/async'
import { defaultMaxFileBytes } from '../../../src-main/journal/journal'
import { formatVersion, recordSchema } from '../../../src-main/journal/record'
import { profileVersion } from '../../../src-main/locks/profiles/profile'
import { changeDeadlineMs } from '../../../src-main/platform/client'
import { maxStoredRows } from '../../../src-main/directory/persisted-asset-cache'
import { persistedHeaderSchema } from '../../../src-main/directory/persisted-asset-file'
import { settingsVersion } from '../../../src-main/settings/settings-file'
import { usedOrdersVersion } from '../../../src-main/work-orders/used-orders'
import { stocktakeVersion } from '../../../src-main/stocktake/stocktake-lines'
import { operations } from '#shared/operations'
import type { ChangingOperationId } from '#shared/operations'
import { keptFiles } from '../../upgrades/support/kept-files'
import { markdownTable } from './markdown'

const seconds = (ms: number): string => `${ms / 1000} s`
const grouped = (number: number): string => number.toLocaleString('en-US')

export const changeLimits = (): string =>
  markdownTable(
    ['Limit', 'Value'],
    [
      ['Timeout for the response to a change', seconds(changeDeadlineMs)],
      ['Settle time before “not applied” may count', seconds(settleDelayMs)],
      [
        'Pauses while the platform does not respond',
        `${seconds(firstPauseMs)}, doubled up to ${seconds(maxPauseMs)}`,
      ],
      ['Assets and orders without a system dialog', `${maxUnconfirmed} in ${windowMs / 60_000} minutes`],
      ['Changes in the offline queue', grouped(maxQueued)],
      [
        'Time until a queued change expires and waits for a decision',
        `${queueHours.default} hours; ${queueHours.min} to ${queueHours.max} in Settings`,
      ],
      ['Last known records on disk', `${grouped(maxStoredRows)} rows`],
      ['Employees in one request', String(limits.employeesPerCall)],
      ['Orders in one batch', grouped(limits.ordersPerBatch)],
    ],
  )

export const journalLimits = (): string =>
  markdownTable(
    ['', ''],
    [
      ['Version of the format', String(formatVersion)],
      ['Size after which a new file is started', `${defaultMaxFileBytes / 1024 / 1024} MB`],
    ],
  )

/** Where each changing operation is read back from; null where only manual review can decide. */
const readFrom: Readonly<Record<ChangingOperationId, string | null>> = {
  'order.bindCustomer': 'customer query',
  'order.createEnterprise': null,
  'order.updateCustomer': null,
  'order.batchOrder': null,
  'order.lockAssets': 'asset list',
  'order.unlockAssets': 'asset list',
  'order.allocateShellNumbers': null,
  'member.addEmployees': 'employee list',
  'member.editEmployee': 'employee list',
  'member.resetPassword': null,
  'member.deleteEmployee': 'employee list',
  'member.assignAssets': 'asset numbers',
  'member.lendAssets': 'borrowed locks and asset numbers',
}

/** A setting so large that only the operation's own limit applies. */
const anySetting = 1_000_000

export const readBackTable = (): string =>
  markdownTable(
    ['Operation', 'Rows per request', 'Read back from'],
    Object.values(changeOperations).map(({ operation, rowsPerRequest: rowsPerCall, readBack }) => {
      const from = readFrom[operation]
      if ((from === null) !== (readBack === null)) throw new Error(`${operation}: read back, or not?`)
      const rows = rowsPerCall(anySetting)
      return [
        `\`${operation}\` (${operations[operation].module})`,
        rows === anySetting ? 'a setting' : rows === 1 ? '1' : `a setting, at most ${rows}`,
        from ?? 'none; manual review',
      ]
    }),
  )

const kindMeanings: Readonly<Record<z.infer<typeof recordSchema>['kind'], string>> = {
  job: 'a job with its complete intent',
  sent: 'rows that are about to be sent',
  returned: 'rows that were certainly not carried out; they wait again',
  ended: 'results: row, state, reason, and what the platform returned only once',
  closed: 'the waiting rows of the job are not sent',
  damage: 'damaged lines that were copied to a separate file',
  signed: 'a signature: the checksum of its file, the line, and the jobs or the loan of the document',
  'look-only': 'from now on no change is sent to the platform, or changes may be sent again',
  'signature-deleted': 'a signature whose file the app deletes, and why: `expired`, `replaced` or `removed`',
  begins: 'the first record of each further file; links to the last line of the previous file',
}

export const recordKinds = (): string =>
  markdownTable(
    ['Kind', 'Fields', 'Meaning'],
    recordSchema.options.map(({ shape }) => {
      const { v: _v, n: _n, at: _at, previous: _previous, kind, ...fields } = shape
      const names = Object.keys(fields).map((name) => `\`${name}\``)
      return [`\`${kind.value}\``, names.join(', '), kindMeanings[kind.value]]
    }),
  )

export const keptFileTable = (): string =>
  markdownTable(
    ['File', 'Version'],
    [
      ...keptFiles.map(({ name, version }) => [`\`${name}\``, String(version)]),
      ['`settings.json`', String(settingsVersion)],
      ['`known-records/`', String(persistedHeaderSchema.shape.version.value)],
      ['`stocktakes/`', String(stocktakeVersion)],
      ['`used-orders.log`', String(usedOrdersVersion)],
      ['`branch/own-events.log`', String(ownEventsVersion)],
      ['`branch/received.log`', String(receivedVersion)],
      ['`lock-profiles/`', String(profileVersion)],
      ['`journal/`', String(formatVersion)],
    ],
  )
