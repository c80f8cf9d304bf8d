import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import type { PlatformFields } from '#shared/model/app/saved-platform'
import { maxPlatforms } from '../../src-main/saved-platforms/confirm-save'
import { createConnectDrafts } from '../../src-main/saved-platforms/connect-draft'
import { savedCredentials, signInIdentity } from '../../src-main/saved-platforms/platform-secrets'
import { createSavedPlatforms, followRemovals } from '../../src-main/saved-platforms/saved-platforms'
import { noSavedPlatforms } from '../../src-main/saved-platforms/saved-platforms-file'
import type { SavedPlatformsContent } from '../../src-main/saved-platforms/saved-platforms-file'
import type { ConfirmMove } from '../../src-main/saved-platforms/platform-data'
import { refreshTokenName } from '../../src-main/vault/refresh-token'
import { createVault } from '../../src-main/vault/vault'
import { emptyVault } from '../../src-main/vault/vault-content'
import type { VaultContent } from '../../src-main/vault/vault-content'
import { envelope, startPlatformDouble } from '../support/platform-double'

const memoryFile = <Value>(initial: Value) => {
  let current = initial
  return {
    read: () => current,
    update: (change: (content: Value) => Value) => Promise.resolve(void (current = change(current))),
  }
}

const keyring = {
  available: () => Promise.resolve(true),
  backend: () => 'test_keyring',
  encrypt: (text: string) => Promise.resolve(Buffer.from(text).reverse()),
  decrypt: (bytes: Buffer) => Promise.resolve(Buffer.from(bytes).reverse().toString()),
}

/** What was asked of a platform's data, and how it is answered. */
const questions: Parameters<ConfirmMove>[0][] = []
/** What would be lost, and whether the user accepts it. */
const losses: { readonly name: string; readonly address: string }[] = []
let acceptsLoss = true
let answerMove: () => ReturnType<ConfirmMove> = () => Promise.resolve(null)

let double: Awaited<ReturnType<typeof startPlatformDouble>>
const stand = async () => {
  const file = memoryFile<SavedPlatformsContent>(noSavedPlatforms)
  const vault = await createVault(keyring, memoryFile<VaultContent>(emptyVault))
  const known: string[] = []
  const savedPlatforms = createSavedPlatforms({
    file,
    vault,
    isOpen: () => 'training',
    launched: null,
    known: () => known,
    isLookOnlyByPolicy: () => false,
  })
  const drafts = createConnectDrafts({
    savedPlatforms,
    vault,
    network: { routesFor: () => Promise.resolve([null]), certificates: () => undefined },
    enterpriseOf: () => null,
    dataOf: (platformId) => ({
      enterprises: known.includes(platformId) ? 1 : 0,
      queued: known.includes(platformId) ? 3 : 0,
      unfinishedJobs: 0,
      hasHistory: false,
    }),
    confirmMove: (moveRequest) => {
      questions.push(moveRequest)
      return answerMove()
    },
    confirmKeyLoss: (loss) => {
      losses.push(loss)
      return Promise.resolve(acceptsLoss)
    },
    onSteps: () => undefined,
  })
  return { file, vault, savedPlatforms, drafts, known }
}
let all: Awaited<ReturnType<typeof stand>>
beforeEach(async () => {
  double = await startPlatformDouble(() => envelope([]))
  all = await stand()
  questions.length = 0
  losses.length = 0
  acceptsLoss = true
  answerMove = () => Promise.resolve(null)
})
afterEach(() => double.stop())

const fields = (part: Partial<PlatformFields> = {}): PlatformFields => ({
  name: 'North',
  baseUrl: `${double.baseUrl}/`,
  userCentreUrl: double.userCentreUrl,
  orderAppKey: 'desk',
  memberAppKey: 'desk',
  userName: 'li.wei',
  ...part,
})
const enteredSecrets = { orderSecret: 's1', memberSecret: 's2', password: 'pw' }
const none = { orderSecret: null, memberSecret: null }

const saveTested = async () => {
  await all.drafts.begin(null)
  await all.drafts.test(fields(), enteredSecrets)
  const saved = await all.drafts.save(fields(), none, false)
  if (!saved.ok) throw new Error(saved.error.code)
  return saved.value
}

describe('a platform being added', () => {
  it('is saved with the secrets of its test, which crossed the bridge once', async () => {
    const saved = await saveTested()
    expect(saved).toMatchObject({
      baseUrl: double.baseUrl,
      verified: true,
      secrets: { order: 'stored', member: 'stored' },
      signIn: 'stored',
    })
    const kept = all.savedPlatforms.find(saved.id)
    if (kept === null) throw new Error('not saved')
    expect(await savedCredentials(all.vault, kept)).toEqual({
      applications: { order: { key: 'desk', secret: 's1' }, member: { key: 'desk', secret: 's2' } },
      user: { name: 'li.wei', password: null },
    })
    expect(JSON.stringify(all.file.read())).not.toMatch(/s1|s2|pw|refresh/)
  })

  it('has credentials that are there, but cannot be read, while its secrets are locked', async () => {
    const saved = await saveTested()
    const kept = all.savedPlatforms.find(saved.id)
    if (kept === null) throw new Error('not saved')
    const locked = { ...all.vault, read: () => Promise.resolve(null) }
    expect(await savedCredentials(locked, kept)).toMatchObject({
      applications: { order: null, member: null },
      unreadable: ['order', 'member'],
    })
    const withoutKey = { ...kept, memberAppKey: null }
    expect((await savedCredentials(locked, withoutKey)).unreadable).toEqual(['order'])
  })

  it('is not saved beyond the limit, but a saved one can be edited', async () => {
    const saved = await saveTested()
    const first = all.savedPlatforms.find(saved.id)
    if (first === null) throw new Error('not saved')
    for (let nth = 1; nth < maxPlatforms; nth += 1) await all.savedPlatforms.put({ ...first, id: `p${nth}` })
    await all.drafts.begin(null)
    expect(await all.drafts.save(fields(), none, true)).toMatchObject({ error: { code: 'limit-reached' } })
    await all.drafts.begin(saved.id)
    expect(await all.drafts.save(fields({ name: 'South' }), none, true)).toMatchObject({ ok: true })
  })

  it('keeps no password, not even for the next test', async () => {
    await all.drafts.begin(null)
    const first = await all.drafts.test(fields(), enteredSecrets)
    expect(first.has).toEqual({ orderSecret: true, memberSecret: true, password: false })
    double.tokenRequests.length = 0
    await all.drafts.test(fields(), { ...none, password: null })
    expect(double.tokenRequests.map((moveRequest) => moveRequest.get('grant_type'))).not.toContain('password')
  })

  it('keeps the password until the user center was asked, if the test ends before', async () => {
    await all.drafts.begin(null)
    double.answerTokensWith(() => ({ status: 401, body: '{"error":"invalid_client"}' }))
    const first = await all.drafts.test(fields(), enteredSecrets)
    expect(first.has.password).toBe(true)
    all.drafts.end()
    await all.drafts.begin(null)
    expect((await all.drafts.test(fields(), { ...none, password: null })).has.password).toBe(false)
  })

  it('is not saved as tested when it differs from what was tested', async () => {
    await all.drafts.begin(null)
    await all.drafts.test(fields(), enteredSecrets)
    for (const [changed, secrets] of [
      [fields({ baseUrl: 'https://elsewhere.example' }), none],
      [fields({ orderAppKey: 'other' }), none],
      [fields(), { orderSecret: 'another', memberSecret: null }],
    ] as const) {
      expect(await all.drafts.save(changed, secrets, false)).toMatchObject({
        ok: false,
        error: { code: 'not-verified' },
      })
    }
    expect(all.savedPlatforms.all()).toEqual([])
  })

  it('may be renamed after its test', async () => {
    await all.drafts.begin(null)
    await all.drafts.test(fields(), enteredSecrets)
    expect(await all.drafts.save(fields({ name: 'Main office' }), none, false)).toMatchObject({
      ok: true,
      value: { name: 'Main office', verified: true },
    })
  })

  describe('with typed and tested secrets that are not saved', () => {
    let elsewhere: Awaited<ReturnType<typeof startPlatformDouble>>
    beforeEach(async () => {
      elsewhere = await startPlatformDouble(() => envelope([]))
      // The password is kept, since the user center was not asked with it.
      double.answerTokensWith(() => ({ status: 401, body: '{"error":"invalid_client"}' }))
      await all.drafts.begin(null)
      await all.drafts.test(fields(), enteredSecrets)
    })
    afterEach(() => elsewhere.stop())
    const empty = { orderSecret: false, memberSecret: false, password: false }

    it.each([
      ['platform', () => ({ baseUrl: elsewhere.baseUrl })],
      ['user centre', () => ({ userCentreUrl: elsewhere.userCentreUrl })],
    ])('requires them again when the %s changes', async (_what, change) => {
      const { report, has } = await all.drafts.test(fields(change()), { ...none, password: null })
      expect(report.steps.find(({ problem }) => problem !== null)?.problem?.code).toBe('secret-missing')
      expect(has).toEqual(empty)
      expect(JSON.stringify([elsewhere.calls, elsewhere.tokenRequests.map(String)])).not.toMatch(/s1|s2|pw/)
      // Returning to the old address does not restore them.
      expect((await all.drafts.test(fields(), { ...none, password: null })).has).toEqual(empty)
    })

    it('keeps none for a platform saved with another address', async () => {
      const saved = await all.drafts.save(fields({ baseUrl: elsewhere.baseUrl }), none, true)
      expect(saved).toMatchObject({ value: { secrets: { order: 'none', member: 'none' } } })
      expect(all.vault.status().kept).toBe(0)
    })

    it('uses none for another app key, and no password for another user name', async () => {
      const other = fields({ orderAppKey: 'other', userName: 'wang.min' })
      const { has } = await all.drafts.test(other, { ...none, password: null })
      expect(has).toEqual({ orderSecret: false, memberSecret: true, password: false })
    })

    it('keeps them with another name or path', async () => {
      const renamed = fields({ name: 'South', userCentreUrl: `${double.userCentreUrl}?realm=south` })
      const { has } = await all.drafts.test(renamed, { ...none, password: null })
      expect(has).toEqual({ orderSecret: true, memberSecret: true, password: true })
    })
  })

  it('can be saved untested, and shows so until a request succeeded', async () => {
    await all.drafts.begin(null)
    const saved = await all.drafts.save(fields(), { orderSecret: 's1', memberSecret: 's2' }, true)
    expect(saved).toMatchObject({ ok: true, value: { verified: false, signIn: 'none' } })
    const [{ id } = { id: '' }] = all.savedPlatforms.all()
    await all.savedPlatforms.markVerified(id)
    expect(all.savedPlatforms.find(id)?.verified).toBe(true)
  })
})

describe('a platform being edited', () => {
  it('keeps its secrets where none are typed, and stays tested after a rename', async () => {
    const { id, colour } = await saveTested()
    const draft = await all.drafts.begin(id)
    expect(draft?.has).toMatchObject({ orderSecret: true, memberSecret: true })
    const renamed = await all.drafts.save(fields({ name: 'South' }), none, false)
    expect(renamed).toMatchObject({
      ok: true,
      value: { id, colour, name: 'South', verified: true, secrets: { order: 'stored' } },
    })
  })

  it('does not use an app key’s secret for another app key', async () => {
    const { id } = await saveTested()
    await all.drafts.begin(id)
    const tested = await all.drafts.test(fields({ orderAppKey: 'other' }), { ...none, password: null })
    expect(tested.report.steps.find(({ problem }) => problem !== null)?.problem?.code).toBe('secret-missing')
  })

  it('forgets the earlier user’s sign-in', async () => {
    const { id } = await saveTested()
    const before = all.savedPlatforms.find(id)
    if (before === null) throw new Error('not saved')
    await all.drafts.begin(id)
    await all.drafts.save(fields({ userName: 'wang.min' }), none, true)
    expect(all.vault.has(refreshTokenName(signInIdentity(before)))).toBe(false)
  })

  it('forgets the secret of a removed module', async () => {
    const { id } = await saveTested()
    await all.drafts.begin(id)
    const saved = await all.drafts.save(fields({ memberAppKey: null, userName: null }), none, true)
    expect(saved).toMatchObject({ value: { secrets: { order: 'stored', member: 'none' } } })
  })
})

describe('saved app keys', () => {
  const loss = () => ({ name: 'North', address: double.baseUrl })
  const save = async (
    part: Partial<PlatformFields>,
    secrets: { readonly orderSecret?: string } = {},
    id?: string,
  ) => {
    const saved = id === undefined ? await saveTested() : { id }
    losses.length = 0
    await all.drafts.begin(saved.id)
    return { ...saved, outcome: await all.drafts.save(fields(part), { ...none, ...secrets }, true) }
  }
  const secretsNow = async (id: string) => {
    const kept = all.savedPlatforms.find(id)
    if (kept === null) throw new Error('not saved')
    const { applications } = await savedCredentials(all.vault, kept)
    return [applications.order?.secret, applications.member?.secret]
  }

  it.each<[string, () => [Partial<PlatformFields>, { orderSecret?: string }?]]>([
    ['no app key is left', () => [{ orderAppKey: null, memberAppKey: null, userName: null }]],
    ['one app key is left out', () => [{ memberAppKey: null, userName: null }]],
    ['an app key is another one', () => [{ orderAppKey: 'other' }]],
    ['the user center is another server', () => [{ userCentreUrl: 'https://elsewhere.example/token' }]],
    ['the platform is another server', () => [{ baseUrl: 'https://elsewhere.example' }]],
    ['an untested secret replaces one', () => [{}, { orderSecret: 'page' }]],
  ])('are lost only if the user accepts it: %s', async (_what, input) => {
    acceptsLoss = false
    const [part, secrets] = input()
    const { id, outcome } = await save(part, secrets)
    expect([losses, outcome]).toMatchObject([[loss()], { error: { code: 'not-confirmed' } }])
    expect(all.savedPlatforms.find(id)).toMatchObject({ orderAppKey: 'desk', memberAppKey: 'desk' })
    expect(await secretsNow(id)).toEqual(['s1', 's2'])
    acceptsLoss = true
    expect((await save(part, secrets, id)).outcome).toMatchObject({ ok: true })
    expect(losses).toEqual([loss()])
  })

  it('are not asked about where none is lost', async () => {
    const { id } = await save({ name: 'North' })
    await save({ baseUrl: `${double.baseUrl}/v2` }, {}, id)
    await save({}, { orderSecret: 's1' }, id)
    await all.drafts.begin(id)
    // Tested with the platform.
    await all.drafts.test(fields(), { orderSecret: 'new', memberSecret: null, password: null })
    expect(await all.drafts.save(fields(), none, false)).toMatchObject({ ok: true })
    expect(losses).toEqual([])
    expect(await secretsNow(id)).toEqual(['new', 's2'])
  })
})

describe('a platform with an edited address', () => {
  // Otherwise a compromised page could edit the address and send the secrets there with the next test.
  let elsewhere: Awaited<ReturnType<typeof startPlatformDouble>>
  beforeEach(async () => {
    elsewhere = await startPlatformDouble(() => envelope([]))
  })
  afterEach(() => elsewhere.stop())
  const moved = {
    'its user centre': () => fields({ userCentreUrl: elsewhere.userCentreUrl }),
    'its platform': () => fields({ baseUrl: elsewhere.baseUrl }),
  }
  const heardElsewhere = () =>
    JSON.stringify([elsewhere.calls, elsewhere.tokenRequests.map((request) => request.toString())])

  it.each(Object.entries(moved))('uses no kept secret for another host: %s', async (_what, to) => {
    const { id } = await saveTested()
    await all.drafts.begin(id)
    const { report, has } = await all.drafts.test(to(), { ...none, password: null })
    expect(report.steps.find(({ problem }) => problem !== null)?.problem?.code).toBe('secret-missing')
    expect(has).toEqual({ orderSecret: false, memberSecret: false, password: false })
    expect(heardElsewhere()).not.toMatch(/s1|s2|refresh-|token-\d/)
  })

  it.each(Object.entries(moved))('keeps no secret when saved untested: %s', async (_what, to) => {
    const { id } = await saveTested()
    await all.drafts.begin(id)
    const saved = await all.drafts.save(to(), none, true)
    expect(saved).toMatchObject({
      value: { verified: false, signIn: 'none', secrets: { order: 'none', member: 'none' } },
    })
    expect(all.vault.status().kept).toBe(0)
  })

  it('gets no sign-in of another platform with the same name', async () => {
    await saveTested()
    await all.drafts.begin(null)
    const evil = fields({ userCentreUrl: elsewhere.userCentreUrl })
    const saved = await all.drafts.save(evil, { orderSecret: 'x', memberSecret: 'x' }, true)
    expect(saved).toMatchObject({ value: { signIn: 'none' } })
  })

  it('keeps its secrets where only the path changes', async () => {
    const { id } = await saveTested()
    await all.drafts.begin(id)
    const { report } = await all.drafts.test(
      fields({ userCentreUrl: `${double.userCentreUrl}?realm=north` }),
      { ...none, password: null },
    )
    expect(report.passed).toBe(true)
  })
})

describe('signing out of a platform', () => {
  it('forgets the sign-in, and the app keys only on request', async () => {
    const { id } = await saveTested()
    expect(await all.savedPlatforms.signOut(id, false)).toEqual({ signIn: true, keys: 0 })
    expect(await all.savedPlatforms.signOut(id, true)).toEqual({ signIn: false, keys: 2 })
    expect(all.vault.status().kept).toBe(0)
  })

  it('removes every secret with the platform', async () => {
    const { id } = await saveTested()
    await all.savedPlatforms.setCurrent(id)
    await all.savedPlatforms.remove(id)
    expect(all.vault.status().kept).toBe(0)
    expect([all.savedPlatforms.all(), all.savedPlatforms.current()]).toEqual([[], 'training'])
  })
})

describe('the address of a saved platform', () => {
  const platformIdOf = (id: string) => all.savedPlatforms.find(id)?.platformId
  /** Platform IDs whose queue, passwords and known records were deleted. */
  const forgotten: string[] = []
  beforeEach(() => {
    forgotten.length = 0
    followRemovals(all.savedPlatforms, (platformId) => forgotten.push(platformId))
  })
  const edit = async (id: string, part: Partial<PlatformFields>) => {
    await all.drafts.begin(id)
    const saved = await all.drafts.save(fields(part), none, true)
    if (!saved.ok) throw new Error(saved.error.code)
    return saved.value
  }

  it('is normalized, and the secrets stay', async () => {
    const { id, baseUrl } = await saveTested()
    const spellings = [`${baseUrl}//`, baseUrl.replace('http:', 'HTTP:'), ` ${baseUrl}/./ `]
    for (const spelling of spellings) {
      const after = await edit(id, { baseUrl: spelling })
      expect([spelling, after.baseUrl, after.signIn]).toEqual([spelling, baseUrl, 'stored'])
    }
    expect(forgotten).toEqual([])
  })

  it('keeps its data when its address gets another spelling or path', async () => {
    const { id, baseUrl } = await saveTested()
    all.known.push(baseUrl)
    for (const path of ['/v2', '/v3/', '']) {
      expect((await edit(id, { baseUrl: `${baseUrl}${path}` })).signIn).toBe('stored')
      expect(platformIdOf(id)).toBe(baseUrl)
    }
    await all.savedPlatforms.remove(id)
    expect([questions, forgotten]).toEqual([[], [baseUrl]])
  })

  it('keeps data that an earlier version stored under another spelling', async () => {
    const former = `${double.baseUrl.replace('http:', 'HTTP:')}/`
    all.known.push(former)
    const { id, baseUrl } = await saveTested()
    expect([baseUrl, platformIdOf(id)]).toEqual([double.baseUrl, former])
  })

  describe('on another server', () => {
    const elsewhere = 'https://elsewhere.example'

    it('moves the data if the user confirms it, with the counts of waiting changes', async () => {
      const { id, baseUrl } = await saveTested()
      all.known.push(baseUrl)
      answerMove = () => Promise.resolve('move')
      await edit(id, { baseUrl: elsewhere })
      expect(questions).toMatchObject([{ from: baseUrl, to: elsewhere, data: { queued: 3 } }])
      expect(platformIdOf(id)).toBe(baseUrl)
      // Another one at the former address is another platform.
      await all.drafts.begin(null)
      const other = await all.drafts.save(fields(), none, true)
      expect(other.ok && platformIdOf(other.value.id)).toBe(`${baseUrl}#2`)
    })

    it('has none of them where a person keeps them separate, and has them again at the former address', async () => {
      const { id, baseUrl } = await saveTested()
      all.known.push(baseUrl)
      answerMove = () => Promise.resolve('separate')
      await edit(id, { baseUrl: elsewhere })
      expect(platformIdOf(id)).toBe(elsewhere)
      await edit(id, {})
      expect(platformIdOf(id)).toBe(baseUrl)
      expect(questions).toHaveLength(1)
      expect(forgotten).toEqual([])
    })

    it('is not saved, and loses nothing, where a person cancels', async () => {
      const { id, baseUrl } = await saveTested()
      all.known.push(baseUrl)
      const before = all.savedPlatforms.find(id)
      await all.drafts.begin(id)
      const saved = await all.drafts.save(fields({ baseUrl: elsewhere }), none, true)
      expect(saved).toMatchObject({ ok: false, error: { code: 'not-confirmed' } })
      expect([all.savedPlatforms.find(id), all.vault.status().kept]).toEqual([before, 3])
    })

    it('takes nothing from another platform of the list with the same address', async () => {
      const { baseUrl } = await saveTested()
      all.known.push(baseUrl)
      const second = await saveTested()
      answerMove = () => Promise.resolve('move')
      await edit(second.id, { baseUrl: elsewhere })
      expect([questions, platformIdOf(second.id)]).toEqual([[], elsewhere])
      // The sign-in of the first, which the second shared, is still there.
      const [first] = (await all.savedPlatforms.list()).environments
      expect(first).toMatchObject({ baseUrl, signIn: 'stored' })
    })

    it('is not saved over an edit made while the dialog was open', async () => {
      const { id, baseUrl } = await saveTested()
      all.known.push(baseUrl)
      answerMove = async () => {
        await all.savedPlatforms.remove(id)
        return 'move'
      }
      await all.drafts.begin(id)
      const saved = await all.drafts.save(fields({ baseUrl: elsewhere }), none, true)
      expect(saved).toMatchObject({ ok: false, error: { code: 'not-found' } })
      expect([all.savedPlatforms.all(), all.vault.status().kept]).toEqual([[], 0])
    })
  })

  it('is the same for every spelling of one URL', () => {
    const one = 'https://p.example/api'
    for (const spelling of [
      'HTTPS://P.EXAMPLE:443/api/',
      ' https://p.example/api// ',
      'https://p.example/x/../api',
    ]) {
      expect(normalizeAddress(spelling)).toBe(one)
    }
    for (const other of [
      'http://p.example/api',
      'https://p.example:444/api',
      'https://p.example/API',
      'none',
    ]) {
      expect(normalizeAddress(other)).toBe(other)
    }
  })
})
