import type { Client, QueryResultRow } from 'pg'
import type { ArrivedEvent, BranchEvent } from '#shared/model/branch/branch-event'
import { visibleText } from '#shared/model/visible-text'
import { createSequencer } from '../../util/async'
import { createEmitter } from '../../util/emitter'
import { DatabaseError } from './database-failure'
import type { JoinFile } from './join-file'
import { limits } from './limits'
import { closeClient, openClient } from './open-client'
import type { ClientTimeouts } from './open-client'
import { changingMs, changingNotice, mostCommonKind, noticeChannel, schemaVersion } from './schema'

/** A computer of the branch, as everyone in the branch sees it. Times are ms by the database's clock. */
export interface BranchComputer {
  readonly id: string
  readonly name: string
  /** Ed25519, base64url; null before it has joined. */
  readonly key: string | null
  readonly addedAt: number
  readonly joinedAt: number | null
  readonly lastSeenAt: number | null
  readonly removedAt: number | null
}

export interface Claim {
  readonly orderId: string
  readonly digest: string
  /** The computer that has it: the first one that asked. */
  readonly computer: string
  /** The name of that computer. */
  readonly name: string
  readonly claimedAt: number
}

/** A work order, and the SHA-256 of its file in hex. */
export interface OrderToClaim {
  readonly id: string
  readonly digest: string
}

/** Locks that a computer changes now. */
export interface ChangingNow {
  readonly platform: string
  readonly operator: string
  /** Asset numbers. */
  readonly assets: readonly string[]
}
export interface ChangingElsewhere extends ChangingNow {
  /** The name of the computer. */
  readonly computer: string
  /** For how much longer it is shown. */
  readonly forMs: number
}

/** The last of this computer's events in the database. */
export interface OwnHead {
  readonly n: number
  readonly id: string
}

export interface BranchConnection {
  /**
   * Adds own events, in one transaction; those that are there already stay. Resolves when they are on the server's disk.
   * Throws `computer-copied` where the database has another event with the same number or ID.
   */
  insertEvents(events: readonly BranchEvent[]): Promise<void>
  /** Events from `seq` on, that one included, in the order of commits; none is added before them later. */
  readFrom(seq: number, limit: number): Promise<readonly ArrivedEvent[]>
  /** The event before the newest `count` ones; null where the log is not that long. */
  beforeNewest(count: number): Promise<ArrivedEvent | null>
  /** The last event of each computer, up to `seq`. */
  endsAt(seq: number): Promise<readonly ArrivedEvent[]>
  /** Events before `seq`, newest first, but the results of changes. */
  readFactsBefore(seq: number, limit: number): Promise<readonly ArrivedEvent[]>
  ownHead(): Promise<OwnHead | null>
  computers(): Promise<readonly BranchComputer[]>
  /** The claim of an order, also another computer's. Asking again changes nothing. */
  claim(orderId: string, digest: string): Promise<Claim>
  /** The claims of orders that were used already; those of other computers, too. */
  claimAll(orders: readonly OrderToClaim[]): Promise<readonly Claim[]>
  /** Once for a computer; the same key again is taken, another one throws `other-key`. */
  registerKey(publicKey: string): Promise<void>
  /** Notes that this computer is connected. Resolves to the database's clock. */
  seen(): Promise<number>
  /** Called for every commit of events, from now on, until the connection ends. */
  onNotice(listener: () => void): Promise<void>
  /** Says to the other computers what this one changes now. */
  sayChanging(change: ChangingNow): Promise<void>
  /** What other computers change now. */
  changing(): Promise<readonly ChangingElsewhere[]>
  /** Called when another computer may have said what it changes; together with `onNotice`. */
  onChanging(listener: () => void): void
  /** Called once when the connection is lost or closed. */
  onEnd(listener: () => void): void
  close(): Promise<void>
}

/** Of one statement; the database refuses more. */
const mostEvents = limits.eventsOfStatement / 2
const mostBytes = limits.bytesOfStatement / 4

/** Parts events so that no part is more than one statement takes. */
function* partsOf(events: readonly BranchEvent[]): Generator<readonly BranchEvent[]> {
  let part: BranchEvent[] = []
  let bytes = 0
  for (const event of events) {
    const size = JSON.stringify(event.body).length * 3
    if (part.length === mostEvents || (part.length > 0 && bytes + size > mostBytes)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(event)
    bytes += size
  }
  if (part.length > 0) yield part
}

const columns = 'id, computer, n, at, platform, kind, body, before, signature'

const insertStatement = `
  insert into lock_desk.events (${columns})
  select ${columns} from jsonb_to_recordset($1::jsonb) as given
    (id uuid, computer uuid, n bigint, at bigint, platform text, kind text, body jsonb, before text, signature text)
  order by n
  on conflict do nothing`

/** How many of the given events the database does not have exactly. Two events with one signature have one content. */
const missingStatement = `
  select count(*)::integer as missing
  from jsonb_to_recordset($1::jsonb) as given (id uuid, computer uuid, n bigint, signature text)
  where not exists (
    select from lock_desk.events as kept
    where kept.id = given.id and kept.computer = given.computer and kept.n = given.n
      and kept.signature = given.signature
  )`

const insertPart = async (client: Client, events: readonly BranchEvent[]): Promise<void> => {
  await client.query(insertStatement, [JSON.stringify(events)])
  const keys = events.map(({ id, computer, n, signature }) => ({ id, computer, n, signature }))
  const { rows } = await client.query<{ missing: number }>(missingStatement, [JSON.stringify(keys)])
  if (rows[0]?.missing !== 0)
    throw new DatabaseError('computer-copied', 'the database has another event with the same number or ID')
}

/** Commits the work, or nothing of it. */
export const inTransaction = async <Value>(client: Client, work: () => Promise<Value>): Promise<Value> => {
  await client.query('begin')
  try {
    const value = await work()
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** As `BranchComputer`. */
export const computerColumns = `id, name, key, added_at as "addedAt", joined_at as "joinedAt",
  last_seen_at as "lastSeenAt", removed_at as "removedAt"`
/** Computers of the branch, also removed ones, whose events stay. */
export const computersStatement = `select ${computerColumns} from lock_desk.computers order by added_at, id`

const claimColumns = `claim.order_id as "orderId", claim.digest, claim.computer, claim.claimed_at as "claimedAt",
  (select name from lock_desk.computers where id = claim.computer) as name`
/** In the order of the IDs, so that two computers that claim the same orders do not wait for each other. */
const claimsStatement = `
  select ${claimColumns}
  from (select id, digest from jsonb_to_recordset($1::jsonb) as given (id text, digest text) order by id) as given,
    lateral lock_desk.claim(given.id, given.digest) as claim`
const claimsAtOnce = 200

const changingStatement = `
  select * from (
    select name as computer, platform, operator, assets,
      at + ${changingMs} - (extract(epoch from clock_timestamp()) * 1000)::bigint as "forMs"
    from lock_desk.changing join lock_desk.computers on id = computer
    where computer <> $1 and removed_at is null
  ) as now
  where "forMs" > 0`

/** Any desk may say anything there, and it is shown. */
const changingOf = ({ operator, assets, ...row }: ChangingElsewhere): ChangingElsewhere => ({
  ...row,
  operator: visibleText(operator),
  assets: (assets as readonly unknown[]).filter((asset) => typeof asset === 'string'),
})

type EventRow = BranchEvent & { readonly seq: number; readonly arrived_at: number }

/** Refuses a database that is not the file's branch, or that another version made. */
const checkBranch = async (client: Client, { branch, computer }: JoinFile): Promise<void> => {
  const { rows } = await client.query<{ id: string; version: number; own: string | null }>(
    'select id, version, lock_desk.own_computer() as own from lock_desk.branch',
  )
  const [found] = rows
  if (found === undefined) throw new DatabaseError('not-a-branch', 'the database has no branch')
  if (found.version > schemaVersion)
    throw new DatabaseError('branch-newer', `the branch has version ${found.version}`)
  if (found.id !== branch) throw new DatabaseError('other-branch', 'the database has another branch')
  if (found.own !== computer.id)
    throw new DatabaseError('not-a-computer', 'the role is not that of this computer')
}

/** Connects a desk to its branch by its join data. Throws `DatabaseError` or the driver's error (`failureOf`). */
export const connectToBranch = async (
  access: JoinFile,
  times?: ClientTimeouts,
): Promise<BranchConnection> => {
  const { database, password, ca, computer } = access
  const client = await openClient({ ...database, password, ca }, times)
  const ended = createEmitter<undefined>()
  client.on('end', () => ended.emit(undefined))
  try {
    await checkBranch(client, access)
  } catch (error) {
    await closeClient(client)
    throw error
  }

  // One statement or transaction at a time: what another part of the app asks for meanwhile is no part of it.
  const sequencer = createSequencer()
  const rowsOf = <Row extends QueryResultRow>(statement: string, values: readonly unknown[] = []) =>
    sequencer.queue(async () => (await client.query<Row>(statement, [...values])).rows)
  const claimAll = async (orders: readonly OrderToClaim[]): Promise<readonly Claim[]> => {
    const claims: Claim[] = []
    for (let at = 0; at < orders.length; at += claimsAtOnce)
      claims.push(
        ...(await rowsOf<Claim>(claimsStatement, [JSON.stringify(orders.slice(at, at + claimsAtOnce))])),
      )
    return claims
  }
  const eventsOf = async (from: string, values: readonly unknown[], of = ''): Promise<ArrivedEvent[]> => {
    const rows = await rowsOf<EventRow>(
      `select ${of}seq, ${of}arrived_at, ${columns.replaceAll(/^|(?<=, )/g, of)} ${from}`,
      values,
    )
    return rows.map(({ seq: at, arrived_at: arrivedAt, ...event }) => ({ seq: at, arrivedAt, event }))
  }
  return {
    insertEvents: (events) =>
      sequencer.queue(() =>
        inTransaction(client, async () => {
          for (const part of partsOf(events)) await insertPart(client, part)
        }),
      ),
    readFrom: (seq, limit) =>
      eventsOf('from lock_desk.events where seq >= $1 order by seq limit $2', [seq, limit]),
    beforeNewest: async (count) => {
      const newest = '(select max(seq) from lock_desk.events)'
      const [found] = await eventsOf(
        `from lock_desk.events where seq <= ${newest} - $1::bigint order by seq desc limit 1`,
        [count],
      )
      return found ?? null
    },
    endsAt: (seq) =>
      eventsOf(
        `from lock_desk.computers as one cross join lateral (
          select * from lock_desk.events where computer = one.id and seq <= $1 order by n desc limit 1
        ) as last`,
        [seq],
        'last.',
      ),
    readFactsBefore: (seq, limit) =>
      eventsOf(
        `from lock_desk.events where kind <> '${mostCommonKind}' and seq < $1 order by seq desc limit $2`,
        [seq, limit],
      ),
    ownHead: async () => {
      const [head] = await rowsOf<OwnHead>(
        'select n, id from lock_desk.events where computer = $1 order by n desc limit 1',
        [computer.id],
      )
      return head ?? null
    },
    computers: () => rowsOf<BranchComputer>(computersStatement),
    claim: async (orderId, digest) => {
      const [claim] = await claimAll([{ id: orderId, digest }])
      if (claim === undefined) throw new DatabaseError('database-failed', 'the claim was not kept')
      return claim
    },
    claimAll,
    registerKey: async (publicKey) => {
      await rowsOf('select lock_desk.register_key($1)', [publicKey])
    },
    seen: async () => {
      const [row] = await rowsOf<{ now: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now from lock_desk.seen()',
      )
      if (row === undefined) throw new DatabaseError('database-failed', 'no answer')
      return row.now
    },
    onNotice: async (listener) => {
      client.on('notification', ({ payload }) => {
        if (payload !== changingNotice) listener()
      })
      await rowsOf(`listen ${noticeChannel}`)
    },
    sayChanging: async ({ platform, operator, assets }) => {
      await rowsOf('select lock_desk.say_changing($1, $2, $3::jsonb)', [
        platform,
        operator,
        JSON.stringify(assets),
      ])
    },
    changing: async () => (await rowsOf<ChangingElsewhere>(changingStatement, [computer.id])).map(changingOf),
    onChanging: (listener) => {
      client.on('notification', ({ payload }) => {
        if (payload === changingNotice) listener()
      })
    },
    onEnd: (listener) => void ended.add(listener),
    close: () => closeClient(client),
  }
}
