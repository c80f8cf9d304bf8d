import { Client, TypeOverrides } from 'pg'
import type { ClientConfig } from 'pg'
import { verifiedOptions } from '../../platform/transport/verified-tls'
import { isOnThisComputer, isSocketFolder } from './database-address'
import type { DatabaseAddress, DatabaseLogin } from './database-address'
import { DatabaseError } from './database-failure'

export interface ClientTimeouts {
  readonly connectMs: number
  /** The server ends a slower statement itself; the client waits a little longer. */
  readonly statementMs: number
}

export const defaultTimeouts: ClientTimeouts = { connectMs: 10_000, statementMs: 30_000 }

const closeTimeoutMs = 2_000

const int8 = 20
/** Times, counts and `seq` are exact as a number; what is not is an error and not another value. */
const exactNumber = (text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError('the database has a number beyond 2^53 - 1')
  return number
}

/**
 * TLS for an address: verified against the certificate wherever there is one, and without it nowhere but on this computer.
 * The environment variables and files of PostgreSQL's own programs are not asked.
 */
const tlsFor = (host: string, ca: string | null): ClientConfig['ssl'] => {
  if (isSocketFolder(host)) return false
  if (ca !== null) return verifiedOptions([ca])
  if (isOnThisComputer(host)) return false
  throw new DatabaseError('tls-not-verified', 'there is no certificate to verify the server with')
}

/** Connects. Throws `DatabaseError` or the error of the driver; `failureOf` names it. */
export const openClient = async (
  { host, port, name, role, password, ca }: DatabaseAddress & DatabaseLogin & { readonly ca: string | null },
  { connectMs, statementMs }: ClientTimeouts = defaultTimeouts,
): Promise<Client> => {
  const types = new TypeOverrides()
  types.setTypeParser(int8, exactNumber)
  const client = new Client({
    host,
    port,
    database: name,
    user: role,
    ...(password === null ? {} : { password }),
    ssl: tlsFor(host, ca),
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + 5_000,
    lock_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
    keepAlive: true,
    application_name: 'lock-desk',
    types,
  })
  // Without a listener, the loss of an idle connection would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    void closeClient(client)
    throw error
  }
  return client
}

/** A server that does not answer does not hold this up. */
export const closeClient = async (client: Client): Promise<void> => {
  const timer = setTimeout(() => client.connection.stream.destroy(), closeTimeoutMs)
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}
