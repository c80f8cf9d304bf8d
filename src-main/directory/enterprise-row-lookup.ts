import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { EnterpriseImportResult, EnterpriseImportRow } from '#shared/model/enterprise-import'
import { isRecent } from '#shared/model/recent'
import type { PlatformClient } from '../platform/client'
import { ping } from '../platform/ping'
import { findByChannel } from './enterprise-list'
import type { KnownEnterprise } from './enterprise-list'

/** How long a response proves that the platform accepts the credentials. */
const accessProofMs = 30_000

/** The code of the order module for a rejected value (docs/api.md, section 7). */
const rejectedValue = '13004'

/** What the platform says of the row of a sheet. */
export type RowLookup =
  | { readonly kind: 'found'; readonly enterprises: readonly KnownEnterprise[] }
  | { readonly kind: 'result'; readonly result: EnterpriseImportResult }
  /** The row keeps waiting. */
  | { readonly kind: 'pause'; readonly failure: PlatformFailure }

const notFoundLookup: RowLookup = { kind: 'result', result: { state: 'not-found' } }

const lookupFailure = (failure: PlatformFailure): RowLookup =>
  failure.code === 'unreachable' || failure.code === 'unauthorized'
    ? { kind: 'pause', failure }
    : { kind: 'result', result: { state: 'failed', failure } }

/** Looks up the enterprise of a row by its customer or its ID. Changes nothing on the platform; `now` in ms. */
export const createRowLookup = (client: PlatformClient, now: () => number) => {
  let accessProvenAt: number | null = null

  /** The platform rejects an unknown enterprise like a rejected app: another read tells the two apart. */
  const checkAccess = async (signal: AbortSignal): Promise<PlatformFailure | null> => {
    if (accessProvenAt !== null && isRecent(accessProvenAt, now(), accessProofMs)) return null
    const failure = await ping(client, signal)
    if (failure === null) accessProvenAt = now()
    return failure
  }

  const lookUpCustomer = async (
    row: EnterpriseImportRow & { readonly channelCode: string; readonly channelCustomerId: string },
    signal: AbortSignal,
  ): Promise<RowLookup> => {
    const answer = await findByChannel(client, row.channelCode, row.channelCustomerId, signal)
    if (!answer.ok) return lookupFailure(answer.error)
    accessProvenAt = now()
    const enterprises = answer.value.map((one) => ({
      ...one,
      enterpriseName: one.enterpriseName ?? row.enterpriseName,
    }))
    const last = enterprises.at(-1)
    if (last === undefined) return notFoundLookup
    if (row.enterpriseGlobalId !== null && row.enterpriseGlobalId !== last.enterpriseGlobalId) {
      const result = { state: 'failed', failure: null, enterpriseGlobalId: last.enterpriseGlobalId } as const
      return { kind: 'result', result }
    }
    return { kind: 'found', enterprises }
  }

  const lookUpEnterprise = async (
    { enterpriseGlobalId, enterpriseName }: EnterpriseImportRow & { readonly enterpriseGlobalId: string },
    signal: AbortSignal,
  ): Promise<RowLookup> => {
    const answer = await client.call('order.listAssets', { path: { enterpriseGlobalId } }, { signal })
    if (answer.ok) {
      accessProvenAt = now()
      const enterprise = { enterpriseGlobalId, enterpriseName, channelCode: null, channelCustomerId: null }
      return { kind: 'found', enterprises: [enterprise] }
    }
    // The ID is the only value that can be rejected.
    if (answer.error.businessCode === rejectedValue) return notFoundLookup
    if (answer.error.code !== 'unauthorized' || answer.error.missing !== undefined)
      return lookupFailure(answer.error)
    const failure = await checkAccess(signal)
    return failure === null ? notFoundLookup : lookupFailure(failure)
  }

  return (row: EnterpriseImportRow, signal: AbortSignal): Promise<RowLookup> => {
    const { enterpriseGlobalId, channelCode, channelCustomerId } = row
    if (channelCode !== null && channelCustomerId !== null)
      return lookUpCustomer({ ...row, channelCode, channelCustomerId }, signal)
    return enterpriseGlobalId === null
      ? Promise.resolve(notFoundLookup)
      : lookUpEnterprise({ ...row, enterpriseGlobalId }, signal)
  }
}
