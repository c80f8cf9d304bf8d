import type { Generated } from 'kysely'

/**
 * A Long from a request: a number if that is exact, otherwise a bigint. Times are milliseconds since 1970 (the
 * API does not show their unit; a choice of this service).
 */
export type StoredLong = number | bigint

/** Times written by the service and ids from the sequence are always exact as a number. */
type Time = number
type Id = Generated<number>

interface MetaTable {
  key: string
  value: string
}

interface EnterpriseTable {
  id: Id
  global_id: string
  name: string
  /**
   * The name, on the one main account that a bind finds by it. Operation 2 can create several with the same
   * name.
   */
  name_key: string | null
  /** Appended to the accounts of its employees; null only in imported data. */
  code: string | null
  crm_customer_id: string | null
  trial: Generated<boolean>
  created_at: Time
}

interface CustomerTable {
  id: Id
  enterprise_id: number
  channel_code: string
  channel_customer_id: string
  crm_customer_id: string | null
  name: string
  branch_name: string
  address: string
  password_mobile: string
  is_default: boolean
  created_at: Time
  updated_at: Time
}

interface DepartmentTable {
  id: Id
  enterprise_id: number
  name: string
}

interface EmployeeTable {
  id: Id
  user_id: Generated<number>
  global_id: string
  enterprise_id: number
  department_id: number | null
  /** The account including the enterprise code. */
  user_name: string
  name: string
  remark: string
  password_mobile: string
  password_hash: string | null
  /** `memberIdentity` of operation 2. */
  identity: Generated<string>
  online: Generated<boolean>
  deleted: Generated<boolean>
  created_at: Time
  updated_at: Time
}

interface OrderBatchTable {
  id: Id
  channel_code: string
  channel_order_id: string
  application_key: string
  /** Hash of the canonical body. It distinguishes a repeated batch from another batch with the same number. */
  body_hash: string
  /** The orders of an async batch that is still to be processed; null afterwards. */
  pending_body: string | null
  /** The response as JSON text. */
  result: string
  failure: string | null
  created_at: Time
}

interface LicenseOrderTable {
  id: Id
  batch_id: number
  sequence: number
  customer_id: number
  enterprise_id: number
  license_type: string
  order_type: string
  src_license_order_id: string | null
  created_at: Time
}

interface AssetTable {
  id: Id
  asset_num: string
  /** The digits of the asset number. */
  key_shell_number: string
  license_type: string
  customer_id: number
  enterprise_id: number
  order_id: number
  key_chip_type: number
  locked: Generated<boolean>
  freezing: Generated<boolean>
  online: Generated<boolean>
  borrowed_usb_key: Generated<boolean>
  /** Disabling and enabling it fails; imported data only. */
  locking_fails: Generated<boolean>
  limit_start: StoredLong | null
  limit_end: StoredLong | null
  assigned_to: number | null
  assigned_at: Time | null
  /** The borrowed lock to which this asset's products were moved. */
  lent_onto: number | null
  /** On a borrowed lock: the employee it is lent to. */
  lent_to: number | null
  created_at: Time
  updated_at: Time
}

interface AssetExtendTable {
  asset_id: number
  extend_code: string
  extend_value: string
}

interface MerchandiseTable {
  id: Id
  parent_id: number | null
  asset_id: number
  /** The asset on which it can be used now: its own, or the borrowed lock it was moved to. */
  held_by: number
  order_id: number
  merchandise_num: string
  merchandise_name: string
  parent_merchandise_num: string | null
  time_duration_expression: string | null
  src_license_order_id: string | null
  created_at: Time
  updated_at: Time
}

interface ProductTable {
  id: Id
  merchandise_id: number | null
  asset_id: number
  held_by: number
  order_id: number
  product_uri: string
  gms_pid: string | null
  app_key: string | null
  product_name: string
  product_type: string | null
  crm_product_id: string | null
  limit_start: StoredLong | null
  limit_end: StoredLong | null
  limit_concurrent: number | null
  limit_time_duration: StoredLong | null
  trial: number
  trial_end: StoredLong | null
  time_duration_expression: string | null
  src_license_order_id: string | null
  activated: Generated<boolean>
  /** JSON text: the order's features. */
  features: string | null
  created_at: Time
  updated_at: Time
}

interface NonceTable {
  nonce: string
  seen_at: Time
}

interface TokenTable {
  token_hash: string
  kind: 'client' | 'user' | 'refresh'
  application_key: string
  user_name: string | null
  /** Granted scopes, separated by spaces; null means all scopes of the application. */
  scope: string | null
  expires_at: Time
}

interface EffectTable {
  n: Generated<number>
  operation: string
  target: string
  /** JSON text, like `to_state`. */
  from_state: string
  to_state: string
  at: Time
  nonce: string
}

/** The tables as Kysely types; migrations.ts creates them. */
export interface Tables {
  meta: MetaTable
  enterprises: EnterpriseTable
  customers: CustomerTable
  departments: DepartmentTable
  employees: EmployeeTable
  order_batches: OrderBatchTable
  license_orders: LicenseOrderTable
  assets: AssetTable
  asset_extends: AssetExtendTable
  merchandises: MerchandiseTable
  products: ProductTable
  nonces: NonceTable
  tokens: TokenTable
  effects: EffectTable
}
