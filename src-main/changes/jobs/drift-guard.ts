import type { ChangeReason } from '#shared/model/changes/change'
import { changeRowSchemas } from '#shared/model/changes/change-rows'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { AssetDirectory } from '../../directory/asset-directory'
import type { EmployeeDirectory } from '../../directory/employee-directory'
import type { JournaledJob } from '../../journal/journal-index'
import type { RowResult } from '../../journal/journal'
import type { Intent, JournalRow } from '../../journal/record'
import { createEmployeeDrift } from './employee-drift'
import type { PlannedEmployees } from './employee-drift'
import { createOldLists } from './old-lists'
import type { Clocks } from './old-lists'

type Change = Extract<ChangeReason, { kind: 'changed-since-check' }>['what']

/** An asset of a row as it was when the job was confirmed. */
export interface PlannedAsset {
  /** Null if it was not known then. */
  readonly locked: boolean | null
  /** Null for no holder; undefined if it was not known then. */
  readonly holder: string | null | undefined
  readonly licenseType: string | null | undefined
  /** When its list was read, in ms since 1970. */
  readonly readAt: number
}

/** What a job was confirmed by. */
export interface Plan {
  /** By enterprise and asset number. Assets without a record are missing. */
  readonly assets: ReadonlyMap<string, PlannedAsset>
  readonly employees: PlannedEmployees
}
export const noPlan: Plan = { assets: new Map(), employees: new Map() }

export interface DriftGuard {
  /** The assets and employees of a job that starts now. */
  readonly planOf: (intent: Intent) => Plan
  /**
   * The results of rows that no longer match the plan, after lists that are too old were read again; a failure if one of
   * these lists could not be read, so that nothing is known about its rows.
   */
  readonly check: (
    job: JournaledJob,
    rowIndexes: readonly number[],
    plan: Plan,
  ) => Promise<{ readonly results: readonly RowResult[]; readonly failure: PlatformFailure | null }>
}

/** For tests and measurements of a job without it. */
export const noDriftGuard: DriftGuard = {
  planOf: () => noPlan,
  check: () => Promise.resolve({ results: [], failure: null }),
}

const assigning = changeRowSchemas['member.assignAssets']
const lending = changeRowSchemas['member.lendAssets'].omit({ plugId: true })

const keyOf = (enterpriseGlobalId: string, assetNum: string): string =>
  JSON.stringify([enterpriseGlobalId, assetNum])

const holderOf = ({ lent, holder }: LockRecord): string | null | undefined =>
  // Without the member lists a record has no holder.
  lent === null ? undefined : (holder?.memberGlobalId ?? null)

/** An asset that a row changes, and whose holder it must have; undefined if the row does not say. */
interface ConcernedAsset {
  readonly assetNum: string
  readonly change: 'lock' | 'assign' | 'withdraw' | 'lend' | 'borrowed'
  readonly memberGlobalId: string | null
}

const concernedAssets = ({ operation }: Intent, row: JournalRow): readonly ConcernedAsset[] => {
  const concerns =
    (change: ConcernedAsset['change'], memberGlobalId: string | null) => (assetNum: string) => ({
      assetNum,
      change,
      memberGlobalId,
    })
  if (operation === 'order.lockAssets' || operation === 'order.unlockAssets')
    return [row.key].map(concerns('lock', null))
  if (operation === 'member.assignAssets') {
    const { data } = assigning.safeParse(row.request)
    if (data === undefined) return []
    return [
      ...data.deleteAssets.map(concerns('withdraw', data.memberGlobalId)),
      ...data.addAssets.map(concerns('assign', data.memberGlobalId)),
    ]
  }
  if (operation !== 'member.lendAssets') return []
  const { data } = lending.safeParse(row.request)
  if (data === undefined) return []
  return [
    ...[data.borrowedUsbKey].map(concerns('borrowed', data.memberGlobalId)),
    ...data.assets.map(({ assetNum }) => assetNum).map(concerns('lend', data.memberGlobalId)),
  ]
}

/** Jobs of an earlier process have no plan; the journal has whether a lock was disabled. */
const journaledPlan = ({ intent, requestedAt }: JournaledJob, row: JournalRow): PlannedAsset | null =>
  (intent.operation === 'order.lockAssets' || intent.operation === 'order.unlockAssets') &&
  row.lockedBefore !== null
    ? { locked: row.lockedBefore, holder: undefined, licenseType: undefined, readAt: requestedAt }
    : null

const differs = <Value>(one: Value | null | undefined, other: Value | null | undefined): boolean =>
  one !== null && other !== null && one !== undefined && other !== undefined && one !== other

const changeOfLock = (now: LockRecord, planned: PlannedAsset, wanted: boolean): Change | null => {
  // A lock in the other state can still be brought to the wanted one.
  if (now.locked === wanted && differs(planned.locked, now.locked)) return 'state'
  const holder = holderOf(now)
  if (planned.holder !== undefined && holder !== undefined && planned.holder !== holder) return 'holder'
  return differs(planned.licenseType, now.licenseType) ? 'type' : null
}

/** Compares holders: rows of the same job may move an asset by a withdrawal and an assignment. */
const changeOfHolder = (
  { change, memberGlobalId }: ConcernedAsset,
  now: LockRecord,
  planned: PlannedAsset | null,
): Change | null => {
  const holder = holderOf(now)
  if (planned !== null && differs(planned.licenseType, now.licenseType)) return 'type'
  if (holder === undefined || holder === planned?.holder) return null
  if (change === 'assign') {
    if (holder === null) return null
    return holder === memberGlobalId ? 'state' : 'holder'
  }
  if (holder === memberGlobalId) return null
  if (change === 'withdraw') return holder === null ? 'state' : 'holder'
  // A free borrowed lock has no holder.
  return change === 'borrowed' && holder === null ? null : 'holder'
}

/** Holds rows whose item others have changed since the job was confirmed. */
export const createDriftGuard = ({
  directory,
  employees,
  ...clocks
}: Clocks & {
  readonly directory: Pick<AssetDirectory, 'current' | 'refresh' | 'enterprises'>
  readonly employees: Pick<EmployeeDirectory, 'known' | 'readAt' | 'refresh'>
}): DriftGuard => {
  const lists = createOldLists({
    readAtOf: (id) => directory.enterprises([id])[0]?.readAt ?? null,
    refresh: directory.refresh,
    ...clocks,
  })
  const employeeDrift = createEmployeeDrift({ employees, ...clocks })

  const changeOf = (
    asset: ConcernedAsset,
    enterpriseGlobalId: string,
    planned: PlannedAsset | null,
    { intent, requestedAt }: JournaledJob,
  ): Change | null => {
    const readAt = lists.readAtOf(enterpriseGlobalId)
    // A list that is not newer than the plan says nothing.
    if (readAt === null || readAt <= (planned?.readAt ?? requestedAt)) return null
    const record = directory.current(asset.assetNum, enterpriseGlobalId)
    if (record === null) return planned === null ? null : 'missing'
    if (asset.change !== 'lock') return changeOfHolder(asset, record, planned)
    return planned === null ? null : changeOfLock(record, planned, intent.operation === 'order.lockAssets')
  }

  return {
    planOf: (intent) => {
      const assets = new Map<string, PlannedAsset>()
      for (const row of intent.rows) {
        const { enterpriseGlobalId: id } = row
        for (const { assetNum } of id === null ? [] : concernedAssets(intent, row)) {
          const record = id === null ? null : directory.current(assetNum, id)
          if (id === null || record === null) continue
          const { locked, licenseType, readAt } = record
          assets.set(keyOf(id, assetNum), { locked, holder: holderOf(record), licenseType, readAt })
        }
      }
      return { assets, employees: employeeDrift.planOf(intent) }
    },
    check: async (job, rowIndexes, plan) => {
      const rows = rowIndexes.flatMap((rowIndex) => {
        const row = job.intent.rows[rowIndex]
        const id = row?.enterpriseGlobalId ?? null
        if (row === undefined || id === null) return []
        const assets = concernedAssets(job.intent, row)
        return assets.length === 0 ? [] : [{ rowIndex, row, id, assets }]
      })
      const ofEmployees = await employeeDrift.check(job, rowIndexes, plan.employees)
      if (ofEmployees.failure !== null) return ofEmployees
      const failure = await lists.readOld(rows.map(({ id }) => id))
      if (failure !== null) return { results: [], failure }
      const results = rows.flatMap(({ rowIndex, row, id, assets }): RowResult[] => {
        for (const asset of assets) {
          const planned = plan.assets.get(keyOf(id, asset.assetNum)) ?? journaledPlan(job, row)
          const what = changeOf(asset, id, planned, job)
          if (what !== null)
            return [{ row: rowIndex, state: 'not-sent', reason: { kind: 'changed-since-check', what } }]
        }
        return []
      })
      return { results: [...ofEmployees.results, ...results], failure: null }
    },
  }
}
