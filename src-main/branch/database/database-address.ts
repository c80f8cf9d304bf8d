import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { isLoopbackHost } from '#shared/model/app/saved-platform'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'

/** Where a database is. */
export interface DatabaseAddress {
  /** A name, an IP address, or the folder of a unix socket. */
  readonly host: string
  readonly port: number
  readonly name: string
}

export interface DatabaseLogin {
  readonly role: string
  /** Null where the server asks for none, such as on a unix socket. */
  readonly password: string | null
}

export type AdminUrl = DatabaseAddress & DatabaseLogin

const defaultPort = 5432
const socketFolders = ['/var/run/postgresql', '/tmp']
/** `sslmode` is taken and has no effect: TLS follows the address. */
const knownParameters = new Set(['host', 'port', 'user', 'password', 'sslmode'])

export const isSocketFolder = (host: string): boolean => host.startsWith('/')

/** What is sent there stays on this computer, so that no one else can read or answer it. */
export const isOnThisComputer = (host: string): boolean =>
  isSocketFolder(host) || host === '::1' || isLoopbackHost(host)

const localHost = (port: number): string =>
  socketFolders.find((folder) => existsSync(`${folder}/.s.PGSQL.${port}`)) ?? 'localhost'

const portIn = (text: string): number | null => {
  const port = text === '' ? defaultPort : Number(text)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null
}

/** `postgres://[USER[:PASSWORD]@][HOST][:PORT]/DATABASE[?host=FOLDER]`, as psql takes it. */
export const parseAdminUrl = (text: string): Outcome<AdminUrl, Failure<'database-url-invalid'>> => {
  // Without the text: it may hold a password.
  const invalid = fail({ code: 'database-url-invalid' as const, message: 'not an address of a database' })
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    return invalid
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') return invalid
  const given = url.searchParams
  if ([...given.keys()].some((name) => !knownParameters.has(name))) return invalid
  try {
    const port = portIn(given.get('port') ?? url.port)
    if (port === null) return invalid
    const named = given.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1')
    const role = given.get('user') ?? decodeURIComponent(url.username)
    const password = given.get('password') ?? decodeURIComponent(url.password)
    const name = decodeURIComponent(url.pathname.replace(/^\//, ''))
    if (name === '') return invalid
    return succeed({
      host: named === '' ? localHost(port) : named,
      port,
      name,
      role: role === '' ? userInfo().username : role,
      password: password === '' ? null : password,
    })
  } catch {
    return invalid
  }
}

/** `HOST` or `HOST:PORT`, an IPv6 address in brackets. */
export const parseServer = (
  text: string,
  otherwise: number,
): Outcome<Pick<DatabaseAddress, 'host' | 'port'>, Failure<'server-invalid'>> => {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = bracketed ?? plain
  const number = port === undefined ? otherwise : portIn(port)
  return host === undefined || number === null
    ? fail({ code: 'server-invalid', message: 'not HOST or HOST:PORT' })
    : succeed({ host, port: number })
}

/** As it is shown. */
export const addressText = ({ host, port, name }: DatabaseAddress): string => {
  if (isSocketFolder(host)) return `${host}:${port}/${name}`
  return `${host.includes(':') ? `[${host}]` : host}:${port}/${name}`
}
