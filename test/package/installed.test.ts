import { existsSync, readFileSync, statSync } from 'node:fs'
import { chown, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testUser, inRoot, installDeb, setUpCleanRoot } from '../../scripts/package/clean-root.mjs'
import { readJoinFile } from '../../src-main/branch/database/join-file'
import { eventually } from '../support/app'
import { linesOf } from '../support/command-line'
import { expectWhole, logLinesIn } from '../support/result-log'
import { startTestService } from '../support/service'
import { connectTo } from '../support/service-client'
import { trainingKeys } from '../support/training-keys'
import { blocksOf, startDebianServer } from './debian-server'
import { processesIn, runInstalled, startInstalled } from './installed-app'

/** The Debian package; set by `npm run test:more`, suite “package”, where a clean root is available. */
const deb = process.env['LOCK_DESK_TEST_DEB'] ?? ''
const minute = 60_000
// A limit against hanging; speed is not tested here.
vi.setConfig({ testTimeout: 2 * minute })

/**
 * The first process of a command is Chromium with its own log, which may report on standard error that a system
 * without a desktop has no message bus.
 */
const withoutChromium = (text: string) => text.replaceAll(/^\[\d+:\S+:ERROR:bus\.cc\(\d+\)\] .*\n/gm, '')

describe.skipIf(deb === '')('the Debian package in a clean root', () => {
  let root: Awaited<ReturnType<typeof setUpCleanRoot>>
  const at = (path: string) => join(root.folder, path)
  beforeAll(async () => {
    root = await setUpCleanRoot()
    await installDeb(root, deb)
    // Without an archive cache, a Debian base system is downloaded first.
  }, 20 * minute)
  afterAll(() => root.remove(), minute)

  it('contains the udev rule of the sources', () => {
    const rule = readFileSync(at('lib/udev/rules.d/60-lock-desk.rules'), 'utf8')
    expect(rule).toBe(readFileSync(resolve('resources/linux/60-lock-desk.rules'), 'utf8'))
  })

  it("contains Chromium's sandbox helper as setuid, and everything else as plain files of root", async () => {
    const helper = statSync(at('opt/lock-desk/chrome-sandbox'))
    expect([helper.uid, helper.mode & 0o7777]).toEqual([0, 0o4755])
    const open = await inRoot(root.folder, ['find', '/opt/lock-desk', '-perm', '/022', '!', '-type', 'l'])
    const setuid = await inRoot(root.folder, ['find', '/opt/lock-desk', '-perm', '/6000'])
    expect([open, setuid.trim()]).toEqual(['', '/opt/lock-desk/chrome-sandbox'])
  })

  it('depends on every library that its programs link', async () => {
    const script =
      'find /opt/lock-desk -type f \\( -name lock-desk -o -name "*.so*" -o -name "*.node" -o -name chrome_crashpad_handler \\) -exec ldd {} +'
    expect(
      await inRoot(root.folder, ['sh', '-c', script]).then((output) => output.match(/.*not found/g)),
    ).toBeNull()
  })

  it(
    'starts sandboxed for an ordinary user, becomes usable on training, and exits cleanly on SIGTERM',
    async () => {
      const app = startInstalled(root.folder, ['--announce-usable'])
      await app.usable()
      const running = processesIn(at('opt/lock-desk'))
      const main = running.find(({ pid }) => pid === app.pid)
      const pages = running.filter(({ command }) => command.includes('--type=renderer'))
      expect(main).toMatchObject({ uid: testUser.uid })
      expect(running.filter(({ command }) => command.includes('--no-sandbox'))).toEqual([])
      // Only the setuid helper is root's for a moment.
      expect(
        running.filter(({ command, uid }) => uid !== testUser.uid && !command.includes('chrome-sandbox')),
      ).toEqual([])
      expect(pages.length).toBeGreaterThan(0)
      for (const page of pages) {
        expect([page.seccomp, page.noNewPrivileges]).toEqual([2, true])
        expect(page.pidNamespace).not.toBe(main?.pidNamespace)
      }
      app.kill('SIGTERM')
      expect(await app.ended(minute)).toBe(0)
      // Chromium's helpers exit a little later.
      await eventually(() => Promise.resolve(processesIn(at('opt/lock-desk')).length === 0))
    },
    4 * minute,
  )

  it(
    'does not start without the sandbox for an ordinary user',
    async () => {
      const app = startInstalled(root.folder, ['--announce-usable', '--no-sandbox'])
      expect(await app.ended(minute)).toBe(2)
      expect(app.output()).toContain('it does not run with a protection turned off (--no-sandbox)')
    },
    2 * minute,
  )

  it(
    'carries out commands for an ordinary user without a display, as the policy says, and logs the results',
    async () => {
      const service = await startTestService()
      try {
        const client = await connectTo(service.url)
        const enterpriseGlobalId = '5317046820917364501'
        const numbers = (await client.succeed('order.listAssets', { path: { enterpriseGlobalId } }))
          .filter(({ licenseType, locked }) => licenseType === 'normal_recover_usbkey' && !locked)
          .slice(0, 5)
          .map(({ assetNum }) => assetNum)
        const allowed = numbers.slice(0, 3)
        const policy = {
          commandLineChanges: true,
          maxRowsPerJob: 3,
          resultLogFile: '/var/log/lock-desk/{user}.jsonl',
        }
        await mkdir(at('etc/lock-desk'))
        await writeFile(at('etc/lock-desk/policy.json'), JSON.stringify(policy), { mode: 0o644 })
        await mkdir(at('var/log/lock-desk'), { mode: 0o700 })
        await chown(at('var/log/lock-desk'), testUser.uid, testUser.uid)
        const file = async (name: string, content: readonly string[]) => {
          await writeFile(at(`${testUser.home}/${name}`), content.join('\n'), { mode: 0o644 })
          return `${testUser.home}/${name}`
        }
        const platform = ['--platform', service.url, '--user-centre', `${service.url}/oauth/token`]
        const run = (...args: string[]) =>
          runInstalled(root.folder, [...args, '--json', ...platform], trainingKeys)
        const change = ['--operator', 'Li Wei', '--yes', '--include-unlisted']

        expect(linesOf(await run('version'))[0]).toMatchObject({ type: 'version' })
        expect(linesOf(await run('policy'))[0]).toMatchObject({
          state: 'active',
          source: '/etc/lock-desk/policy.json',
          keys: policy,
          changesAllowed: true,
        })
        const devices = await run('devices')
        expect([devices.status, linesOf(devices).at(-1)?.type]).toEqual([0, 'result'])
        const lookup = await run('lookup', ...allowed)
        expect(linesOf(lookup).filter(({ type }) => type === 'lock')).toHaveLength(3)

        const from = await client.lastEffect()
        const refused = await run('disable', '--file', await file('all.txt', numbers), ...change)
        expect([refused.status, await client.effects(from)]).toEqual([4, []])
        const done = await run('disable', '--file', await file('some.txt', allowed), ...change)
        expect([done.status, withoutChromium(done.stderr)]).toEqual([0, ''])
        expect((await client.effects(from)).map(({ target }) => target).sort()).toEqual(allowed.toSorted())
        expect(linesOf(await run('journal', 'verify'))[0]).toMatchObject({ isIntact: true, jobs: 1 })

        const log = at('var/log/lock-desk/clerk.jsonl')
        const lines = logLinesIn(readFileSync(log, 'utf8'))
        expectWhole(lines)
        expect(lines.filter(({ state }) => state === 'completed')).toHaveLength(3)
        expect([statSync(log).uid, statSync(log).mode & 0o777]).toEqual([testUser.uid, 0o600])
      } finally {
        await service.stop()
      }
    },
    5 * minute,
  )

  it(
    'shares in a branch that is set up on Debian’s own PostgreSQL by the commands of the page',
    async () => {
      const server = await startDebianServer(root)
      try {
        const commands = blocksOf('docs/branch.md', '## Set-up')[0] ?? []
        expect(commands).toHaveLength(5)
        for (const command of commands.slice(0, 3)) await server.asAdministrator(command)
        const joinFile = at('var/lib/postgresql/counter-1.lockbranch')
        expect(statSync(joinFile).mode & 0o777).toBe(0o600)
        expect(readJoinFile(readFileSync(joinFile))).toMatchObject({
          ok: true,
          value: {
            computer: { name: 'Counter 1' },
            database: { host: 'db.example', port: 5432, name: 'lock_desk' },
            ca: expect.stringContaining('BEGIN CERTIFICATE') as string,
          },
        })
        await copyFile(joinFile, at(`${testUser.home}/counter-1.lockbranch`))
        await chown(at(`${testUser.home}/counter-1.lockbranch`), testUser.uid, testUser.uid)
        const output = await server.atDesk(commands.slice(3).join(' && '))
        expect(output).toMatch(/Counter 1\s+Connected/)
        expect(await server.asAdministrator('lock-desk branch computers --json')).toContain(
          '"state":"joined"',
        )
        expect(server.log()).toMatch(/user=lock_desk_counter_1_\w+ database=lock_desk .*SSL enabled/)
      } finally {
        await server.stop()
      }
    },
    5 * minute,
  )

  it(
    'keeps the user’s data when it is removed or purged',
    async () => {
      const kept = at(`${testUser.home}/.config/Lock Desk/journal/journal.log`)
      expect(existsSync(kept)).toBe(true)
      await inRoot(root.folder, ['apt-get', 'purge', '-y', '-qq', 'lock-desk'])
      expect(existsSync(at('opt/lock-desk'))).toBe(false)
      expect(existsSync(at('lib/udev/rules.d/60-lock-desk.rules'))).toBe(false)
      expect(existsSync(kept)).toBe(true)
    },
    2 * minute,
  )
})
