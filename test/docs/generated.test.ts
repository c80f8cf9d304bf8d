import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatedFile, generatedFiles, generatedPages, marksOf, regenerated } from './generated/pages'

const root = resolve('.')

describe.each(Object.entries(generatedPages))('the generated parts of %s', (path, parts) => {
  it('equal the code (npm run docs writes them)', async () => {
    expect(readFileSync(path, 'utf8')).toBe(await regenerated(root, path))
  })

  it('are all present, each once', () => {
    expect(marksOf(readFileSync(path, 'utf8')).sort()).toEqual(Object.keys(parts).sort())
  })
})

it.each(generatedFiles)('%s equals the code', async (path) => {
  expect(readFileSync(path, 'utf8')).toBe(await generatedFile(root, path))
})
