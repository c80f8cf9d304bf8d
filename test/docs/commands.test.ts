import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { usage as serviceUsage } from '../../src-service/command-line'
import { usage as conformanceUsage } from '../contract/conformance/command-line'
import { launchSwitches } from '../../src-main/app/launch-options'
import { commandTexts } from '../../src-main/command-line/texts'
import { allPages } from './support/markdown-pages'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const page = readFileSync('docs/commands.md', 'utf8')
const short = new Set(['start', 'test'])
const commandOf = (name: string) => (short.has(name) ? `npm ${name}` : `npm run ${name}`)

/** The first code block under the heading that names the command. */
const blockOf = (name: string): string => {
  const sections = page.split(/^### /m).slice(1)
  const section = sections.find((text) =>
    text.slice(0, text.indexOf('\n')).split(', ').includes(commandOf(name)),
  )
  return /```text\n([\s\S]*?)```/.exec(section ?? '')?.[1] ?? ''
}
const optionsIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, name]) => name ?? ''))].sort()
const textIn = (file: string, pattern: RegExp): string => pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? ''

/** The output of a script for an unknown option. */
const helpText = (name: string): string => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [`scripts/${name}.mjs`, '--no-such-option'],
    {
      encoding: 'utf8',
    },
  )
  expect(status, `${name}: ${stderr}`).toBe(2)
  const text = stderr + stdout
  return text.slice(text.indexOf('Usage:')).replaceAll('--no-such-option', '')
}

const usages: Readonly<Record<string, () => string>> = {
  start: () => helpText('start'),
  tour: () => helpText('tour'),
  build: () => helpText('build'),
  docs: () => helpText('docs'),
  lint: () => helpText('lint'),
  check: () => helpText('check'),
  test: () => helpText('test'),
  'test:more': () => helpText('test-more'),
  'test:usb': () => helpText('test-usb'),
  'test:crash': () => helpText('test-crash'),
  'test:mutation': () => helpText('test-mutation'),
  'test:fuzz': () => helpText('fuzz'),
  package: () => helpText('package'),
  bench: () => helpText('bench'),
  service: () => serviceUsage,
  conformance: () => conformanceUsage,
  cli: () => commandTexts.en.usage,
  call: () => textIn('src-main/call.ts', /const usage = `([\s\S]*?)`/),
  'journal:verify': () => textIn('src-main/verify-journal.ts', /const usage = `([\s\S]*?)`/),
}
/** These pass their arguments to another program. */
const handedOn = ['dev', 'format', 'types']

describe('docs/commands.md', () => {
  it('has every command of package.json, with its usage checked here', () => {
    expect(Object.keys(scripts).filter((name) => blockOf(name) === '')).toEqual([])
    expect([...Object.keys(usages), ...handedOn].sort()).toEqual(Object.keys(scripts).sort())
  })

  it.each(Object.keys(usages))('has the options of %s from its usage', (name) => {
    const usage = usages[name]?.() ?? ''
    expect(usage).toMatch(/usage:/i)
    expect(optionsIn(blockOf(name))).toEqual(optionsIn(usage))
  })

  it.each(['test', 'test:more', 'test:mutation', 'bench', 'package'])(
    'has the names that %s accepts',
    (name) => {
      const namesIn = (text: string) => /(?:--(?:only|target) |\[-- )((?:[\w]+[,|])+\w+)/.exec(text)?.[1]
      expect(namesIn(blockOf(name))).toBe(namesIn(usages[name]?.() ?? ''))
    },
  )
})

describe('the section of the app’s own options', () => {
  it('has each of them', () => {
    const section = page.slice(page.indexOf('## Options of the app'))
    const documented = optionsIn(section).filter((name) => name !== 'no-sandbox')
    expect(documented).toEqual(Object.keys(launchSwitches).sort())
  })
})

describe('commands named in the pages', () => {
  it('exist', () => {
    const named = allPages().flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm (?:run (?:-s )?([a-z:]+)|(start|test))\b/g)].map(
        ([, run, direct]) => [path, run ?? direct ?? ''] as const,
      ),
    )
    expect(named.filter(([, name]) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})
