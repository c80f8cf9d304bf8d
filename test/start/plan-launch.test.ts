import { describe, expect, it } from 'vitest'
import { parseLaunchOptions } from '../../src-main/app/launch-options'
import { parseCommandLine } from '../../src-main/command-line/parse-arguments'
import { planLaunch } from '../../src-main/start/plan-launch'
import type { LaunchFacts } from '../../src-main/start/plan-launch'

const windows = { platform: 'win32', isPackaged: true, hasSwitch: () => false } as const
const linux = { ...windows, platform: 'linux' } as const
const headless = { ...linux, hasSwitch: (name: string) => name === 'ozone-platform' } as const
const checkout = { ...linux, isPackaged: false } as const
const keys = { LOCK_DESK_APP_KEY: 'key' }

const losing = { losesFileNames: true, fileNameVariables: { LC_ALL: 'C.UTF-8' } }

const options = (...args: readonly string[]) => parseLaunchOptions(args, true)
const command = (...args: readonly string[]) => parseCommandLine(args, true)
const version = command('version')
const lookup = command('lookup', '8000000017')
const wrong = command('lookup')

const facts: LaunchFacts = {
  program: windows,
  keys: {},
  losesFileNames: false,
  fileNameVariables: null,
  isJson: false,
  forbiddenSwitch: null,
  options: options(),
  folder: null,
  deviceProblem: null,
  command: null,
}

const noStart = {
  forbiddenSwitch: { name: 'inspect', opens: 'debugger' },
  folder: { refused: 'no --user-data here' },
  options: options('--platform', 'https://p'),
  deviceProblem: 'a.json: not JSON',
} satisfies Partial<LaunchFacts>
const { forbiddenSwitch, folder, deviceProblem } = noStart
const refused = (why: string, exitStatus: number, isShown: boolean) => ({
  kind: 'refuse',
  why,
  exitStatus,
  isShown,
})

describe('the first reason not to start counts', () => {
  it.each([
    ['a forbidden switch', noStart, refused('it does not run under a debugger (--inspect)', 2, true)],
    ['a folder', { ...noStart, forbiddenSwitch: null }, refused('no --user-data here', 4, true)],
    [
      'wrong options',
      { ...noStart, forbiddenSwitch: null, folder: null },
      refused('--platform and --user-centre go together', 2, false),
    ],
    ['a device', { deviceProblem }, refused('--simulated-device a.json: not JSON', 2, false)],
    ['a command changes nothing', { forbiddenSwitch, command: version }, { kind: 'refuse', exitStatus: 2 }],
    ['nor a relaunch', { folder, keys, program: linux }, { kind: 'refuse', exitStatus: 4 }],
  ])('%s', (_what, over, plan) => {
    expect(planLaunch({ ...facts, ...over })).toMatchObject(plan)
  })
})

describe('a command', () => {
  it.each([
    ['that needs no app is answered', { command: version, program: linux, keys }, { kind: 'answer' }],
    ['of wrong usage is answered', { command: wrong, isJson: true }, { kind: 'answer', isJson: true }],
    ['starts again without a display', { command: lookup, program: linux, keys }, { without: 'display' }],
    ['starts again without secrets', { command: lookup, program: headless, keys }, { without: 'secrets' }],
    ['is carried out', { command: lookup, program: headless }, { kind: 'command' }],
    ['of a checkout never starts again', { command: lookup, program: checkout, keys }, { kind: 'command' }],
    ['on Windows never starts again', { command: lookup, keys }, { kind: 'command' }],
  ] as const)('%s', (_what, over, plan) => {
    expect(planLaunch({ ...facts, ...over })).toMatchObject(plan)
  })
})

describe('without a command', () => {
  it.each([
    ['a window opens', {}, { kind: 'window', dataFolder: null }],
    ['in the folder of the option', { options: options('--user-data', '/a') }, { dataFolder: '/a' }],
    [
      'in the folder of the account where the policy demands it',
      { options: options('--user-data', '/a'), folder: { folder: '/account' } },
      { kind: 'window', dataFolder: '/account' },
    ],
    ['a package on Linux starts again without secrets', { program: linux, keys }, { without: 'secrets' }],
    ['once', { program: linux, keys: {} }, { kind: 'window' }],
    ['a checkout keeps them', { program: checkout, keys }, { kind: 'window' }],
    [
      'a package on Linux starts again where it cannot read all file names',
      { program: linux, ...losing },
      { kind: 'relaunch', without: 'secrets', variables: { LC_ALL: 'C.UTF-8' } },
    ],
    [
      'once, even if it still cannot',
      { program: linux, losesFileNames: true },
      { kind: 'window', losesFileNames: true },
    ],
    ['a checkout does not', { program: checkout, ...losing }, { kind: 'window' }],
    ['secrets alone add no variables', { program: linux, keys }, { variables: {} }],
  ] as const)('%s', (_what, over, plan) => {
    expect(planLaunch({ ...facts, ...over })).toMatchObject(plan)
  })
})
