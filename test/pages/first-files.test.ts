import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { zh } from '../../src-renderer/i18n/chinese'
import { loadedFiles } from '../support/loaded-files'

it('the window in English loads no Chinese texts before they are needed', () => {
  const loaded = loadedFiles('out/renderer/index.html', (path) => readFileSync(path, 'utf8'))
  expect(loaded.size).toBeGreaterThan(1)
  const chinese = zh.actions.title['disable-lock']
  for (const [path, text] of loaded) expect(text.includes(chinese), path).toBe(false)
})
