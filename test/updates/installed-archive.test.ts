import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedRelease } from '../../scripts/package/update-channel.mjs'
import { readArchive } from '../../src-main/updates/installed-archive'
import { newKey } from './update-server'

// In Electron the usual `fs` shows an archive as a folder; in Node there is only one.
vi.mock('original-fs', () => import('node:fs'))

const archive = 'the archive'
const sha256 = createHash('sha256').update(archive).digest('hex')
const { pem, publicKey } = newKey()

let resources: string
beforeEach(async () => {
  resources = await mkdtemp(join(tmpdir(), 'lock-desk-archive-'))
  await writeFile(join(resources, 'app.asar'), archive)
})
afterEach(() => rm(resources, { recursive: true, force: true }))

const release = async (content: unknown): Promise<void> =>
  writeFile(join(resources, 'release.json'), JSON.stringify(content))
const signed = signedRelease({ LOCK_DESK_UPDATE_KEY: pem }, { version: '1.2.3', sha256 })
const stateWith = async (key: string | null, version = '1.2.3'): Promise<string> => {
  const { signal } = new AbortController()
  return (await readArchive({ resources, version, publicKey: key, signal })).state
}

describe('the installed archive', () => {
  it('is the released one, and shows its hash', async () => {
    await release(signed)
    const { signal } = new AbortController()
    expect(await readArchive({ resources, version: '1.2.3', publicKey, signal })).toEqual({
      state: 'released',
      version: '1.2.3',
      hash: sha256,
    })
  })

  it('was built without a key', async () => {
    await release(signedRelease({}, { version: '1.2.3', sha256 }))
    expect(await stateWith(null)).toBe('unsigned')
  })

  it('was changed', async () => {
    await release(signed)
    await writeFile(join(resources, 'app.asar'), `${archive}.`)
    expect(await stateWith(publicKey)).toBe('changed')
    expect(await stateWith(null)).toBe('changed')
  })

  it.each([
    ['is missing', undefined],
    ['is no object', 'released'],
    ['has no signature', { ...signed, signature: null }],
    [
      'is signed with another key',
      signedRelease({ LOCK_DESK_UPDATE_KEY: newKey().pem }, { version: '1.2.3', sha256 }),
    ],
    [
      'is signed for another version',
      { ...signedRelease({ LOCK_DESK_UPDATE_KEY: pem }, { version: '1.2.2', sha256 }), version: '1.2.3' },
    ],
  ])('counts as changed where its record %s', async (_what, content) => {
    if (content !== undefined) await release(content)
    expect(await stateWith(publicKey)).toBe('changed')
  })

  it('counts as changed where its record is of another version', async () => {
    await release(signed)
    expect(await stateWith(publicKey, '1.2.4')).toBe('changed')
  })
})
