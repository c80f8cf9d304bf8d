import { sql } from 'kysely'
import type { Kysely, Migration } from 'kysely'

/**
 * All tables take their ids from one sequence, so no two rows of any tables share an id. Smaller ids are
 * reserved for the training data, whose ids are fixed. The sequence of shell numbers starts after those of the
 * training locks. The fill factor of 50 lets PostgreSQL store the new version of an updated row on the same
 * page without an index update, which makes disabling a lock and shifting the training dates ten times as fast.
 */
const firstMigration = `
create sequence id_numbers start 100000000;
create sequence shell_numbers start 100001 maxvalue 999999999;

create table meta (
  key text primary key,
  value text not null
);

create table enterprises (
  id bigint primary key default nextval('id_numbers'),
  global_id text not null unique,
  name text not null,
  name_key text unique,
  code text,
  crm_customer_id text unique,
  trial boolean not null default false,
  created_at bigint not null
);

create table customers (
  id bigint primary key default nextval('id_numbers'),
  enterprise_id bigint not null references enterprises,
  channel_code text not null,
  channel_customer_id text not null,
  crm_customer_id text,
  name text not null,
  branch_name text not null,
  address text not null,
  password_mobile text not null,
  is_default boolean not null,
  created_at bigint not null,
  updated_at bigint not null,
  unique (channel_code, channel_customer_id)
);
create index customers_of_enterprise on customers (enterprise_id);
create index customers_by_crm_id on customers (crm_customer_id);
create unique index one_default_customer on customers (enterprise_id) where is_default;

create table departments (
  id bigint primary key default nextval('id_numbers'),
  enterprise_id bigint not null references enterprises,
  name text not null
);

create table employees (
  id bigint primary key default nextval('id_numbers'),
  user_id bigint not null unique default nextval('id_numbers'),
  global_id text not null,
  enterprise_id bigint not null references enterprises,
  department_id bigint,
  user_name text not null,
  name text not null,
  remark text not null,
  password_mobile text not null,
  password_hash text,
  identity text not null default 'employee',
  online boolean not null default false,
  deleted boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null
);
create index employees_by_global_id on employees (global_id);
create index employees_of_enterprise on employees (enterprise_id, id);
create unique index one_account_in_use on employees (lower(user_name)) where not deleted;

create table order_batches (
  id bigint primary key default nextval('id_numbers'),
  channel_code text not null,
  channel_order_id text not null,
  application_key text not null,
  body_hash text not null,
  pending_body text,
  result text not null,
  failure text,
  created_at bigint not null,
  unique (channel_code, channel_order_id)
);
create index batches_to_carry_out on order_batches (id) where pending_body is not null;

create table license_orders (
  id bigint primary key default nextval('id_numbers'),
  batch_id bigint not null references order_batches,
  sequence integer not null,
  customer_id bigint not null references customers,
  enterprise_id bigint not null references enterprises,
  license_type text not null,
  order_type text not null,
  src_license_order_id text,
  created_at bigint not null
);

create table assets (
  id bigint primary key default nextval('id_numbers'),
  asset_num text not null unique,
  key_shell_number text not null,
  license_type text not null,
  customer_id bigint not null references customers,
  enterprise_id bigint not null references enterprises,
  order_id bigint not null references license_orders,
  key_chip_type smallint not null,
  locked boolean not null default false,
  freezing boolean not null default false,
  online boolean not null default false,
  borrowed_usb_key boolean not null default false,
  limit_start bigint,
  limit_end bigint,
  assigned_to bigint references employees,
  assigned_at bigint,
  lent_onto bigint references assets on delete set null,
  lent_to bigint references employees,
  created_at bigint not null,
  updated_at bigint not null
) with (fillfactor = 50);
create index assets_of_enterprise on assets (enterprise_id, id);
create index assets_by_shell_number on assets (key_shell_number);
create index assets_of_employee on assets (assigned_to) where assigned_to is not null;
create index assets_lent_onto on assets (lent_onto) where lent_onto is not null;
create index borrowed_locks_of_employee on assets (lent_to) where lent_to is not null;

create table asset_extends (
  asset_id bigint not null references assets on delete cascade,
  extend_code text not null,
  extend_value text not null,
  primary key (asset_id, extend_code)
);

create table merchandises (
  id bigint primary key default nextval('id_numbers'),
  parent_id bigint references merchandises on delete cascade,
  asset_id bigint not null references assets on delete cascade,
  held_by bigint not null references assets,
  order_id bigint not null references license_orders,
  merchandise_num text not null,
  merchandise_name text not null,
  parent_merchandise_num text,
  time_duration_expression text,
  src_license_order_id text,
  created_at bigint not null,
  updated_at bigint not null
) with (fillfactor = 50);
create index merchandises_of_asset on merchandises (asset_id);
create index merchandises_held_by on merchandises (held_by);
create index merchandises_in on merchandises (parent_id);

create table products (
  id bigint primary key default nextval('id_numbers'),
  merchandise_id bigint references merchandises on delete cascade,
  asset_id bigint not null references assets on delete cascade,
  held_by bigint not null references assets,
  order_id bigint not null references license_orders,
  product_uri text not null,
  gms_pid text,
  app_key text,
  product_name text not null,
  product_type text,
  crm_product_id text,
  limit_start bigint,
  limit_end bigint,
  limit_concurrent integer,
  limit_time_duration bigint,
  trial smallint not null,
  trial_end bigint,
  time_duration_expression text,
  src_license_order_id text,
  activated boolean not null default false,
  features text,
  created_at bigint not null,
  updated_at bigint not null
) with (fillfactor = 50);
create index products_of_asset on products (asset_id);
create index products_held_by on products (held_by);
create index products_in on products (merchandise_id);

create table nonces (
  nonce text primary key,
  seen_at bigint not null
);
create index nonces_by_time on nonces (seen_at);

create table tokens (
  token_hash text primary key,
  kind text not null,
  application_key text not null,
  user_name text,
  expires_at bigint not null
);
create index tokens_by_time on tokens (expires_at);

create table effects (
  n bigint generated always as identity primary key,
  operation text not null,
  target text not null,
  from_state text not null,
  to_state text not null,
  at bigint not null,
  nonce text not null
);
`

const runStatements = async (db: Kysely<unknown>, statements: string) => {
  for (const statement of statements.split(/;\s*\n/)) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db)
  }
}

/** By name, in order. A released migration never changes; a later one alters its result. */
const statementsByName: Record<string, string> = {
  '0001-first': firstMigration,
  // Imported data only: disabling and enabling such a lock fails (status 3 of section 2.1).
  '0002-locking-fails': 'alter table assets add column locking_fails boolean not null default false;\n',
  // The granted scopes, if the client requested fewer than its application has.
  '0003-token-scope': 'alter table tokens add column scope text;\n',
}

export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(statementsByName).map(([name, statements]) => [
    name,
    { up: (db: Kysely<unknown>) => runStatements(db, statements) },
  ]),
)

/** A packed store is usable only if it was made with the same text. */
export const schemaText = JSON.stringify(statementsByName)
