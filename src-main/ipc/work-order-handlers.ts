import { basename } from 'node:path'
import type { CommandFailure } from '#shared/bridge/commands'
import type { workOrderCommands } from '#shared/bridge/work-order-commands'
import type {
  KeyWords,
  KnownKey,
  OpenedOrderFile,
  OrderKey,
  OrderResult,
  OrderRow,
  OrderSummary,
  OwnKey,
  SignedOrderEntry,
  UnsignedOrderResult,
} from '#shared/model/changes/work-order'
import { checksumOf } from '#shared/model/changes/work-order'
import { statesOf } from '#shared/model/locks/lock-record'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { fail, notConfirmed, notFound, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { AppContext } from '../platform-session/app-context'
import type { PlatformSession } from '../platform-session/open-session'
import type { CheckedRow } from '../work-orders/check-rows'
import { keyOfRow } from '../work-orders/file-forms'
import type { KeyFile, WorkOrder, WorkOrderResult } from '../work-orders/file-forms'
import { wordsOf } from '../work-orders/key-words'
import type { SignedOrderRecord } from '../work-orders/signed-orders'
import { createOrderService } from '../work-orders/order-service'
import type { InspectedOrder } from '../work-orders/order-inspection'
import type { HandlersOf } from './ipc-router'
import { withFileErrors } from './outcomes'

const wordsOfKey = (key: string): KeyWords => {
  const bytes = Buffer.from(key, 'base64url')
  return { en: wordsOf(bytes, 'en'), zh: wordsOf(bytes, 'zh') }
}
const orderKey = ({ key, name }: { readonly key: string; readonly name: string }): OrderKey => ({
  key,
  name,
  words: wordsOfKey(key),
})

const editedOf = ({ row, employee }: CheckedRow): OrderRow['edited'] => {
  if (!('userName' in row)) return null
  const { name, passwordMobile, remark, departmentId = null } = row
  const isMoved = departmentId !== null && departmentId !== employee?.departmentId
  return {
    name,
    passwordMobile,
    remark,
    department: (isMoved ? departmentId : employee?.departmentName) ?? '',
  }
}
const employeeOf = (row: CheckedRow['row'] | undefined): string | null =>
  row !== undefined && 'memberName' in row ? row.memberName : null

/** A lock loses its employee; an asset of a loan moves to another lock. */
const concernedBy = ({ row, record }: CheckedRow): OrderRow['concerned'] => {
  const enterpriseGlobalId = record?.enterpriseGlobalId ?? null
  const numbers = 'assets' in row ? row.assets : 'assetNum' in row ? [row.assetNum] : []
  const employees =
    'memberGlobalId' in row && enterpriseGlobalId !== null
      ? [{ enterpriseGlobalId, memberGlobalId: row.memberGlobalId }]
      : []
  return { locks: numbers.map((assetNum) => ({ assetNum, enterpriseGlobalId })), employees }
}

const rowOf = (checked: CheckedRow): OrderRow => {
  const { row, key, unsent, warnings, record } = checked
  const [status = null, ...otherStatuses] = record === null ? [] : statesOf(record, Date.now())
  return {
    key,
    number: record?.shellNumber ?? shellNumberIn(key) ?? key,
    employee: employeeOf(row),
    assetCount: 'assets' in row ? row.assets.length : 0,
    concerned: concernedBy(checked),
    edited: editedOf(checked),
    enterpriseName: record?.enterpriseName ?? null,
    status,
    otherStatuses,
    unsent,
    warnings,
  }
}

/** The rows of a result are those of its order, in its order. */
const unsignedResultOf = (
  result: Omit<WorkOrderResult, 'signer' | 'signature'>,
  order: Pick<WorkOrder, 'rows'> | null,
): UnsignedOrderResult => ({
  id: result.order.id,
  action: result.action,
  operatorIdentity: result.operator,
  used: result.used,
  made: result.made,
  jobId: result.journal.job ?? null,
  journalHash: result.journal.hash,
  rows: result.rows.map(({ key, state, reason = null, businessCode = null, ended = null }, at) => ({
    key,
    employee: employeeOf(order?.rows[at]),
    state,
    reason,
    businessCode,
    ended,
  })),
})
const resultOf = (result: WorkOrderResult, order: Pick<WorkOrder, 'rows'> | null): OrderResult => ({
  ...unsignedResultOf(result, order),
  signer: orderKey(result.signer),
})

const entryOf = ({ digest, rows, ...order }: SignedOrderRecord): SignedOrderEntry => ({
  ...order,
  checksum: checksumOf(digest),
  rowCount: rows,
})

/** Of an order that this computer signed: its own key need not be trusted here. */
const signedHere: Pick<InspectedOrder, 'trusted' | 'problem' | 'used' | 'usedElsewhere'> = {
  trusted: null,
  problem: null,
  used: null,
  usedElsewhere: null,
}

/** Handlers of signed work orders. The page has the files; each command checks them again. */
export const createWorkOrderHandlers = (
  app: Pick<
    AppContext,
    'workOrders' | 'signedOrders' | 'savedResults' | 'journal' | 'settings' | 'claimsOf'
  > & {
    readonly desktop: Pick<AppContext['desktop'], 'confirmSigning' | 'confirmTrust' | 'saveFile'>
  },
  session: Pick<PlatformSession, 'changeService' | 'platform'>,
): HandlersOf<typeof workOrderCommands> => {
  const { desktop, workOrders, signedOrders, savedResults } = app
  const { directory, id: platformId } = session.platform
  const orders = createOrderService(app, session)

  const keys = (): readonly KnownKey[] =>
    workOrders.trustedKeys().map((one) => ({
      ...orderKey(one),
      trustedAt: one.trustedAt,
      withdrawnAt: one.withdrawnAt,
    }))
  const ownKeyOf = (key: KeyFile): OwnKey => ({
    ...orderKey(key),
    file: workOrders.keyBytes(key).toString('utf8'),
  })
  const ownKey = async (): Promise<Outcome<OwnKey, CommandFailure>> => {
    const ownKeyResult = await workOrders.ownKey()
    return ownKeyResult.ok ? succeed(ownKeyOf(ownKeyResult.value)) : ownKeyResult
  }

  const enterprisesOf = (order: WorkOrder): OrderSummary['enterprises'] => {
    const names = new Map(
      directory.enterprises().map((one) => [one.enterpriseGlobalId, one.enterpriseName] as const),
    )
    return order.enterprises.map((enterpriseGlobalId) => ({
      enterpriseGlobalId,
      enterpriseName: names.get(enterpriseGlobalId) ?? null,
    }))
  }

  const summaryOf = (
    { order, digest }: Pick<InspectedOrder, 'order' | 'digest'>,
    { trusted, problem, used, usedElsewhere }: typeof signedHere,
  ): OrderSummary => {
    const { id, action, note, preparedBy, created, notBefore, expires, signer } = order
    return {
      id,
      checksum: checksumOf(digest),
      action,
      platform: order.platform.address,
      enterprises: enterprisesOf(order),
      rowCount: order.rows.length,
      note,
      preparedBy,
      created,
      notBefore,
      expires,
      signer: orderKey({ key: signer.key, name: trusted?.name ?? signer.name }),
      problem,
      used: used === null ? null : { at: used.at, operatorIdentity: used.operator },
      usedElsewhere:
        usedElsewhere === null
          ? null
          : {
              computer: usedElsewhere.computer,
              at: usedElsewhere.at,
              operatorIdentity: usedElsewhere.operator,
            },
    }
  }

  const stateOfKey = async (key: string): Promise<Extract<OpenedOrderFile, { kind: 'key' }>['state']> => {
    const known = workOrders.trustedKeys().find((one) => one.key === key)
    if (known !== undefined) return known.withdrawnAt === null ? 'trusted' : 'withdrawn'
    const ownKeyResult = workOrders.hasOwnKey() ? await workOrders.ownKey() : null
    return ownKeyResult?.ok === true && ownKeyResult.value.key === key ? 'own' : 'unknown'
  }

  /** A signed order with its file; null if it is not known, or its file is lost. */
  const readSignedOrder = async (id: string) => {
    const bytes = await signedOrders.bytesOf(platformId, id)
    if (bytes === null) return succeed(null)
    const inspected = await orders.inspect(bytes)
    if (!inspected.ok) return inspected
    const order = summaryOf(inspected.value, signedHere)
    const numbers = inspected.value.order.rows.map(keyOfRow).map((key) => shellNumberIn(key) ?? key)
    return succeed({ order, bytes: new Uint8Array(bytes), numbers })
  }

  return {
    'work-orders/own-key': ownKey,
    'work-orders/replace-key': async () => {
      const replaced = await workOrders.replaceKey()
      return replaced.ok ? ownKey() : replaced
    },
    'work-orders/keys': () => succeed(keys()),
    'work-orders/trust': ({ key, name }) =>
      withFileErrors('not-saved', async () => {
        const words = wordsOfKey(key)
        // Not asked where the policy names the keys: the answer would not count.
        if (!workOrders.areKeysFixed && !(await desktop.confirmTrust({ name, words }))) return notConfirmed()
        const trusted = await workOrders.trust({ key, name }, words.en.join(' '))
        return trusted.ok ? succeed(keys()) : trusted
      }),
    'work-orders/withdraw': ({ key }) =>
      withFileErrors('not-saved', async () => {
        const withdrawn = await workOrders.withdraw(wordsOfKey(key).en.join(' '))
        return withdrawn.ok ? succeed(keys()) : withdrawn
      }),
    'work-orders/open': async ({ bytes }) => {
      const inspected = await orders.inspect(bytes)
      if (inspected.ok) {
        return succeed({ kind: 'order', order: summaryOf(inspected.value, inspected.value) })
      }
      if (inspected.error.code !== 'other-format') return inspected
      const read = orders.readResult(bytes)
      if (read.ok) {
        const { result, problem } = read.value
        return succeed({ kind: 'result', result: resultOf(result, null), problem })
      }
      if (read.error.code !== 'other-format') return read
      const key = workOrders.readKey(bytes)
      if (!key.ok) return key
      return succeed({ kind: 'key', key: orderKey(key.value), state: await stateOfKey(key.value.key) })
    },
    'work-orders/check': async ({ bytes }) => {
      const inspected = await orders.inspect(bytes)
      if (!inspected.ok) return inspected
      const checked = await orders.check(inspected.value.order)
      return checked.ok ? succeed(checked.value.map(rowOf)) : checked
    },
    'work-orders/sign': async ({ assetNums, action, ...draft }) => {
      const rows = assetNums.map((assetNum) => ({ assetNum }))
      const signed = await orders.sign({ ...draft, action, rows }, ({ order, digest }) => {
        const { platform, notBefore, expires, preparedBy, note } = order
        return desktop.confirmSigning({
          action,
          rows: order.rows.length,
          platform: platform.address,
          enterprises: enterprisesOf(order),
          ...{ notBefore, expires, preparedBy, note },
          checksum: checksumOf(digest),
        })
      })
      if (!signed.ok) return signed
      const { bytes } = signed.value
      return succeed({
        order: summaryOf(signed.value, signedHere),
        bytes: new Uint8Array(bytes),
      })
    },
    'work-orders/signed': () => succeed(signedOrders.list(platformId).map(entryOf)),
    'work-orders/signed-file': async ({ id }) => {
      const signed = await readSignedOrder(id)
      if (!signed.ok || signed.value === null) return signed
      const { order, bytes } = signed.value
      return succeed({ order, bytes })
    },
    'work-orders/signed-sheet': async ({ id }) => {
      const signed = await readSignedOrder(id)
      if (!signed.ok) return signed
      return signed.value === null ? notFound('the signed work order') : succeed(signed.value)
    },
    'work-orders/forget': ({ id }) =>
      withFileErrors('not-saved', async () => {
        await signedOrders.forget(platformId, id)
        return succeed(signedOrders.list(platformId).map(entryOf))
      }),
    // What is saved is what was confirmed: the page names the order only.
    'work-orders/save': async ({ id, name }) => {
      const bytes = await signedOrders.bytesOf(platformId, id)
      if (bytes === null) return notFound('the signed work order')
      const saved = await desktop.saveFile({ name, kind: 'lockorder', bytes })
      if (!saved.ok || saved.value === null) return saved
      const { savedAs } = saved.value
      return withFileErrors('not-saved', async () => {
        await signedOrders.noteSaved(platformId, id, basename(savedAs))
        return saved
      })
    },
    'work-orders/carry-out': async ({ bytes, leaveOut, operatorIdentity }) => {
      const carried = await orders.carryOut(bytes, { action: null, leaveOut, operatorIdentity })
      if (!carried.ok) return carried
      const { job, failure, claim } = carried.value
      return failure === null ? succeed({ job, isUnclaimed: claim === 'not-claimed' }) : fail(failure)
    },
    'work-orders/result': async ({ bytes }) => {
      const madeResult = await orders.makeResult(bytes)
      if (!madeResult.ok) return madeResult
      const { order, result, bytes: signed } = madeResult.value
      return succeed({
        result: resultOf(result, order),
        bytes: new Uint8Array(signed),
        isSaved: savedResults.isSaved(result),
      })
    },
    'work-orders/note-result-saved': async ({ bytes }) => {
      const read = orders.readResult(bytes)
      if (!read.ok) return read
      return withFileErrors('not-saved', async () => {
        await savedResults.note(read.value.result)
        return succeed(null)
      })
    },
    'work-orders/own-result': async ({ bytes }) => {
      const own = await orders.readOwnResult(bytes)
      if (!own.ok) return own
      const { order, result } = own.value
      return succeed({ result: unsignedResultOf(result, order), isSaved: savedResults.isSaved(result) })
    },
    'work-orders/compare': async ({ order, result }) => {
      const compared = await orders.compare(order, result)
      if (!compared.ok) return compared
      return succeed({
        order: summaryOf(compared.value, signedHere),
        result: resultOf(compared.value.result, compared.value.order),
      })
    },
  }
}
