import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setUpBuild } from '../../scripts/setup/build.mjs'
import { FailedError } from '../../scripts/util/outcome.mjs'

let root: string
const write = async (path: string, text: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

/** A project whose builder and service only record that they ran. */
const serviceProgram = `
  const { appendFileSync, writeFileSync } = require('node:fs')
  appendFileSync('ran', 'pack ')
  writeFileSync(process.argv[process.argv.indexOf('--out') + 1], '')`
const builder = `
  const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
  const { dirname } = require('node:path')
  appendFileSync('ran', 'build ')
  const write = (file, text) => { mkdirSync(dirname(file), { recursive: true }); writeFileSync(file, text) }
  write('out/main/service.js', ${JSON.stringify(serviceProgram)})
  for (const file of ['main/main.js', 'main/call.js', 'preload/index.cjs', 'renderer/index.html']) write('out/' + file, '')`
const builderFile = 'node_modules/electron-vite/bin/electron-vite.js'

const ran = async () => {
  const log = await readFile(join(root, 'ran'), 'utf8').catch(() => '')
  await rm(join(root, 'ran'), { force: true })
  return log.trim()
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lock-desk-build-'))
  await write(builderFile, builder)
  await write('src-renderer/index.html', '1')
  await write('src-service/main.ts', '1')
  await setUpBuild({ root })
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('setUpBuild', () => {
  it('builds and packs once, and nothing while nothing changes', async () => {
    expect(await ran()).toBe('build pack')
    await setUpBuild({ root })
    await write('test/anything.test.ts', '1')
    await setUpBuild({ root })
    expect(await ran()).toBe('')
  })

  it('packs the training data again only when the service changed', async () => {
    await ran()
    await write('src-renderer/index.html', '2')
    await setUpBuild({ root })
    expect(await ran()).toBe('build')
    await write('src-service/main.ts', '2')
    await setUpBuild({ root })
    expect(await ran()).toBe('build pack')
  })

  it('rebuilds what was removed, and everything when forced', async () => {
    await ran()
    await rm(join(root, 'out/service'), { recursive: true })
    await setUpBuild({ root })
    expect(await ran()).toBe('pack')
    await rm(join(root, 'out/renderer'), { recursive: true })
    await setUpBuild({ root })
    expect(await ran()).toBe('build')
    await setUpBuild({ root, force: true })
    expect(await ran()).toBe('build pack')
  })

  it('builds again after a failed build', async () => {
    await ran()
    await write('src-renderer/index.html', '2')
    await write(builderFile, 'process.exit(1)')
    await expect(setUpBuild({ root })).rejects.toThrow(FailedError)
    await write('src-renderer/index.html', '1')
    await write(builderFile, builder)
    await setUpBuild({ root })
    expect(await ran()).toBe('build')
  })
})
