import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EnvironmentFields } from '#shared/model/environment'
import { createConnectDrafts } from '../../src-main/environments/connect-draft'
import { savedCredentials, signInPlace } from '../../src-main/environments/environment-secrets'
import { createEnvironments } from '../../src-main/environments/environments'
import { noEnvironments } from '../../src-main/environments/environments-file'
import type { EnvironmentsContent } from '../../src-main/environments/environments-file'
import { refreshTokenName } from '../../src-main/vault/refresh-token'
import { createVault, emptyVault } from '../../src-main/vault/vault'
import type { VaultContent } from '../../src-main/vault/vault'
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

let double: Awaited<ReturnType<typeof startPlatformDouble>>
const stand = async () => {
  const file = memoryFile<EnvironmentsContent>(noEnvironments)
  const vault = await createVault(keyring, memoryFile<VaultContent>(emptyVault))
  const environments = createEnvironments({ file, vault, isOpen: () => 'training', launched: null })
  const drafts = createConnectDrafts({
    environments,
    vault,
    network: { proxyFor: () => Promise.resolve(null), certificates: () => undefined },
    enterpriseOf: () => null,
    onSteps: () => undefined,
  })
  return { file, vault, environments, drafts }
}
let all: Awaited<ReturnType<typeof stand>>
beforeEach(async () => {
  double = await startPlatformDouble(() => envelope([]))
  all = await stand()
})
afterEach(() => double.stop())

const fields = (part: Partial<EnvironmentFields> = {}): EnvironmentFields => ({
  name: 'North',
  baseUrl: `${double.baseUrl}/`,
  userCentreUrl: double.userCentreUrl,
  orderAppKey: 'desk',
  memberAppKey: 'desk',
  userName: 'li.wei',
  ...part,
})
const given = { orderSecret: 's1', memberSecret: 's2', password: 'pw' }
const none = { orderSecret: null, memberSecret: null }

const saveTested = async () => {
  await all.drafts.begin(null)
  await all.drafts.test(fields(), given)
  const saved = await all.drafts.save(fields(), none, false)
  if (!saved.ok) throw new Error(saved.error.code)
  return saved.value
}

describe('a platform that is being entered', () => {
  it('is saved with the secrets of its test, which came over the bridge once', async () => {
    const saved = await saveTested()
    expect(saved).toMatchObject({
      baseUrl: double.baseUrl,
      verified: true,
      secrets: { order: 'kept', member: 'kept' },
      signIn: 'kept',
    })
    const kept = all.environments.find(saved.id)
    if (kept === null) throw new Error('not saved')
    expect(await savedCredentials(all.vault, kept)).toEqual({
      applications: { order: { key: 'desk', secret: 's1' }, member: { key: 'desk', secret: 's2' } },
      user: { name: 'li.wei', password: null },
    })
    expect(JSON.stringify(all.file.read())).not.toMatch(/s1|s2|pw|refresh/)
  })

  it('keeps no password, not even for the next test', async () => {
    await all.drafts.begin(null)
    const first = await all.drafts.test(fields(), given)
    expect(first.has).toEqual({ orderSecret: true, memberSecret: true, password: false })
    double.tokenRequests.length = 0
    await all.drafts.test(fields(), { ...none, password: null })
    expect(double.tokenRequests.map((asked) => asked.get('grant_type'))).not.toContain('password')
  })

  it('holds the password until the user centre was asked, however the test ends before', async () => {
    await all.drafts.begin(null)
    double.answerTokensWith(() => ({ status: 401, body: '{"error":"invalid_client"}' }))
    const first = await all.drafts.test(fields(), given)
    expect(first.has.password).toBe(true)
    all.drafts.end()
    await all.drafts.begin(null)
    expect((await all.drafts.test(fields(), { ...none, password: null })).has.password).toBe(false)
  })

  it('is not saved as tested when it is not what was tested', async () => {
    await all.drafts.begin(null)
    await all.drafts.test(fields(), given)
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
    expect(all.environments.all()).toEqual([])
  })

  it('may be called another name after its test', async () => {
    await all.drafts.begin(null)
    await all.drafts.test(fields(), given)
    expect(await all.drafts.save(fields({ name: 'Main office' }), none, false)).toMatchObject({
      ok: true,
      value: { name: 'Main office', verified: true },
    })
  })

  describe('with secrets that were typed and tested but not saved', () => {
    let elsewhere: Awaited<ReturnType<typeof startPlatformDouble>>
    beforeEach(async () => {
      elsewhere = await startPlatformDouble(() => envelope([]))
      // The password is held on: the user centre was not asked with it.
      double.answerTokensWith(() => ({ status: 401, body: '{"error":"invalid_client"}' }))
      await all.drafts.begin(null)
      await all.drafts.test(fields(), given)
    })
    afterEach(() => elsewhere.stop())
    const empty = { orderSecret: false, memberSecret: false, password: false }

    it.each([
      ['platform', () => ({ baseUrl: elsewhere.baseUrl })],
      ['user centre', () => ({ userCentreUrl: elsewhere.userCentreUrl })],
    ])('asks for them again when the %s becomes another', async (_what, change) => {
      const { report, has } = await all.drafts.test(fields(change()), { ...none, password: null })
      expect(report.steps.find(({ problem }) => problem !== null)?.problem?.code).toBe('secret-missing')
      expect(has).toEqual(empty)
      expect(JSON.stringify([elsewhere.calls, elsewhere.tokenRequests.map(String)])).not.toMatch(/s1|s2|pw/)
      // Nor do they come back with the old address.
      expect((await all.drafts.test(fields(), { ...none, password: null })).has).toEqual(empty)
    })

    it('keeps none of them for a platform that is saved with another address', async () => {
      const saved = await all.drafts.save(fields({ baseUrl: elsewhere.baseUrl }), none, true)
      expect(saved).toMatchObject({ value: { secrets: { order: 'none', member: 'none' } } })
      expect(all.vault.status().kept).toBe(0)
    })

    it('takes none for another key, and no password for another name', async () => {
      const other = fields({ orderAppKey: 'other', userName: 'wang.min' })
      const { has } = await all.drafts.test(other, { ...none, password: null })
      expect(has).toEqual({ orderSecret: false, memberSecret: true, password: false })
    })

    it('needs none of them again under another name or path', async () => {
      const renamed = fields({ name: 'South', userCentreUrl: `${double.userCentreUrl}?realm=south` })
      const { has } = await all.drafts.test(renamed, { ...none, password: null })
      expect(has).toEqual({ orderSecret: true, memberSecret: true, password: true })
    })
  })

  it('is saved untested when the person wants it so, and says so until a call went well', async () => {
    await all.drafts.begin(null)
    const saved = await all.drafts.save(fields(), { orderSecret: 's1', memberSecret: 's2' }, true)
    expect(saved).toMatchObject({ ok: true, value: { verified: false, signIn: 'none' } })
    const [{ id } = { id: '' }] = all.environments.all()
    await all.environments.markVerified(id)
    expect(all.environments.find(id)?.verified).toBe(true)
  })
})

describe('a platform that is edited', () => {
  it('keeps its secrets where none are typed, and is still good under another name', async () => {
    const { id, colour } = await saveTested()
    const draft = await all.drafts.begin(id)
    expect(draft?.has).toMatchObject({ orderSecret: true, memberSecret: true })
    const renamed = await all.drafts.save(fields({ name: 'South' }), none, false)
    expect(renamed).toMatchObject({
      ok: true,
      value: { id, colour, name: 'South', verified: true, secrets: { order: 'kept' } },
    })
  })

  it('does not take one key’s secret for another key', async () => {
    const { id } = await saveTested()
    await all.drafts.begin(id)
    const tested = await all.drafts.test(fields({ orderAppKey: 'other' }), { ...none, password: null })
    expect(tested.report.steps.find(({ problem }) => problem !== null)?.problem?.code).toBe('secret-missing')
  })

  it('forgets the sign-in of whoever signed in before', async () => {
    const { id } = await saveTested()
    const before = all.environments.find(id)
    if (before === null) throw new Error('not saved')
    await all.drafts.begin(id)
    await all.drafts.save(fields({ userName: 'wang.min' }), none, true)
    expect(all.vault.has(refreshTokenName(signInPlace(before)))).toBe(false)
  })

  it('forgets the secret of a module that is left out from now on', async () => {
    const { id } = await saveTested()
    await all.drafts.begin(id)
    const saved = await all.drafts.save(fields({ memberAppKey: null, userName: null }), none, true)
    expect(saved).toMatchObject({ value: { secrets: { order: 'kept', member: 'none' } } })
  })
})

describe('a platform whose address is edited', () => {
  // Found by an attack: whoever has the page edits the address, and the next test brings the secrets there.
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

  it.each(Object.entries(moved))('has no kept secret for another place: %s', async (_what, to) => {
    const { id } = await saveTested()
    await all.drafts.begin(id)
    const { report, has } = await all.drafts.test(to(), { ...none, password: null })
    expect(report.steps.find(({ problem }) => problem !== null)?.problem?.code).toBe('secret-missing')
    expect(has).toEqual({ orderSecret: false, memberSecret: false, password: false })
    expect(heardElsewhere()).not.toMatch(/s1|s2|refresh-|token-\d/)
  })

  it.each(Object.entries(moved))('takes none along when it is saved untested: %s', async (_what, to) => {
    const { id } = await saveTested()
    await all.drafts.begin(id)
    const saved = await all.drafts.save(to(), none, true)
    expect(saved).toMatchObject({
      value: { verified: false, signIn: 'none', secrets: { order: 'none', member: 'none' } },
    })
    expect(all.vault.status().kept).toBe(0)
  })

  it('gets no sign-in of another that is called the same', async () => {
    await saveTested()
    await all.drafts.begin(null)
    const evil = fields({ userCentreUrl: elsewhere.userCentreUrl })
    const saved = await all.drafts.save(evil, { orderSecret: 'x', memberSecret: 'x' }, true)
    expect(saved).toMatchObject({ value: { signIn: 'none' } })
  })

  it('keeps them where only the path is another one', async () => {
    const { id } = await saveTested()
    await all.drafts.begin(id)
    const { report } = await all.drafts.test(
      fields({ userCentreUrl: `${double.userCentreUrl}?realm=north` }),
      { ...none, password: null },
    )
    expect(report.passed).toBe(true)
  })
})

describe('leaving a platform', () => {
  it('forgets the sign-in, and the keys only when told to', async () => {
    const { id } = await saveTested()
    expect(await all.environments.signOut(id, false)).toEqual({ signIn: true, keys: 0 })
    expect(await all.environments.signOut(id, true)).toEqual({ signIn: false, keys: 2 })
    expect(all.vault.status().kept).toBe(0)
  })

  it('takes every secret with it when it is removed', async () => {
    const { id } = await saveTested()
    await all.environments.setCurrent(id)
    await all.environments.remove(id)
    expect(all.vault.status().kept).toBe(0)
    expect([all.environments.all(), all.environments.current()]).toEqual([[], 'training'])
  })
})
