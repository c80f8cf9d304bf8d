import { beforeEach, describe, expect, it } from 'vitest'
import { launchedPlatform, trainingPlatform } from '#shared/model/app/saved-platform'
import { fail, succeed } from '#shared/outcome'
import { createSavedPlatforms } from '../../src-main/saved-platforms/saved-platforms'
import { noSavedPlatforms } from '../../src-main/saved-platforms/saved-platforms-file'
import type {
  SavedPlatformsContent,
  SavedPlatform,
} from '../../src-main/saved-platforms/saved-platforms-file'
import { journalMarks, setLookOnly } from '../../src-main/saved-platforms/look-only'
import type { Vault } from '../../src-main/vault/vault'

const vault = { has: () => false, read: () => Promise.resolve(null) } as unknown as Vault
const platform: SavedPlatform = {
  id: 'e1',
  platformId: 'https://p.example',
  name: 'North',
  baseUrl: 'https://p.example',
  userCentreUrl: 'https://u.example/oauth/token',
  orderAppKey: null,
  memberAppKey: null,
  userName: null,
  colour: 0,
  verified: true,
}

let content: SavedPlatformsContent
let records: [string, boolean][]
let isWritable: boolean
let ofPolicy: string | null
beforeEach(() => {
  content = { ...noSavedPlatforms, environments: [platform] }
  records = []
  isWritable = true
  ofPolicy = null
})
const journal = {
  recordLookOnly: (platformId: string, isOn: boolean) => {
    if (!isWritable) return Promise.resolve(fail({ code: 'not-writable' as const, message: 'full' }))
    records.push([platformId, isOn])
    return Promise.resolve(succeed(null))
  },
}
const open = (launched: { baseUrl: string } | null = null) => {
  const savedPlatforms = createSavedPlatforms({
    file: {
      read: () => content,
      update: (change: (before: SavedPlatformsContent) => SavedPlatformsContent) => {
        content = change(content)
        return Promise.resolve()
      },
    },
    vault,
    isOpen: () => (launched === null ? 'e1' : launchedPlatform),
    launched,
    known: () => [],
    isLookOnlyByPolicy: (address) => address === ofPolicy,
  })
  journalMarks(savedPlatforms, { journal, onError: () => undefined })
  return savedPlatforms
}

describe('the mark of a platform', () => {
  it('is missing in earlier files, set and ended by main, and each is in the journal', async () => {
    const savedPlatforms = open()
    expect(savedPlatforms.lookOnlyOf('e1')).toBeNull()
    expect(await savedPlatforms.list()).not.toHaveProperty('lookOnly')
    expect(await setLookOnly('e1', true, { savedPlatforms, journal })).toMatchObject({ ok: true })
    expect(await savedPlatforms.list()).toMatchObject({
      lookOnly: 'marked',
      environments: [{ lookOnly: 'marked' }],
    })
    expect(await setLookOnly('e1', true, { savedPlatforms, journal })).toMatchObject({ ok: true })
    expect(records).toEqual([['https://p.example', true]])
    expect(await setLookOnly('e1', false, { savedPlatforms, journal })).toMatchObject({ ok: true })
    expect(savedPlatforms.lookOnlyOf('e1')).toBeNull()
    expect(records).toEqual([
      ['https://p.example', true],
      ['https://p.example', false],
    ])
  })

  it('stays while its end cannot be written to the journal', async () => {
    const savedPlatforms = open()
    await setLookOnly('e1', true, { savedPlatforms, journal })
    isWritable = false
    expect(await setLookOnly('e1', false, { savedPlatforms, journal })).toMatchObject({
      error: { code: 'not-saved' },
    })
    expect(savedPlatforms.lookOnlyOf('e1')).toBe('marked')
  })

  it('of the policy cannot be ended', async () => {
    ofPolicy = platform.baseUrl
    const savedPlatforms = open()
    expect(savedPlatforms.lookOnlyOf('e1')).toBe('policy')
    expect(await setLookOnly('e1', false, { savedPlatforms, journal })).toMatchObject({
      error: { code: 'not-allowed' },
    })
    expect(await setLookOnly('e9', true, { savedPlatforms, journal })).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('is also that of the platform of the command line at the same address', () => {
    content = { ...noSavedPlatforms, environments: [{ ...platform, lookOnly: true }] }
    expect(open({ baseUrl: 'https://P.example/' }).lookOnlyOf(launchedPlatform)).toBe('marked')
    expect(open({ baseUrl: 'https://other.example' }).lookOnlyOf(launchedPlatform)).toBeNull()
    ofPolicy = 'https://other.example'
    expect(open({ baseUrl: 'https://other.example' }).lookOnlyOf(launchedPlatform)).toBe('policy')
    expect(open().lookOnlyOf(trainingPlatform)).toBeNull()
  })

  it('that a set-up file or Connect makes is in the journal, too', async () => {
    const savedPlatforms = open()
    await savedPlatforms.put({ ...platform, lookOnly: true })
    await savedPlatforms.put({ ...platform, id: 'e2', platformId: 'https://q.example', lookOnly: true })
    await savedPlatforms.put({ ...platform, id: 'e3' })
    expect(records).toEqual([
      ['https://p.example', true],
      ['https://q.example', true],
    ])
  })
})
