import { readFileSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inRoot, installFromDebian, testUser } from '../../scripts/package/clean-root.mjs'
import type { CleanRoot } from '../../scripts/package/clean-root.mjs'

/** The blocks of commands in a section of a page, line by line. */
export const blocksOf = (page: string, heading: string): string[][] => {
  const text = readFileSync(page, 'utf8')
  const [section = ''] = text.slice(text.indexOf(heading) + heading.length).split('\n## ')
  return [...section.matchAll(/```text\n([\s\S]*?)```/g)].map(([, block = '']) => block.trim().split('\n'))
}

/** No other server of the computer listens here. */
const address = '127.0.0.77'

/**
 * Debian's own PostgreSQL in a clean root, as its package sets it up, with what docs/branch.md asks of a server. It is reached
 * as `db.example`, with the certificate that Debian made for that name.
 */
export const startDebianServer = async (root: CleanRoot) => {
  const at = (path: string) => join(root.folder, path)
  await writeFile(at('etc/hosts'), `127.0.0.1 localhost\n${address} db.example\n`)
  await installFromDebian(
    root,
    ['postgresql', 'gnome-keyring', 'dbus-user-session', 'libsecret-1-0'],
    'db.example',
  )
  const [version = ''] = (await inRoot(root.folder, ['pg_lsclusters', '--no-header'])).split(' ')
  const config = `etc/postgresql/${version}/main`
  const [, [rule = ''] = []] = blocksOf('docs/branch.md', '## Set-up')
  await appendFile(at(`${config}/pg_hba.conf`), `${rule}\n`)
  await writeFile(
    at(`${config}/conf.d/branch.conf`),
    `listen_addresses = '${address}'\nport = 5432\nlog_connections = on\n`,
    {
      mode: 0o644,
    },
  )
  const control = (what: 'start' | 'stop') =>
    inRoot(root.folder, [
      'pg_ctlcluster',
      version,
      'main',
      what,
      ...(what === 'stop' ? ['--mode', 'fast'] : []),
    ])
  await control('start')
  const { uid, home } = testUser
  const asDeskUser = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    'env',
    `HOME=${home}`,
    'XDG_CURRENT_DESKTOP=GNOME',
  ]
  /** In a session of the message bus, with an unlocked keyring. */
  const session = (line: string): string =>
    `cd && printf clerk | gnome-keyring-daemon --unlock --components=secrets >/dev/null && ${line}`
  return {
    /** Types a line in the shell of the database's administrator. */
    asAdministrator: (line: string): Promise<string> =>
      inRoot(root.folder, ['su', '-', 'postgres', '-c', line]),
    /** Types a line in the shell of a desk's user. */
    atDesk: (line: string): Promise<string> =>
      inRoot(root.folder, [...asDeskUser, 'dbus-run-session', '--', 'sh', '-c', session(line)]),
    log: (): string => readFileSync(at(`var/log/postgresql/postgresql-${version}-main.log`), 'utf8'),
    stop: () => control('stop'),
  }
}
