import type { Client } from 'pg'
import type { BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { recentEvents } from '../../../src-main/branch/exchange/catch-up'
import { hashOf, emptyHead, signEvent } from '../../../src-main/branch/signed-event'
import type { Head } from '../../../src-main/branch/signed-event'
import type { SigningKey } from '../../../src-main/work-orders/signing-key'

// The log of many desks: every twentieth event says something about a lock or a loan, the others are results of changes.
// Facts are signed; of the results only the last ones are, since a new desk reads no others before it is of use.

export const factEvery = 20
/** 40,000 locks at 36.5 million events. */
const factsPerLock = 46
const platform = 'https://platform.example'
const rowsAtOnce = 2_000
const at = 1_795_468_818_757

export interface Writer {
  readonly id: string
  readonly key: SigningKey
}

const result = (row: number): BranchFact => ({
  kind: 'change.result',
  body: {
    ...{ job: '01JDKZ4V7Q8N5M2R6T3W9X1Y0Z', row, operation: 'assign', operator: '8123456789012345678' },
    ...{ key: `8${String(row).padStart(9, '0')}`, enterpriseGlobalId: '5317046820917364501' },
    ...{ enterpriseName: 'Shanghai Example Trading', memberName: 'Chen Yu', state: 'done', reason: null },
    ...{ at, shellNumber: null, businessCode: null },
  },
})

/** Names, due dates, notes, returns and closings, of locks and employees that come up again and again. */
const factAt = (index: number, locks: number): BranchFact => {
  const lock = (Math.floor(index / 10) * 7_919) % locks
  const kind = index % 10
  if (kind < 2) {
    const of = { enterpriseGlobalId: '5317046820917364501', assetNum: `LD${lock}` }
    return kind === 0
      ? { kind: 'lock.name', body: { ...of, name: `Shelf ${index}` } }
      : { kind: 'lock.note', body: { ...of, note: `Counted ${index}` } }
  }
  // Of three loans, two are closed in the end.
  const loanNumber = Math.floor(index / 10) * 3 + (kind % 3)
  const lent = (loanNumber * 104_729) % locks
  const loan = {
    borrowedUsbKey: `8${String(lent).padStart(9, '0')}`,
    // Each lock is lent to one employee, again and again.
    memberGlobalId: String(lent % 2_000),
    enterpriseGlobalId: '5317046820917364501',
    ...{ enterpriseName: 'Shanghai Example Trading', memberName: 'Chen Yu' },
    assets: [{ assetNum: `LD${lock}`, assetId: '901827364550' }],
    lentHere: null,
  }
  const act = { at: at + index, operatorIdentity: '8123456789012345678' }
  if (kind < 5 || kind === 7) return { kind: 'loan.due', body: { loan, dueOn: '2026-12-04' } }
  if (kind === 5) return { kind: 'loan.note', body: { loan, note: 'for the fair' } }
  if (kind === 6) return { kind: 'loan.returned', body: { loan, returned: act } }
  return {
    kind: 'loan.closed',
    body: { loan: { ...loan, dueOn: '2026-12-04', note: '', returned: null, closed: act } },
  }
}

/** Fills an empty branch; a superuser's connection. */
export const writeYear = async (client: Client, writers: readonly Writer[], count: number): Promise<void> => {
  await client.query('set session_replication_role = replica')
  const desks = writers.length
  const signedFrom = Math.max(0, count - recentEvents - 1_000)
  await client.query(
    `insert into lock_desk.events
      select one + 1, ${at} + one, gen_random_uuid(), ($1::uuid[])[1 + one % ${desks}], one / ${desks} + 1, ${at} + one,
        '${platform}', 'change.result', $2::jsonb, repeat('a', 64), repeat('a', 86)
      from generate_series(0, $3::bigint - 1) as one where one % ${factEvery} <> 0`,
    [writers.map(({ id }) => id), JSON.stringify(result(1).body), signedFrom],
  )
  const heads = new Map<number, Head>()
  const locks = Math.max(100, Math.ceil(count / factEvery / factsPerLock))
  let rows: { seq: number; event: BranchEvent }[] = []
  const write = async (): Promise<void> => {
    await client.query(
      `insert into lock_desk.events
        select (one ->> 'seq')::bigint, ${at} + (one ->> 'seq')::bigint, event.* from jsonb_array_elements($1::jsonb) as one
        cross join lateral jsonb_to_record(one -> 'event') as event
          (id uuid, computer uuid, n bigint, at bigint, platform text, kind text, body jsonb, before text, signature text)`,
      [JSON.stringify(rows)],
    )
    rows = []
  }
  for (let index = 0; index < count; index++) {
    const isFact = index % factEvery === 0
    if (!isFact && index < signedFrom) continue
    const desk = index % desks
    const { id, key } = writers[desk]!
    const n = Math.floor(index / desks) + 1
    const head = heads.get(desk)
    const before = head?.n === n - 1 ? head : { n: n - 1, hash: n === 1 ? emptyHead.hash : 'a'.repeat(64) }
    const fact = isFact ? factAt(index / factEvery, locks) : result(index)
    const event = signEvent(fact, { computer: id, platform, at: at + index }, before, key)
    heads.set(desk, { n, hash: hashOf(event) })
    rows.push({ seq: index + 1, event })
    if (rows.length === rowsAtOnce) await write()
  }
  await write()
  await client.query('set session_replication_role = default')
  await client.query(`select setval('lock_desk.events_seq', $1)`, [count])
  await client.query('vacuum analyze lock_desk.events')
}
