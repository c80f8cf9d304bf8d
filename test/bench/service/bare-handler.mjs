import { createHash } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { fastify } from 'fastify'

// The reference for the licensing service: a Fastify server with two handlers that do the same nonce insert,
// token look-up and SQL on a copy of its store and return the same rows, without its router, validation, query
// builder and effects.

const [folder = ''] = process.argv.slice(2)
const db = await PGlite.create(folder)
const app = fastify()

/**
 * @param {string} nonce
 * @param {string | undefined} authorization
 */
async function check(nonce, authorization) {
  const now = Date.now()
  const hash = createHash('sha256')
    .update((authorization ?? '').slice('Bearer '.length))
    .digest('base64url')
  const tokens = await db.query('select * from tokens where token_hash = $1 and expires_at > $2', [hash, now])
  if (tokens.rows.length !== 1) throw new Error('The token is unknown')
  await db.query('insert into nonces (nonce, seen_at) values ($1, $2)', [nonce, now])
}

const assetsSql = `select assets.*, employees.global_id as assigned_global_id from assets
  left join employees on employees.id = assets.assigned_to where assets.enterprise_id = $1 order by assets.id`
const extendsSql = `select asset_id, extend_code, extend_value from asset_extends
  inner join assets on assets.id = asset_extends.asset_id where assets.enterprise_id = $1 order by extend_code`

/** @typedef {{ id: number, asset_num: string, locked: boolean, [column: string]: unknown }} AssetRow */
/** @typedef {{ asset_id: number, extend_code: string, extend_value: string }} ExtendRow */

app.get('/list/:enterprise', async (request) => {
  const { g_nonce: nonce } = /** @type {{ g_nonce: string }} */ (request.query)
  await check(nonce, request.headers.authorization)
  const { enterprise } = /** @type {{ enterprise: string }} */ (request.params)
  /** @type {import('@electric-sql/pglite').Results<{ id: number }>} */
  const found = await db.query('select id from enterprises where global_id = $1', [enterprise])
  const id = found.rows[0]?.id
  /** @type {import('@electric-sql/pglite').Results<AssetRow>} */
  const assets = await db.query(assetsSql, [id])
  /** @type {import('@electric-sql/pglite').Results<ExtendRow>} */
  const extensions = await db.query(extendsSql, [id])
  /** @type {Map<number, { extendCode: string, extendValue: string }[]>} */
  const byAsset = new Map()
  for (const row of extensions.rows) {
    const list = byAsset.get(row.asset_id) ?? []
    list.push({ extendCode: row.extend_code, extendValue: row.extend_value })
    byAsset.set(row.asset_id, list)
  }
  const data = assets.rows.map((row) => ({
    id: String(row.id),
    licenseType: row.license_type,
    assetNum: row.asset_num,
    grantable: !row.borrowed_usb_key,
    customerId: String(row.customer_id),
    keyShellNumber: row.key_shell_number,
    keyChipType: row.key_chip_type,
    locked: row.locked,
    freezing: row.freezing,
    createTime: row.created_at,
    updateTime: row.updated_at,
    limitStartTime: row.limit_start,
    limitEndTime: row.limit_end,
    assignStatus: {
      id: String(row.id),
      assignStatus: row.assigned_to === null ? 'unassigned' : 'assigned',
      assignMemberId: row.assigned_global_id,
      createTime: row.assigned_at === null ? null : new Date(Number(row.assigned_at)).toISOString(),
      updateTime: null,
    },
    assetLimits: null,
    assetExtends: byAsset.get(row.id) ?? [],
    borrowedUsbKey: row.borrowed_usb_key,
  }))
  return { code: 0, message: 'success', data }
})

const lockColumns = 'id, asset_num, license_type, locked, limit_start, limit_end'

app.post('/lock', async (request) => {
  const { g_nonce: nonce } = /** @type {{ g_nonce: string }} */ (request.query)
  await check(nonce, request.headers.authorization)
  const { assetNums, locked } = /** @type {{ assetNums: string[], locked: boolean }} */ (request.body)
  const places = assetNums.map((_, index) => `$${index + 1}`).join(', ')
  const changing = await db.transaction(async (tx) => {
    /** @type {import('@electric-sql/pglite').Results<AssetRow>} */
    const found = await tx.query(
      `select ${lockColumns} from assets where asset_num in (${places}) order by id for update`,
      assetNums,
    )
    const ids = found.rows.filter((row) => row.locked !== locked).map((row) => row.id)
    const idPlaces = ids.map((_, index) => `$${index + 3}`).join(', ')
    if (ids.length > 0) {
      await tx.query(`update assets set locked = $1, updated_at = $2 where id in (${idPlaces})`, [
        locked,
        Date.now(),
        ...ids,
      ])
    }
    return new Map(found.rows.map((row) => [row.asset_num, row]))
  })
  const data = assetNums.map((assetNum) => ({ assetNum, status: changing.has(assetNum) ? 1 : 2 }))
  return { code: 0, message: 'success', data }
})

const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`Bare handler ready at ${url}\n`)
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => db.close())
    .then(() => process.exit(0))
})
