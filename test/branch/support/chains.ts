import type { ArrivedEvent, BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { branchEventFormat } from '#shared/model/branch/branch-event'
import type { BranchComputer } from '../../../src-main/branch/database/branch-connection'
import { hashOf, emptyHead, signEvent } from '../../../src-main/branch/signed-event'
import type { Head } from '../../../src-main/branch/signed-event'
import { bytesToSign } from '../../../src-main/work-orders/signed-file'
import type { SigningKey } from '../../../src-main/work-orders/signing-key'

export const platform = 'https://licenses.example'

/** What computers state, each with its key. */
export const createChains = (keys: Readonly<Record<string, SigningKey>>) => {
  const heads = new Map<string, Head>()
  const keyOf = (computer: string): SigningKey => {
    const key = keys[computer]
    if (key === undefined) throw new Error(`no key of ${computer}`)
    return key
  }
  return {
    /** The next event of a computer. */
    state: (computer: string, fact: BranchFact): BranchEvent => {
      const event = signEvent(
        fact,
        { computer, platform, at: 1 },
        heads.get(computer) ?? emptyHead,
        keyOf(computer),
      )
      heads.set(computer, { n: event.n, hash: hashOf(event) })
      return event
    },
    /** With another content and the signature of its computer. */
    resigned: (event: BranchEvent, changed: Partial<BranchEvent>): BranchEvent => {
      const { signature: _signature, ...content } = { ...event, ...changed }
      return {
        ...content,
        signature: keyOf(event.computer).sign(bytesToSign(content, branchEventFormat)),
      }
    },
    computers: (): BranchComputer[] =>
      Object.entries(keys).map(([id, { publicKey }]) => ({
        ...{ id, name: id, key: publicKey, addedAt: 1, joinedAt: 1 },
        ...{ lastSeenAt: 1, removedAt: null },
      })),
  }
}

export const arrive = (events: readonly unknown[], from = 1): ArrivedEvent[] =>
  events.map((event, at) => ({ seq: from + at, arrivedAt: 1_000 + from + at, event }))

export const named = (name: string, assetNum = 'LD1'): BranchFact => ({
  kind: 'lock.name',
  body: { enterpriseGlobalId: 'e-1', assetNum, name },
})
