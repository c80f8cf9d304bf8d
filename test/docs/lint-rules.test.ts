import { ESLint } from 'eslint'
import { expect, it } from 'vitest'

/** The rules that look at texts of templates, at comments and at circles of imports, by the project's own configuration. */
const eslint = new ESLint({
  ruleFilter: ({ ruleId }) =>
    ['vue/no-bare-strings-in-template', 'dialogs/button-order', 'references/pages', 'circles/none'].includes(
      ruleId,
    ),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
})
const problemsIn = async (code: string, filePath: string) => {
  const [result] = await eslint.lintText(code, { filePath })
  return result?.messages ?? []
}

it('a template contains only translated texts, keys, signs and the start of an address', async () => {
  const texts = ['<p title="Hello" />', '<p>Plug in</p>', '<AppField hint="As printed" />']
  const others = ['<KeyCap label="Ctrl" />', '<b>· 12 –</b>', '<i>https://</i>', '<u>{{ t("a.b") }}</u>']
  const code = ['<template>', ...texts, ...others, '</template>'].join('\n')
  const problems = await problemsIn(code, 'src-renderer/ui/Planted.vue')
  expect(problems.map(({ line }) => line)).toEqual([2, 3, 4])
})

it('a comment names only pages that exist', async () => {
  const code = '// docs/api.md, docs/nowhere.md and\n/* docs/linux/usb.md, README.md */\n'
  const problems = await problemsIn(code, 'src-main/planted.ts')
  expect(problems.map(({ message }) => message)).toEqual(['There is no page docs/nowhere.md.'])
})

it('no file imports itself by others, also for a type', async () => {
  const ways =
    "import type { CommandFailure } from '../bridge/commands'\nexport * from '#shared/bridge/events'\n"
  const problems = await problemsIn(`${ways}import { z } from 'zod'\n`, 'src-shared/model/failure.ts')
  expect(problems.map(({ line, message }) => [line, message.split('.ts')[0]])).toEqual([
    [1, 'This file imports itself by src-shared/bridge/commands'],
    [2, 'This file imports itself by src-shared/bridge/events'],
  ])
  const type = "/** @typedef {import('../steps.mjs').Step} Step */\n"
  expect(await problemsIn(type, 'scripts/tour/steps/list.mjs')).toHaveLength(1)
})

it.each([
  [
    'leaves, other, main',
    ['<NButton data-testid="cancel" />', '<NButton />', '<NButton type="primary" />'],
    [],
  ],
  ['a text first', ['<span />', '<NButton data-leaves />', '<NButton type="error" />'], []],
  ['main by state', ['<NButton :type="main" />', '<NButton type="primary" />'], []],
  ['leaves last', ['<NButton type="primary" />', '<NButton data-testid="cancel" />'], [4]],
  ['leaves after another', ['<NButton />', '<NButton data-leaves />'], [4]],
  ['other last', ['<NButton type="error" />', '<NButton data-testid="other" />'], [4]],
  ['in a condition', ['<template v-if="a"><NButton type="primary" />', '<NButton /></template>'], [4]],
])('the buttons of a dialog stand in one order: %s', async (_name, buttons, lines) => {
  const code = [
    '<template><AppDialog>',
    '<template #footer>',
    ...buttons,
    '</template>',
    '</AppDialog></template>',
  ]
  const problems = await problemsIn(code.join('\n'), 'src-renderer/ui/Planted.vue')
  expect(problems.map(({ line }) => line)).toEqual(lines)
})
