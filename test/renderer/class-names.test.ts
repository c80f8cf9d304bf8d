import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../src-renderer')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const components = files.filter((file) => file.endsWith('.vue')).map((file) => ({ file, text: read(file) }))

const stylesOf = (text: string): string =>
  [...text.matchAll(/<style[\s\S]*?<\/style>/g)].join('\n').replaceAll(/\/\*[\s\S]*?\*\/|@import[^;]*;/g, '')
const classesIn = (css: string): readonly string[] =>
  [...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)

/** A name that only a script uses, to find the element. */
const unstyled = 'desk-side'

describe('the class names of components', () => {
  it('have a style', () => {
    const styled = new Set(
      [
        ...components.map(({ text }) => stylesOf(text)),
        ...files.filter((f) => f.endsWith('.css')).map(read),
      ].flatMap(classesIn),
    )
    const without = components.flatMap(({ file, text }) =>
      [...text.matchAll(/(?<![:\w-])class="([^"]*)"/g)].flatMap(([, names = '']) =>
        names
          .split(/\s+/)
          .filter((name) => name !== '' && !styled.has(name) && name !== unstyled)
          .map((name) => `${file}: ${name}`),
      ),
    )
    expect(without).toEqual([])
  })

  it('appear in a component if a style sheet names them', () => {
    const used = new Set(
      files
        .filter((file) => /\.(vue|ts)$/.test(file))
        .flatMap((file) => [
          // Classes, computed classes, and texts of scripts that are names.
          ...[...read(file).matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/[^\w-]+/)),
          ...[...read(file).matchAll(/['`]([\w -]+)['`]/g)].flatMap(([, names = '']) => names.split(' ')),
        ]),
    )
    const unused = files
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) =>
        classesIn(read(file).replaceAll(/\/\*[\s\S]*?\*\//g, ''))
          .filter((name) => !name.startsWith('n-') && !used.has(name))
          .map((name) => `${file}: ${name}`),
      )
    expect(unused).toEqual([])
  })

  it('appear in the template if only the style of their component names them', () => {
    const unused = components.flatMap(({ file, text }) => {
      const template = text.replaceAll(/<style[\s\S]*?<\/style>/g, '')
      // Names of a computed class may be composed.
      if (template.includes(':class=')) return []
      const own = stylesOf(text).replaceAll(/:(deep|slotted)\((?:[^()]|\([^()]*\))*\)/g, '')
      return [...new Set(classesIn(own))]
        .filter((name) => !name.startsWith('n-') && !template.includes(name))
        .map((name) => `${file}: ${name}`)
    })
    expect(unused).toEqual([])
  })
})
