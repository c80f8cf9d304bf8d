import { limits } from './limits'

/** Of the tables and functions below; an older app says that it has to be updated. */
export const schemaVersion = 1

/** Wakes the desks that listen. The notice says nothing else: reading goes by `seq`. */
export const noticeChannel = 'lock_desk'
/** On the same channel: which locks a computer changes now is in the table. Every role may send a notice; none can be trusted. */
export const changingNotice = 'changing'
/** How long another desk shows it. */
export const changingMs = 30_000

/** Errors of the functions below, as SQLSTATE; PostgreSQL itself uses none of this class. */
export const databaseErrors = { otherKey: 'LD001', notADesk: 'LD002', tooMuch: 'LD003' } as const

/** The kind that most events have. */
export const mostCommonKind = 'change.result'

const milliseconds = (time: string): string => `(extract(epoch from ${time}) * 1000)::bigint`

/** A function of the schema that runs with its owner's rights and finds nothing that a desk may have made. */
const ownersFunction = (signature: string, returns: string, body: string): string => `
create function lock_desk.${signature} returns ${returns}
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$${body}$$;
revoke all on function lock_desk.${signature} from public;`

const tables = `
create table lock_desk.branch (
  id uuid primary key,
  version integer not null,
  created_at bigint not null
);

create table lock_desk.computers (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and ${limits.nameLength}),
  role text not null unique,
  key text check (key ~ '^[A-Za-z0-9_-]{43}$'),
  added_at bigint not null,
  joined_at bigint,
  last_seen_at bigint,
  removed_at bigint
);
create unique index one_name_in_use on lock_desk.computers (lower(name)) where removed_at is null;

create table lock_desk.events (
  seq bigint primary key,
  arrived_at bigint not null,
  id uuid not null unique,
  computer uuid not null references lock_desk.computers,
  n bigint not null check (n between 1 and 9007199254740991),
  at bigint not null check (at between 0 and 9007199254740991),
  platform text not null check (char_length(platform) between 1 and ${limits.platformLength}),
  kind text not null check (char_length(kind) between 1 and ${limits.kindLength}),
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= ${limits.bodyBytesInDatabase}),
  before text not null check (before ~ '^([0-9a-f]{64})?$'),
  signature text not null check (signature ~ '^[A-Za-z0-9_-]{86}$'),
  unique (computer, n)
);
-- For a new desk, which reads the newest ones first: the results of changes are many, and say nothing about now.
create index facts on lock_desk.events (seq) where kind <> '${mostCommonKind}';
create sequence lock_desk.events_seq owned by lock_desk.events.seq;

create table lock_desk.claims (
  order_id text primary key check (char_length(order_id) between 1 and ${limits.orderIdLength}),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  computer uuid not null references lock_desk.computers,
  claimed_at bigint not null
);

create table lock_desk.changing (
  computer uuid primary key references lock_desk.computers,
  platform text not null check (char_length(platform) between 1 and ${limits.platformLength}),
  operator text not null check (char_length(operator) between 1 and ${limits.operatorLength}),
  assets jsonb not null check (jsonb_typeof(assets) = 'array' and octet_length(assets::text) <= ${limits.assetsBytes}),
  at bigint not null
);

create table lock_desk.turn ();
`

const functions = [
  ownersFunction(
    'own_computer()',
    'uuid',
    `
begin
  return (select id from lock_desk.computers where role = session_user and removed_at is null);
end`,
  ),
  // Held until the transaction ends, so that the next one begins when this one can be read: seq is the order of commits.
  // A desk has no right to this table, and so cannot take its turn for another purpose.
  ownersFunction(
    'take_turn()',
    'trigger',
    `
begin
  lock table lock_desk.turn in exclusive mode;
  return null;
end`,
  ),
  // A clock that is set back does not bring the times into another order than seq.
  ownersFunction(
    'stamp()',
    'trigger',
    `
begin
  new.seq := nextval('lock_desk.events_seq');
  new.arrived_at := greatest(
    ${milliseconds('clock_timestamp()')},
    (select arrived_at from lock_desk.events order by seq desc limit 1)
  );
  return new;
end`,
  ),
  ownersFunction(
    'after_events()',
    'trigger',
    `
declare
  inserted record;
begin
  select count(*) as events, coalesce(sum(octet_length(body::text)), 0) as bytes into inserted from added;
  if inserted.events > ${limits.eventsOfStatement} or inserted.bytes > ${limits.bytesOfStatement} then
    raise exception 'too many events in one statement' using errcode = '${databaseErrors.tooMuch}';
  end if;
  if inserted.events > 0 then
    perform pg_notify('${noticeChannel}', '');
  end if;
  return null;
end`,
  ),
  ownersFunction(
    'register_key(given text)',
    'void',
    `
begin
  update lock_desk.computers
    set key = given, joined_at = coalesce(joined_at, ${milliseconds('clock_timestamp()')})
    where id = lock_desk.own_computer() and (key is null or key = given) and given is not null;
  if found then return; end if;
  if lock_desk.own_computer() is null then
    raise exception 'not a computer of this branch' using errcode = '${databaseErrors.notADesk}';
  end if;
  raise exception 'this computer has another key' using errcode = '${databaseErrors.otherKey}';
end`,
  ),
  ownersFunction(
    'seen()',
    'void',
    `
begin
  update lock_desk.computers set last_seen_at = ${milliseconds('clock_timestamp()')}
    where id = lock_desk.own_computer();
  -- A row that its computer holds in an open transaction is left to the next one.
  delete from lock_desk.changing where computer in (
    select computer from lock_desk.changing where at < ${milliseconds('clock_timestamp()')} - ${changingMs}
    for update skip locked
  );
end`,
  ),
  // At most one row for a computer, and none for longer than someone is connected.
  ownersFunction(
    'say_changing(given_platform text, given_operator text, given_assets jsonb)',
    'void',
    `
begin
  if lock_desk.own_computer() is null then
    raise exception 'not a computer of this branch' using errcode = '${databaseErrors.notADesk}';
  end if;
  insert into lock_desk.changing as kept (computer, platform, operator, assets, at)
    values (lock_desk.own_computer(), given_platform, given_operator, given_assets, ${milliseconds('clock_timestamp()')})
    on conflict (computer) do update
      set platform = excluded.platform, operator = excluded.operator, assets = excluded.assets, at = excluded.at;
  perform pg_notify('${noticeChannel}', '${changingNotice}');
end`,
  ),
  ownersFunction(
    'claim(wanted_order text, wanted_digest text)',
    'setof lock_desk.claims',
    `
begin
  if lock_desk.own_computer() is null then
    raise exception 'not a computer of this branch' using errcode = '${databaseErrors.notADesk}';
  end if;
  insert into lock_desk.claims (order_id, digest, computer, claimed_at)
    values (wanted_order, wanted_digest, lock_desk.own_computer(), ${milliseconds('clock_timestamp()')})
    on conflict do nothing;
  return query select * from lock_desk.claims where order_id = wanted_order;
end`,
  ),
]

const rules = `
create trigger take_turn before insert on lock_desk.events
  for each statement execute function lock_desk.take_turn();
create trigger stamp before insert on lock_desk.events
  for each row execute function lock_desk.stamp();
create trigger after_events after insert on lock_desk.events referencing new table as added
  for each statement execute function lock_desk.after_events();

alter table lock_desk.events enable row level security;
create policy everyone_reads on lock_desk.events for select using (true);
create policy own_computer_writes on lock_desk.events for insert with check (computer = lock_desk.own_computer());

revoke all on schema lock_desk from public;
revoke all on all tables in schema lock_desk from public;
revoke all on all sequences in schema lock_desk from public;
`

/** Makes everything in the empty schema `lock_desk`, as its owner. Statements without parameters, in one transaction. */
export const schemaStatements: string = [tables, ...functions, rules].join('\n')

/**
 * Withdraws functions that every role may call by default and that let it keep data of its own (large objects, messages in
 * the write-ahead log), or use up the server's table of locks. A superuser's right.
 */
export const withdrawFunctions = `
do $$
declare
  one regprocedure;
begin
  for one in select oid::regprocedure from pg_catalog.pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^(lo_|lowrite$|pg_(try_)?advisory_|pg_logical_emit_message$)'
  loop
    execute format('revoke execute on function %s from public', one);
  end loop;
end $$`

const rights = [
  'usage on schema lock_desk',
  'select on lock_desk.branch, lock_desk.computers, lock_desk.events, lock_desk.claims, lock_desk.changing',
  // Not `seq` and `arrived_at`, which are the database's.
  'insert (id, computer, n, at, platform, kind, body, before, signature) on lock_desk.events',
  `execute on function lock_desk.own_computer(), lock_desk.register_key(text), lock_desk.seen(),
    lock_desk.claim(text, text), lock_desk.say_changing(text, text, jsonb)`,
] as const

/** All that a desk may do. Each role has these rights itself: a role that others are members of could be taken by SET ROLE. */
export const grantTo = (quotedRole: string): string =>
  rights.map((right) => `grant ${right} to ${quotedRole};`).join('\n')

export const revokeFrom = (quotedRole: string): string =>
  rights.map((right) => `revoke ${right} from ${quotedRole};`).join('\n')
