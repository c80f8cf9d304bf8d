import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runChild } from '../../scripts/util/child.mjs'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'ci-run-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

let unstableFails = ''
beforeEach(() => (unstableFails = ''))

/** Runs everything with an npm whose two suites print these lines and whose three commands exit with these codes. */
const run = async (test: string, testStatus: number, more: string, moreStatus: number, startStatus = 0) => {
  await mkdir(join(folder, '.ci'))
  await cp(resolve('.ci/run'), join(folder, '.ci/run'))
  const npm = join(folder, 'npm')
  const start = `start) echo "start in $HOME, display \${DISPLAY:-none}"; ls -A "$HOME"; exit ${startStatus};;`
  const suites = `test) echo '${test}'; exit ${testStatus};; run) echo '${more}'; exit ${moreStatus};;`
  await writeFile(npm, `#!/bin/sh\ncase $1 in ${start} ${suites} pkg) echo '"node x"';; esac\n`)
  await chmod(npm, 0o755)
  const env = {
    ...process.env,
    DISPLAY: ':99',
    PATH: [folder, process.env['PATH']].join(delimiter),
    TMPDIR: folder,
    UNSTABLE_FAILS: unstableFails,
  }
  const { status, stdout } = await runChild(join(folder, '.ci/run'), [], { env, output: 'capture' })
  const lines = stdout.trim().split('\n')
  return { status, lines, last: lines.at(-1) }
}

describe.skipIf(process.platform === 'win32')('the full run', () => {
  it('adds up passed, failed and skipped tests', async () => {
    expect(await run('5 passed, 0 failed, 2 skipped', 0, '7 passed, 0 failed', 0)).toMatchObject({
      status: 0,
      last: '13 passed, 0 failed, 2 skipped',
    })
  })

  it('omits skipped tests where there are none', async () => {
    expect(await run('5 passed, 0 failed', 0, '7 passed, 0 failed', 0)).toMatchObject({
      last: '13 passed, 0 failed',
    })
  })

  it('fails with a failed suite', async () => {
    expect(await run('5 passed, 1 failed, 3 skipped', 1, '7 passed, 0 failed, 1 skipped', 0)).toMatchObject({
      status: 1,
      last: '13 passed, 1 failed, 4 skipped',
    })
  })

  it('lists the failed tests of both suites at its end', async () => {
    const { lines } = await run('FAILED one\n5 passed, 1 failed', 1, 'FAILED two\n7 passed, 1 failed', 1)
    expect(lines.slice(-3)).toEqual(['FAILED one', 'FAILED two', '13 passed, 2 failed'])
  })

  it.each([
    ['npm test', '', '12 passed, 1 failed', 1],
    ['npm test', '0', '13 passed, 0 failed', 0],
    ['npm run test:more', '', '12 passed, 1 failed', 1],
    ['npm run test:more', '0', '13 passed, 0 failed', 0],
  ])(
    'counts a test of %s that passed only in a second run as failed, unless UNSTABLE_FAILS is 0: "%s"',
    async (command, asked, last, expected) => {
      unstableFails = asked
      const [test, more] = ['npm test', 'npm run test:more'].map((each) =>
        each === command ? 'UNSTABLE one\n' : '',
      )
      const { lines, status } = await run(`${test}5 passed, 0 failed`, 0, `${more}7 passed, 0 failed`, 0)
      expect([...lines.slice(-2), status]).toEqual(['UNSTABLE one', last, expected])
    },
  )

  it('only lists one whose cause is known', async () => {
    const { lines, status } = await run(
      'KNOWN UNSTABLE one (why)\n5 passed, 0 failed',
      0,
      '7 passed, 0 failed',
      0,
    )
    expect(lines.slice(-2)).toEqual(['KNOWN UNSTABLE one (why)', '13 passed, 0 failed'])
    expect(status).toBe(0)
  })

  it('begins with the app’s start as a new user without a display', async () => {
    const { lines } = await run('5 passed, 0 failed', 0, '7 passed, 0 failed', 0)
    expect(lines[0]).toMatch(/^start in .+, display none$/)
    expect(lines[0]).not.toContain(process.env['HOME'])
    // The home folder is empty.
    expect(lines[1]).toBe('5 passed, 0 failed')
  })

  it('fails with the app’s start, and still runs the tests', async () => {
    const { status, lines } = await run('5 passed, 0 failed', 0, '7 passed, 0 failed', 0, 1)
    expect(status).toBe(1)
    expect(lines.slice(-2)).toEqual(['FAILED npm start', '12 passed, 1 failed'])
  })

  it.each([
    ['ended badly', '7 passed, 0 failed', 3, '13 passed, 0 failed'],
    ['exits without a last line', 'Killed', 0, '6 passed, 1 failed'],
  ])('fails with a suite that %s', async (_what, more, moreStatus, last) => {
    expect(await run('5 passed, 0 failed', 0, more, moreStatus)).toMatchObject({
      status: 1,
      last,
    })
  })
})
