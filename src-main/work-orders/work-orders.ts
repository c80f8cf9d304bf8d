import { plainName } from '#shared/model/visible-text'
import { normalized } from '#shared/normalized'
import { randomUUID } from 'node:crypto'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { OrderAction } from '#shared/model/changes/work-order'
import type { Journal } from '../journal/journal'
import { fileVersion, keyFile, keyFormat, orderFormat, workOrder } from './file-forms'
import type { KeyFile, OrderRow, WorkOrder } from './file-forms'
import { writeCanonical } from './canonical-json'
import { createOrderInspection } from './order-inspection'
import type { InspectedOrder, OrderPlatform } from './order-inspection'
import { createResultFiles } from './result-files'
import { readForm, readSigned } from './signed-file'
import type { FileFailure } from './signed-file'
import type { KeyFailure, SigningKeys } from './signing-key'
import type { TrustedKeys } from './trusted-keys'
import type { UsedFailure, UsedOrder, UsedOrders } from './used-orders'

export interface OrderDraft {
  readonly action: OrderAction
  readonly platform: OrderPlatform
  readonly enterprises: readonly string[]
  readonly rows: readonly OrderRow[]
  readonly preparedBy: string
  readonly note: string
  /** Null: at once. */
  readonly notBefore: number | null
  readonly validMs: number
}

export type SignFailure = KeyFailure | FileFailure

/** A row that was certainly not sent, and why. */
export type UnsentRow = UsedOrder['unsent'][number]

/** Makes and checks signed work orders and their results. Sends nothing. */
export const createWorkOrders = (deps: {
  readonly keys: SigningKeys
  readonly trusted: TrustedKeys
  readonly used: UsedOrders
  readonly journal: Pick<Journal, 'head' | 'job' | 'jobs'>
  readonly now?: () => number
}) => {
  const { keys, trusted, used } = deps
  const now = deps.now ?? Date.now
  const inspection = createOrderInspection({ ...deps, now })
  const results = createResultFiles({ ...deps, inspection, now })

  return {
    inspect: inspection.inspect,
    /** Why an order is not valid now, by its time alone; null if it is. */
    timeProblem: inspection.timeProblem,

    /** This computer's public key as a file's content; made on first use. */
    ownKey: async (): Promise<Outcome<KeyFile, KeyFailure>> => {
      const opened = await keys.open()
      if (!opened.ok) return opened
      const { publicKey: key, name } = opened.value
      return succeed({ format: keyFormat, version: fileVersion, algorithm: 'Ed25519', key, name })
    },
    hasOwnKey: keys.exists,
    replaceKey: keys.replace,
    keyBytes: (key: KeyFile): Buffer => Buffer.from(writeCanonical({ ...key }), 'utf8'),
    readKey: (bytes: Uint8Array) => readForm(bytes, keyFormat, keyFile),
    trustedKeys: trusted.list,
    /** Whether the policy names the trusted keys. */
    areKeysFixed: trusted.areFixed,
    trust: async (key: Pick<KeyFile, 'key' | 'name'>, words: string) => {
      // The list of used orders begins before the first order can be accepted.
      const begun = await used.find('')
      return begun.ok ? trusted.trust(key, words) : begun
    },
    withdraw: trusted.withdraw,

    sign: async (
      draft: OrderDraft,
    ): Promise<
      Outcome<{ readonly bytes: Buffer; readonly order: WorkOrder; readonly digest: string }, SignFailure>
    > => {
      const opened = await keys.open()
      if (!opened.ok) return opened
      const created = now()
      const notBefore = Math.max(created, draft.notBefore ?? created)
      const content = {
        format: orderFormat,
        version: fileVersion,
        id: randomUUID(),
        platform: { ...draft.platform },
        enterprises: [...draft.enterprises],
        action: draft.action,
        rows: draft.rows.map((row) => ({ ...row })),
        // A typed or pasted text may have several lines; those of the file have no control characters.
        note: normalized(plainName(draft.note), 2_000, 'NFC'),
        preparedBy: normalized(plainName(draft.preparedBy), 2_000, 'NFC'),
        created,
        notBefore,
        expires: notBefore + draft.validMs,
      }
      const bytes = opened.value.signFile(content, orderFormat)
      // What this app would not accept, it does not sign.
      const read = readSigned(bytes, orderFormat, workOrder)
      return read.ok ? succeed({ bytes, order: read.value.value, digest: read.value.digest }) : read
    },

    /** On disk before anything is sent. Fails if the order was used meanwhile. */
    markUsed: async (
      { order: { id }, digest }: InspectedOrder,
      { operator, unsent }: { readonly operator: string; readonly unsent: readonly UnsentRow[] },
    ): Promise<Outcome<null, UsedFailure | Failure<'order-used'>>> => {
      const marked = await used.markUsed({ id, digest, at: now(), operator, unsent: [...unsent] })
      if (!marked.ok) return marked
      return marked.value
        ? succeed(null)
        : fail({ code: 'order-used', message: 'the order was used meanwhile' })
    },
    noteStarted: used.noteStarted,

    ...results,
  }
}
export type WorkOrders = ReturnType<typeof createWorkOrders>
