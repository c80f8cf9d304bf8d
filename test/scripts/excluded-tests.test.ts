import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runChild } from '../../scripts/util/child.mjs'

const listed = async (project: string, excluded: string): Promise<string> => {
  const args = [resolve('node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', '--project', project]
  const env = { ...process.env, LOCK_DESK_TEST_EXCLUDE: excluded }
  const { status, stdout } = await runChild(process.execPath, args, { env, output: 'capture' })
  expect(status).toBe(0)
  return stdout
}

describe('excluded tests', () => {
  it.each([
    ['unit', 'test/util/files/durable-file.test.ts', 'test/util/files/versions.test.ts'],
    ['contract', 'test/contract/conformance.test.ts', 'test/contract/shapes.test.ts'],
  ])('of %s exclude only %s', async (project, excluded, kept) => {
    const files = await listed(project, excluded)
    expect(files).not.toContain(excluded)
    expect(files).toContain(kept)
  })
})
