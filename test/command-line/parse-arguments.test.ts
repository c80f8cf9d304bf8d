import { describe, expect, it } from 'vitest'
import { hasCommand, parseCommandLine } from '../../src-main/command-line/parse-arguments'

const parse = (...args: string[]) => parseCommandLine(args, true)
const confirmed = ['--operator', ' Li Wei ', '--yes']

describe('the arguments', () => {
  it.each([
    [[], false],
    [['--user-data', 'jobs'], false],
    [['--no-sandbox', '--ozone-platform=headless', 'jobs'], true],
    [['/home/li/locks.csv'], false],
    [['lock-desk://lock/8000000017'], false],
    [['misspelled'], true],
    [['--help'], true],
  ])('%j: a command is %s', (args, is) => {
    expect(hasCommand(args, true)).toBe(is)
  })

  it('of a checkout start with the folder of the app', () => {
    expect(hasCommand(['--no-sandbox', '/src/lock-desk', '--user-data', '/tmp/x'], false)).toBe(false)
    expect(parseCommandLine(['--no-sandbox', '/src/lock-desk', 'jobs', '--json'], false)).toEqual({
      ok: true,
      value: { command: { name: 'jobs' }, json: true },
    })
  })

  it('of a change name the numbers, the operator and the confirmation', () => {
    expect(parse('disable', '8000000017', 'LD8000000018', ...confirmed)).toMatchObject({
      value: {
        json: false,
        command: {
          name: 'disable',
          operatorIdentity: 'Li Wei',
          includeUnlisted: false,
          numbers: { from: 'arguments', texts: ['8000000017', 'LD8000000018'] },
        },
      },
    })
    expect(parse('enable', '--file', 'locks.csv', ...confirmed, '--include-unlisted')).toMatchObject({
      value: {
        command: { name: 'enable', includeUnlisted: true, numbers: { from: 'file', path: 'locks.csv' } },
      },
    })
    expect(parse('disable', '8000000017', '--operator', 'Li Wei', '--dry-run')).toMatchObject({
      value: { command: { name: 'disable', dryRun: true } },
    })
    expect(parse('work-order', 'run', 'a.lockorder', '--operator', 'Li Wei', '--dry-run')).toMatchObject({
      value: { command: { name: 'work-order run', dryRun: true } },
    })
    expect(parse('jobs', '--dry-run')).toMatchObject({ ok: false, error: { code: 'unknown-option' } })
    expect(parse('lookup', '-', '--user-data', '/tmp/x')).toMatchObject({
      value: { command: { name: 'lookup', numbers: { from: 'standard-input' } } },
    })
    expect(parse('journal', 'verify')).toMatchObject({ value: { command: { name: 'journal verify' } } })
  })

  it('of a branch name the database without its password', () => {
    const url = 'postgres://keeper@db.example/lock_desk'
    expect(parse('branch', 'create', '--database', url, '--ca', 'ca.pem')).toMatchObject({
      value: { command: { name: 'branch create', database: url, ca: 'ca.pem' } },
    })
    expect(parse('branch', 'create', '--database', '-')).toMatchObject({
      value: { command: { database: '-' } },
    })
    expect(parse('branch', 'add-computer', 'Counter 1', '--out', 'a', '--server', 'db')).toMatchObject({
      value: {
        command: {
          name: 'branch add-computer',
          computer: 'Counter 1',
          out: 'a',
          server: 'db',
          database: null,
        },
      },
    })
    expect(parse('branch', 'join', 'a.lockbranch')).toMatchObject({
      value: { command: { name: 'branch join', file: 'a.lockbranch' } },
    })
    for (const [args, code] of [
      [['branch', 'create'], 'no-database'],
      [['branch', 'join'], 'no-path'],
      [['branch', 'status', 'x'], 'unexpected-argument'],
      [['branch', 'leave', '--ca', 'x'], 'unknown-option'],
      [['branch', 'create', '--database', 'x'], 'invalid-database'],
      [['branch', 'create', '--database', 'postgres://a:secret@b/d'], 'password-in-arguments'],
      [['branch', 'computers', '--database', 'postgres://b/d?password=secret'], 'password-in-arguments'],
      [['branch', 'add-computer', 'A'], 'no-out'],
      [['branch', 'add-computer', '--out', 'a'], 'no-path'],
      [['branch', 'remove-computer', 'A', 'B'], 'unexpected-argument'],
      [['branch'], 'unknown-command'],
    ] as const) {
      const parsed = parse(...args)
      expect(parsed).toMatchObject({ ok: false, error: { code } })
      expect(JSON.stringify(parsed)).not.toContain('secret')
    }
  })

  it('of work orders name files, words and the confirmation', () => {
    const sign = ['work-order', 'sign', 'disable', '8000000017', ...confirmed, '--out', 'a.lockorder']
    expect(parse(...sign, '--note', 'x', '--not-before', '2026-12-01')).toMatchObject({
      value: {
        command: {
          name: 'work-order sign',
          action: 'disable',
          numbers: { from: 'arguments', texts: ['8000000017'] },
          operatorIdentity: 'Li Wei',
          note: 'x',
          notBefore: new Date(2026, 11, 1).getTime(),
          validDays: 7,
          out: 'a.lockorder',
        },
      },
    })
    expect(
      parse('enable', '--work-order', 'a', ...confirmed, '--leave-out', '1, 2', '--out', 'b'),
    ).toMatchObject({
      value: {
        command: { name: 'work-order run', action: 'enable', file: 'a', leaveOut: ['1', '2'], out: 'b' },
      },
    })
    expect(parse('work-order', 'run', 'a', ...confirmed)).toMatchObject({
      value: { command: { name: 'work-order run', action: null, file: 'a', leaveOut: [], out: null } },
    })
    expect(
      parse('work-order', 'sign', 'assign', '1', '--employee', 'M1', '--out', 'a', ...confirmed),
    ).toMatchObject({ value: { command: { action: 'assign', employee: 'M1' } } })
    expect(parse('work-order', 'compare', 'a', 'b')).toMatchObject({
      value: { command: { name: 'work-order compare', file: 'a', result: 'b' } },
    })
    expect(parse('work-order', 'trust', 'a', '--words', 'x y')).toMatchObject({
      value: { command: { name: 'work-order trust', file: 'a', words: 'x y' } },
    })
    expect(parse('work-order', 'key', '--new', '--yes')).toMatchObject({
      value: { command: { name: 'work-order key', out: null, isNew: true } },
    })
  })

  it.each([
    [['work-order'], 'unknown-command', 'work-order'],
    [['work-order', 'sign', 'lend', '1'], 'unknown-command', 'work-order sign lend'],
    [
      ['work-order', 'sign', 'disable', '1', '--out', 'a', ...confirmed, '--valid-days', '0'],
      'invalid-days',
      '366',
    ],
    [
      ['work-order', 'sign', 'disable', '1', '--out', 'a', ...confirmed, '--not-before', '2026-02-30'],
      'invalid-date',
      '2026-02-30',
    ],
    [['work-order', 'sign', 'disable', '1', ...confirmed], 'no-out', ''],
    [['work-order', 'sign', 'withdraw', '1', '--out', 'a', ...confirmed], 'no-employee', ''],
    [
      ['work-order', 'sign', 'disable', '1', '--employee', 'M1', '--out', 'a', ...confirmed],
      'unknown-option',
      '--employee',
    ],
    [['work-order', 'run', 'a', '--operator', 'Li'], 'no-yes', ''],
    [['work-order', 'run', ...confirmed], 'no-path', ''],
    [['work-order', 'sign', 'disable', '1', '--operator', 'Li', '--out', 'a'], 'no-yes', ''],
    [['work-order', 'trust', 'a'], 'no-words', ''],
    [['work-order', 'show'], 'no-path', ''],
    [['work-order', 'show', 'a', 'b'], 'unexpected-argument', 'b'],
    [['work-order', 'result', 'a'], 'no-out', ''],
    [['work-order', 'key', '--new'], 'no-yes', '--yes'],
    [['disable', '1', '--out', 'a', ...confirmed], 'unknown-option', '--out'],
    [['disable', '1', '--work-order', 'a', ...confirmed], 'several-sources', ''],
    [
      ['disable', '--work-order', 'a', ...confirmed, '--include-unlisted'],
      'unknown-option',
      '--include-unlisted',
    ],
    [['lookp'], 'unknown-command', 'lookp'],
    [['journal'], 'unknown-command', 'journal'],
    [['journal', 'wipe'], 'unknown-command', 'journal wipe'],
    [['jobs', '--bogus'], 'unknown-option', '--bogus'],
    [['jobs', '--yes'], 'unknown-option', '--yes'],
    [['lookup', '8000000017', '--operator', 'Li'], 'unknown-option', '--operator'],
    [['jobs', '--json=yes'], 'unknown-option', '--json'],
    [['lookup', '--file'], 'option-without-value', '--file'],
    [['disable', '1', '--operator', '--yes'], 'option-without-value', '--operator'],
    [['jobs', 'now'], 'unexpected-argument', 'now'],
    [['lookup'], 'no-numbers', ''],
    [['lookup', '8000000017', '--file', 'x'], 'several-sources', ''],
    [['lookup', '-', '8000000017'], 'several-sources', ''],
    [['disable', '8000000017', '--yes'], 'no-operator', ''],
    [['disable', '8000000017', '--operator', '  ', '--yes'], 'no-operator', ''],
    [['disable', '8000000017', '--operator', 'Li'], 'no-yes', ''],
    [['lookup', '-', '--keys-from-stdin'], 'standard-input-taken', ''],
  ])('%j: %s', (args, code, subject) => {
    expect(parse(...args)).toMatchObject({ ok: false, error: { code, subject } })
  })
})
