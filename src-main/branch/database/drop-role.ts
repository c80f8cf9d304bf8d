import type { Client } from 'pg'

/** Undoes the statements of `work` where one of them fails. Resolves to whether none has. */
const attempt = async (client: Client, work: () => Promise<unknown>): Promise<boolean> => {
  await client.query('savepoint attempt')
  try {
    await work()
    return true
  } catch {
    await client.query('rollback to savepoint attempt')
    return false
  }
}

/**
 * Within a transaction. A role may have made what keeps it from being dropped: default privileges here, or an object in
 * another database. In the latter case it stays, without login and without rights.
 */
export const dropOrClose = async (
  client: Client,
  quotedRole: string,
  isSuperuser: boolean,
): Promise<void> => {
  const drop = () => client.query(`drop role ${quotedRole}`)
  if (await attempt(client, drop)) return
  const isDropped = await attempt(client, async () => {
    if (!isSuperuser) await client.query(`grant ${quotedRole} to current_user`)
    await client.query(`drop owned by ${quotedRole}`)
    await drop()
  })
  if (!isDropped) await client.query(`alter role ${quotedRole} nologin`)
}
