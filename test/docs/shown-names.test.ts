import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Each way to show a name that is not the helper, on a line of its own. */
const planted = `<script setup lang="ts">
import { defineComponent } from 'vue'
import type { Name } from '#shared/model/name'
import { shownName } from '../../src-renderer/names/shown-name'

const { name, optional } = defineProps<{ name: Name; optional: Name | null }>()
const t = (key: string, named: Readonly<Record<string, string | number>>): string => key + String(Object.keys(named).length)
const Passing = defineComponent({ render: () => null })
const text: string = name
const joined = \`by \${name}\`
const added = 'by ' + name
const list: string = ['by', name].join(' ')
const parts: readonly (Name | null)[] = [name, optional]
const row: string = parts.join(' ')
const made: string = String(optional)
const right: string = shownName(name) + String(3) + ['by', shownName(name)].join(' ') + String(parts.length as unknown)
</script>

<template>
  <p>{{ name }}</p>
  <p>
    {{ optional ?? 'unknown' }}
  </p>
  <p :title="name" />
  <p :aria-label="optional ?? undefined" />
  <Passing :title="name" />
  <p>{{ t('key', { name }) }}</p>
  <p>{{ \`by \${name}\` }}</p>
  <p :title="shownName(name)">{{ right }} {{ shownName(optional) ?? joined + added + text + list + row + made }}</p>
</template>
`

let folder = ''
beforeAll(async () => {
  await mkdir(join(root, 'out'), { recursive: true })
  folder = await mkdtemp(join(root, 'out', 'planted-'))
  await writeFile(join(folder, 'Planted.vue'), planted)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../src-renderer/tsconfig.json',
      compilerOptions: { composite: false, noEmit: true, emitDeclarationOnly: false, declaration: false },
      include: [
        'Planted.vue',
        '../../src-shared/model/name-marks.d.ts',
        '../../src-renderer/names/*.d.ts',
        '../../src-renderer/ui/attributes.d.ts',
      ],
      references: [],
    }),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const check = (): Promise<string> =>
  new Promise((done) => {
    const compiler = join(root, 'node_modules/vue-tsc/bin/vue-tsc.js')
    execFile(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: root }, (_, stdout) =>
      done(stdout),
    )
  })

describe('a name', () => {
  it('compiles in no text but by the helper', { timeout: 120_000 }, async () => {
    const output = await check()
    const lines = planted.split('\n')
    const wrong = [...output.matchAll(/Planted\.vue\((\d+),/g)].map(([, line]) =>
      lines[Number(line) - 1]?.trim(),
    )
    expect(wrong).toEqual([
      'const text: string = name',
      'const joined = `by ${name}`',
      "const added = 'by ' + name",
      "const list: string = ['by', name].join(' ')",
      "const row: string = parts.join(' ')",
      'const made: string = String(optional)',
      '<p>{{ name }}</p>',
      "{{ optional ?? 'unknown' }}",
      '<p :title="name" />',
      '<p :aria-label="optional ?? undefined" />',
      '<Passing :title="name" />',
      "<p>{{ t('key', { name }) }}</p>",
      '<p>{{ `by ${name}` }}</p>',
    ])
  })
})
