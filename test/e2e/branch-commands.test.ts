import { readFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAuthority, noOpenssl } from '../support/certificates'
import { findPostgres, startCluster } from '../../scripts/setup/postgres.mjs'
import type { Cluster } from '../../scripts/setup/postgres.mjs'
import { readJoinFile } from '../../src-main/branch/database/join-file'
import { linesOf, runCommand } from '../support/command-line'
import { noKeyringBecause, startDesktop } from '../support/desktop'
import type { Desktop } from '../support/desktop'
import { temporaryFolder } from '../support/temporary-folder'

/** Below the ports that a system gives to connections (from 32768 on Linux): one of those may be in use. */
const port = 20_000 + (process.pid % 12_000)
const hasPostgres = (await findPostgres()) !== undefined

/** The commands of a block of docs/branch.md, as their arguments. */
const documented = (heading: string): string[][] => {
  const page = readFileSync('docs/branch.md', 'utf8')
  const section = page.slice(page.indexOf(heading))
  const [, block = ''] = /```text\n([\s\S]*?)```/.exec(section) ?? []
  return block
    .trim()
    .split('\n')
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''))
}

/** The lines of pg_hba.conf that the page gives. */
const documentedRules = (): string[] =>
  /`pg_hba.conf`:\n\n```text\n([\s\S]*?)```/
    .exec(readFileSync('docs/branch.md', 'utf8'))?.[1]
    ?.trim()
    .split('\n') ?? []

describe.skipIf(!hasPostgres || noOpenssl || noKeyringBecause !== null)(
  'the set-up of a branch by the commands of its page',
  () => {
    let cluster: Cluster
    let desktop: Desktop
    let folder: Awaited<ReturnType<typeof temporaryFolder>>
    let authority: ReturnType<typeof makeAuthority>
    beforeAll(async () => {
      authority = makeAuthority()
      const { key, cert } = authority.issue('DNS:localhost')
      const rules = documentedRules()
      expect(rules).toHaveLength(1)
      cluster = await startCluster((await findPostgres()) ?? '', {
        settings: ['listen_addresses=localhost', `port=${port}`, 'ssl=on'],
        hba: ['local all all trust', ...rules],
        files: { 'server.key': key, 'server.crt': `${cert}${authority.pem}` },
      })
      folder = await temporaryFolder()
      desktop = await startDesktop()
      await desktop.unlocked('keyring')
    })
    afterAll(async () => {
      await desktop.stop()
      await folder.remove()
      await cluster.remove()
      authority.remove()
    })

    const run = (args: readonly string[], options: { userData: string; input?: string }) =>
      runCommand(args, { ...options, desktop: desktop.environment })
    const urlOf = (database: string) => {
      const url = new URL(cluster.url)
      url.pathname = database
      url.searchParams.set('port', String(port))
      return url.href
    }
    const sql = async (statement: string) => {
      const client = new Client({ connectionString: urlOf('postgres') })
      await client.connect()
      await client.query(statement)
      await client.end()
    }

    it('makes a branch on a bare server, and a desk shares in it', async () => {
      const commands = documented('## Set-up')
      expect(commands).toHaveLength(5)
      const ends = []
      for (const [program, ...args] of commands) {
        if (program === 'createdb') {
          await sql(`create database ${args[0]}`)
          continue
        }
        expect(program).toBe('lock-desk')
        const isOnDesk = args.includes('join') || args.includes('status')
        const userData = join(folder.path, isOnDesk ? 'desk' : 'office')
        const given = args.map((arg) =>
          arg === 'postgres:///lock_desk'
            ? urlOf('lock_desk')
            : arg === 'db.example'
              ? `localhost:${port}`
              : arg.endsWith('.lockbranch')
                ? join(folder.path, arg)
                : arg,
        )
        // On this computer a server is not asked for its authority: a desk would not need TLS to reach it.
        const ca = args.includes('add-computer') ? ['--ca', authority.file] : []
        const end = await run([...given, ...ca, '--json'], { userData })
        expect([args.slice(0, 2), end.status, end.stdout, end.stderr]).toEqual([
          args.slice(0, 2),
          0,
          end.stdout,
          '',
        ])
        ends.push(linesOf(end))
      }
      const [created, added, joined, status] = ends
      expect(created?.[0]).toMatchObject({ type: 'branch' })
      const file = readJoinFile(await readFile(join(folder.path, 'counter-1.lockbranch')))
      expect(file).toMatchObject({
        ok: true,
        value: {
          computer: { name: 'Counter 1' },
          ca: expect.stringContaining('BEGIN CERTIFICATE') as string,
        },
      })
      const words = added?.[0]?.type === 'join-file' ? added[0].words : null
      expect(joined?.[0]).toMatchObject({ type: 'join-file', words })
      expect(status?.[0]).toMatchObject({
        type: 'branch-status',
        joined: true,
        computer: 'Counter 1',
        connected: true,
        notShared: 0,
        problem: null,
      })
    })

    it('takes an address with a password from standard input, and shows it nowhere', async () => {
      await sql(`create role keeper login superuser password 'secret-of-keeper'`)
      await sql('create database by_input')
      const url = new URL(urlOf('by_input'))
      url.username = 'keeper'
      url.password = 'secret-of-keeper'
      const userData = join(folder.path, 'by-input')
      const refused = await run(['branch', 'create', '--database', url.href], { userData })
      expect([refused.status, refused.stdout + refused.stderr]).toEqual([
        2,
        expect.not.stringContaining('secret-of-keeper'),
      ])
      const made = await run(['branch', 'create', '--database', '-'], {
        userData,
        input: `${url.href}\n`,
      })
      expect([made.status, made.stdout + made.stderr]).toEqual([
        0,
        expect.not.stringContaining('secret-of-keeper'),
      ])
      const listed = await run(['branch', 'computers'], { userData })
      expect(listed.status).toBe(0)
      for (const name of await readdir(userData, { recursive: true })) {
        const content = await readFile(join(userData, name), 'utf8').catch(() => '')
        expect([name, content.includes('secret-of-keeper')]).toEqual([name, false])
      }
    })
  },
)
