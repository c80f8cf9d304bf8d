import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { zh } from '../../src-renderer/i18n/chinese'

it('the window in English loads no Chinese texts before they are needed', () => {
  const pageFile = 'out/renderer/index.html'
  const texts = new Map<string, string>()
  const load = (path: string): void => {
    if (texts.has(path)) return
    const text = readFileSync(path, 'utf8')
    texts.set(path, text)
    const imports =
      path === pageFile ? /(?:src|href)="(\.\/[^"]+\.js)"/g : /(?:from|import) ?"(\.[^"]+\.js)"/g
    for (const [, file = ''] of text.matchAll(imports)) load(posix.join(posix.dirname(path), file))
  }
  load(pageFile)
  expect(texts.size).toBeGreaterThan(1)
  const chinese = zh.actions.title['disable-lock']
  for (const [path, text] of texts) expect(text.includes(chinese), path).toBe(false)
})
