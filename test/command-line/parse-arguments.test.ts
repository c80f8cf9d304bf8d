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
    expect(parse('lookup', '-', '--user-data', '/tmp/x')).toMatchObject({
      value: { command: { name: 'lookup', numbers: { from: 'standard-input' } } },
    })
    expect(parse('journal', 'verify')).toMatchObject({ value: { command: { name: 'journal verify' } } })
  })

  it.each([
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
