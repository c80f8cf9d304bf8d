import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** With a server's address, the service tests run on it, each test file in its own database. */
const server = process.env.LOCK_DESK_TEST_POSTGRES

const onServer = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Creates a database on the server of LOCK_DESK_TEST_POSTGRES, with a function that drops it; null without a
 * server.
 */
export const testDatabase = async (): Promise<{ url: string; drop: () => Promise<void> } | null> => {
  if (server === undefined) return null
  const name = `lock_desk_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) }
}
