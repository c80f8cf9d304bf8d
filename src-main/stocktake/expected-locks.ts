import type { CommandInput } from '#shared/bridge/commands'
import type { ExpectedLock } from '#shared/model/branch/stocktake-fold'
import type { DomainFailure } from '#shared/model/failure'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { isShellNumber, mayBeAssetNumber } from '#shared/model/locks/shell-number'
import { maxSliceLength } from '#shared/model/slices'
import { isPhysical, stocktakeKey } from '#shared/model/stocktake'
import type { StocktakeScope } from '#shared/model/stocktake'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { AssetDirectory } from '../directory/asset-directory'
import { recordIn } from './stocktake-rows'

const expectedOf = (number: string, record: LockRecord | null): ExpectedLock => ({
  number,
  assetNum: record?.assetNum ?? null,
  enterpriseName: record?.enterpriseName ?? null,
  disabled: record?.locked ?? null,
})

const distinct = (locks: readonly ExpectedLock[]): ExpectedLock[] => {
  const byNumber = new Map<string, ExpectedLock>()
  for (const lock of locks) if (!byNumber.has(lock.number)) byNumber.set(lock.number, lock)
  return [...byNumber.values()]
}

/** The locks of an enterprise, as its list was read last. */
const locksOfEnterprise = (
  directory: Pick<AssetDirectory, 'list'>,
  enterpriseGlobalId: string,
): ExpectedLock[] => {
  const found: LockRecord[] = []
  for (let from = 0; ; from += maxSliceLength) {
    const { rows, total } = directory.list(enterpriseGlobalId, from, maxSliceLength)
    for (const row of rows) if (isPhysical(row)) found.push(row)
    if (rows.length === 0 || from + rows.length >= total) break
  }
  return distinct(found.map((record) => expectedOf(stocktakeKey(record.assetNum), record)))
}

/** Whether a number can be counted: it names a lock, listed or not. */
export const isCountable = (number: string, record: LockRecord | null): boolean =>
  record !== null || isShellNumber(number) || mayBeAssetNumber(number)

/** The locks of a list of numbers. Other texts are left out. */
const locksOfList = async (
  directory: Pick<AssetDirectory, 'lookUpMany'>,
  numbers: readonly string[],
): Promise<ExpectedLock[]> => {
  const keys = numbers.map(stocktakeKey)
  const { results } = await directory.lookUpMany(keys, 'known', false)
  const locks = keys.map((number, at) => ({ number, record: recordIn(results[at], undefined) }))
  return distinct(
    locks
      .filter(({ number, record }) => isCountable(number, record))
      .map(({ number, record }) => expectedOf(number, record)),
  )
}

/** What is counted, and the locks that are expected. Fails with `not-found` if the list of the enterprise was never read. */
export const scopeAndLocks = async (
  directory: Pick<AssetDirectory, 'list' | 'enterprises' | 'lookUpMany'>,
  scope: CommandInput<'stocktakes/start'>['scope'],
): Promise<Outcome<readonly [StocktakeScope, ExpectedLock[]], DomainFailure>> => {
  if (scope.kind === 'list')
    return succeed([{ kind: 'list', name: scope.name }, await locksOfList(directory, scope.numbers)] as const)
  const { enterpriseGlobalId } = scope
  const [enterprise] = directory.enterprises([enterpriseGlobalId])
  if (enterprise === undefined || enterprise.readAt === null)
    return fail({ code: 'not-found', message: 'the asset list of the enterprise was not read' })
  const { enterpriseName } = enterprise
  return succeed([
    { kind: 'enterprise', enterpriseGlobalId, enterpriseName },
    locksOfEnterprise(directory, enterpriseGlobalId),
  ] as const)
}
