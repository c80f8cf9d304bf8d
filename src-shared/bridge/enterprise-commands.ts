import { z } from 'zod'
import { maxSliceLength } from '../model/slices'
import type { PlatformFailure } from '../platform-failure'
import { command, named, nothing, short } from './command'

export interface RegisteredEnterprise {
  readonly enterpriseGlobalId: string
  readonly enterpriseName: string | null
  readonly channelCode: string | null
  readonly channelCustomerId: string | null
  readonly assets: number | null
  /** When its asset list was last read. */
  readonly readAt: number | null
  readonly failure: PlatformFailure | null
}

export interface EnterpriseSlice {
  readonly rows: readonly RegisteredEnterprise[]
  /** The total. Continue with `from` plus the length of `rows` until it reaches this number. */
  readonly total: number
  /** Changes when other enterprises are registered; then start again at 0. */
  readonly version: number
}

/** Commands about the enterprises added on this computer. */
export const enterpriseCommands = {
  /** In the order of registration. */
  'enterprises/list': command(
    z.strictObject({
      from: z.int().min(0),
      limit: z.int().min(1).max(maxSliceLength),
    }),
  ).returns<EnterpriseSlice>(),
  /** The requested enterprises that are registered, in their current state. */
  'enterprises/read': command(z.strictObject({ enterpriseGlobalIds: z.array(named).max(100_000) })).returns<
    readonly RegisteredEnterprise[]
  >(),
  'enterprises/add': command(
    z.discriminatedUnion('by', [
      z.strictObject({ by: z.literal('id'), enterpriseGlobalId: named, enterpriseName: short }),
      z.strictObject({ by: z.literal('channel'), channelCode: named, channelCustomerId: named }),
    ]),
  ).returns<null>(),
  'enterprises/remove': command(z.strictObject({ enterpriseGlobalId: named })).returns<null>(),
  'enterprises/refresh': command(nothing).returns<null>(),
}
