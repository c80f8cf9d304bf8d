import type { Name } from './name'

/** A channel's customer and its enterprise (order operation 3); every field may be missing. */
export interface CustomerRecord {
  readonly customerId: string | null
  readonly channelCode: string | null
  readonly channelCustomerId: string | null
  readonly enterpriseGlobalId: string | null
  readonly enterpriseName: Name | null
  readonly isDefault: boolean | null
}
