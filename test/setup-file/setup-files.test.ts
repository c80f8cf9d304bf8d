import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSetup } from '../../src-main/setup-file/read-setup'
import { lockProfileSchema, profileText, writeProfile } from '../../src-main/locks/profiles/profile'
import type { SetupItem } from '#shared/model/app/setup-file'
import { temporaryFolder } from '../support/temporary-folder'
import { openComputer } from './support/computer'
import { bytesOf, hash, sampleProfile, sampleSetup } from './support/sample'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const json = async (name: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folder.path, name), 'utf8')) as Record<string, unknown>
const states = (items: readonly SetupItem[]) =>
  items.map(({ group, label, state, conflict, count }) => [group, label, count, conflict ?? state])
const previewOf = ({ setup }: Awaited<ReturnType<typeof openComputer>>, content: unknown) => {
  const preview = setup.preview(readSetup(bytesOf(content)))
  if (preview.state === 'refused') throw new Error(JSON.stringify(preview.problem))
  return preview.items
}
const exportOf = ({ setup }: Awaited<ReturnType<typeof openComputer>>) => {
  const written = setup.write()
  if (!written.ok) throw new Error(written.error.message)
  return written.value
}

describe('an import', () => {
  it('brings everything to an empty computer, on disk, and the same file is then unchanged', async () => {
    const sample = sampleSetup()
    const computer = await openComputer(folder.path)
    expect(states(previewOf(computer, sample))).toEqual([
      ['platforms', 'East', 1, 'new'],
      ['enterprises', 'https://east.example/api', 2, 'new'],
      ['names', 'https://east.example/api', 2, 'new'],
      ['views', 'Disabled', 1, 'new'],
      ['profiles', 'shop-key', 1, 'new'],
      ['operators', 'Li Wei', 1, 'new'],
      ['operators', '陈宇', 1, 'new'],
      ['settings', 'language', 1, 'changed'],
      ['settings', 'theme', 1, 'changed'],
      ['settings', 'idleLockMinutes', 1, 'changed'],
      ['settings', 'chunkSize', 1, 'changed'],
    ])
    expect(await computer.takeAll(bytesOf(sample))).toEqual({
      ok: true,
      value: { imported: 13, failed: null },
    })

    const { platforms, data } = sample
    const [east] = data
    expect(await json('environments.json')).toMatchObject({
      current: 'training',
      environments: [{ ...platforms[0], platformId: 'https://east.example/api', verified: false }],
    })
    const address = 'https://east.example/api'
    expect(await json('register.json')).toMatchObject({ platforms: { [address]: east?.enterprises } })
    expect(await json('lock-names.json')).toMatchObject({ platforms: { [address]: east?.names } })
    expect(await json('saved-views.json')).toMatchObject({
      platforms: { [address]: { assets: { views: [{ name: 'Disabled' }], defaultName: 'Disabled' } } },
    })
    expect(await json('lock-profiles/shop-key.json')).toMatchObject({ id: 'shop-key' })
    expect(await json('settings.json')).toMatchObject({
      ...sample.settings,
      operators: ['Li Wei', '陈宇'],
      operatorIdentity: '',
    })

    const again = await openComputer(folder.path)
    expect(previewOf(again, sample).every(({ state }) => state === 'same')).toBe(true)
    expect(JSON.parse(Buffer.from(exportOf(again).bytes).toString())).toMatchObject({
      platforms,
      data,
      operators: sample.operators,
      settings: sample.settings,
    })
  })

  it('leaves profiles of practice models and from simulated locks out of what is written', async () => {
    const practised = { ...sampleProfile, id: 'learned-1209-0005', match: { vendorId: 0x1209, productId: 5 } }
    const learned = { at: '2026-11-28', samples: [hash('1'), hash('2'), hash('3')], simulated: true }
    const simulated = { ...sampleProfile, id: 'learned-1bc0-8123', learned }
    const computer = await openComputer(folder.path)
    for (const profile of [sampleProfile, practised, simulated]) {
      const saved = await computer.profiles.save(profileText(lockProfileSchema.parse(profile)))
      expect(saved).toMatchObject({ ok: true })
    }
    const written = JSON.parse(Buffer.from(exportOf(computer).bytes).toString()) as {
      profiles: { id: string }[]
    }
    expect(written.profiles.map(({ id }) => id)).toEqual(['shop-key'])
    expect(exportOf(computer).leftOut).toBe(0)
  })

  it('shows the values that it replaces', async () => {
    const computer = await openComputer(folder.path)
    await computer.takeAll(bytesOf(sampleSetup()))
    const other = sampleSetup()
    Object.assign(other.platforms[0]!, { name: 'East 2' })
    Object.assign(other.settings, { theme: 'light', chunkSize: 7 })
    const changes = previewOf(computer, other).flatMap(({ label, change }) =>
      change === null ? [] : [[label, change.before, change.after]],
    )
    expect(changes).toEqual([
      ['East 2', 'East', 'East 2'],
      ['theme', 'dark', 'light'],
      ['chunkSize', sampleSetup().settings.chunkSize, 7],
    ])
  })

  it('marks a platform as look only, and never ends a mark', async () => {
    const setup = (lookOnly?: boolean) => {
      const sample = sampleSetup()
      if (lookOnly !== undefined) Object.assign(sample.platforms[0]!, { lookOnly })
      return sample
    }
    const first = (computer: Awaited<ReturnType<typeof openComputer>>, content: unknown) =>
      previewOf(computer, content)[0]
    const computer = await openComputer(folder.path)
    expect(first(computer, setup(true))).toMatchObject({ state: 'new', lookOnly: true })
    await computer.takeAll(bytesOf(setup()))
    expect(Buffer.from(exportOf(computer).bytes).toString()).not.toContain('lookOnly')
    expect(first(computer, setup(false))).toMatchObject({ state: 'same' })
    expect(first(computer, setup(true))).toMatchObject({ state: 'changed', lookOnly: true, change: null })
    await computer.takeAll(bytesOf(setup(true)))
    for (const content of [setup(), setup(false), setup(true)]) {
      expect(first(computer, content)).toMatchObject({ state: 'same' })
      await computer.takeAll(bytesOf(content))
      expect(computer.savedPlatforms.all()).toMatchObject([{ lookOnly: true }])
    }
    expect(JSON.parse(Buffer.from(exportOf(computer).bytes).toString())).toMatchObject({
      platforms: [{ lookOnly: true }],
    })
  })

  it.each([1, 0, 3_650])('never changes when signatures are deleted (%s days)', async (signatureDays) => {
    const computer = await openComputer(folder.path)
    await computer.settings.change({ signatureDays: 60 })
    const setup = { ...sampleSetup(), settings: { signatureDays } }
    const item = previewOf(computer, setup).find(({ label }) => label === 'signatureDays')
    expect(item).toMatchObject({
      state: 'conflict',
      conflict: 'deletes-data',
      change: { before: 60, after: signatureDays },
    })
    await computer.takeAll(bytesOf(setup))
    await computer.setup.take(readSetup(bytesOf(setup)), [item?.key ?? ''])
    expect(computer.settings.read().signatureDays).toBe(60)
    expect(Buffer.from(exportOf(computer).bytes).toString()).not.toContain('signatureDays')
  })

  it('takes only what was chosen', async () => {
    const computer = await openComputer(folder.path)
    const items = previewOf(computer, sampleSetup())
    const chosen = items.filter(({ label }) => label === '陈宇' || label === 'theme').map(({ key }) => key)
    await computer.setup.take(readSetup(bytesOf(sampleSetup())), chosen)
    expect(computer.settings.read()).toMatchObject({ operators: ['陈宇'], theme: 'dark', language: 'system' })
    expect(computer.savedPlatforms.all()).toEqual([])
  })

  it('names what it replaces, and keeps what the file does not have', async () => {
    const computer = await openComputer(folder.path)
    await computer.takeAll(bytesOf(sampleSetup()))
    const other = sampleSetup()
    const [east] = other.data
    Object.assign(other.platforms[0]!, { name: 'East 2' })
    Object.assign(east!.enterprises[1]!, { enterpriseName: 'Renamed', channelCode: null })
    east!.enterprises.splice(0, 1)
    Object.assign(east!.names[0]!, { note: '' })
    east!.views.assets![0]!.state = { ...east!.views.assets![0]!.state, text: '80' }
    Object.assign(other.profiles[0]!, { name: { en: 'Other', zh: '其他' } })
    expect(states(previewOf(computer, other).filter(({ state }) => state !== 'same'))).toEqual([
      ['platforms', 'East 2', 1, 'changed'],
      ['enterprises', 'https://east.example/api', 1, 'changed'],
      ['names', 'https://east.example/api', 1, 'changed'],
      ['views', 'Disabled', 1, 'changed'],
      ['profiles', 'shop-key', 1, 'changed'],
    ])
    await computer.takeAll(bytesOf(other))
    expect(await json('register.json')).toMatchObject({
      platforms: {
        'https://east.example/api': [
          { enterpriseGlobalId: 'E0' },
          { enterpriseGlobalId: 'E1', enterpriseName: 'Renamed', channelCode: 'CRM' },
        ],
      },
    })
  })

  it('never gives a saved platform another address: its secrets would go there', async () => {
    const computer = await openComputer(folder.path)
    await computer.takeAll(bytesOf(sampleSetup()))
    const [before] = computer.savedPlatforms.all()
    const moved = sampleSetup()
    Object.assign(moved.platforms[0]!, { userCentreUrl: 'https://evil.example/token' })
    expect(states(previewOf(computer, moved))[0]).toEqual(['platforms', 'East', 1, 'new'])
    await computer.takeAll(bytesOf(moved))
    const [first, second] = computer.savedPlatforms.all()
    expect(first).toEqual(before)
    expect(second?.userCentreUrl).toBe('https://evil.example/token')
    expect(second?.id).not.toBe(first?.id)
  })

  it('overrides nothing that the policy manages or forbids', async () => {
    const computer = await openComputer(folder.path, {
      isManaged: (setting) => setting === 'chunkSize',
      allowsPlatform: () => false,
    })
    const items = previewOf(computer, sampleSetup())
    expect(states(items)).toContainEqual(['platforms', 'East', 1, 'platform-not-allowed'])
    expect(states(items)).toContainEqual(['settings', 'chunkSize', 1, 'managed'])
    await computer.takeAll(bytesOf(sampleSetup()))
    expect(computer.savedPlatforms.all()).toEqual([])
    expect(computer.settings.read()).toMatchObject({ chunkSize: 100, theme: 'dark' })
  })

  it('writes nothing where an address or a sending profile is declined', async () => {
    for (const declined of ['confirmPlatform', 'confirmProfile'] as const) {
      const confirm = vi.fn(() => Promise.resolve(false))
      const computer = await openComputer(folder.path, { [declined]: confirm })
      expect(await computer.takeAll(bytesOf(sampleSetup()))).toMatchObject({
        error: { code: 'not-confirmed' },
      })
      expect(confirm).toHaveBeenCalledOnce()
      expect(computer.savedPlatforms.all()).toEqual([])
      expect(computer.settings.read().operators).toEqual([])
    }
  })

  it('holds back what would exceed a limit', async () => {
    const computer = await openComputer(folder.path)
    const many = Array.from({ length: 99 }, (_, at) => `Operator ${at}`)
    await computer.settings.change({ operators: many })
    expect(states(previewOf(computer, sampleSetup())).filter(([group]) => group === 'operators')).toEqual([
      ['operators', 'Li Wei', 1, 'new'],
      ['operators', '陈宇', 1, 'limit-reached'],
    ])
  })
})

describe('an export', () => {
  it('has no secret, wherever secrets are', async () => {
    const canary = 'CANARY-7f3a'
    await openComputer(folder.path).then(({ takeAll }) => takeAll(bytesOf(sampleSetup())))
    const planted = (name: string, content: unknown) =>
      writeFile(join(folder.path, name), typeof content === 'string' ? content : JSON.stringify(content))
    await planted('vault.json', { version: 2, passphrase: null, secrets: { [canary]: canary } })
    await planted('refresh-token', canary)
    await planted('drafts.json', { version: 1, orders: { 'https://east.example/api': canary } })
    const environments = await json('environments.json')
    const [east] = environments['environments'] as Record<string, unknown>[]
    Object.assign(east!, { secret: canary, orderSecret: canary, password: canary })
    await planted('environments.json', environments)
    await planted('settings.json', {
      ...(await json('settings.json')),
      token: canary,
      operatorIdentity: canary,
    })
    await mkdir(join(folder.path, 'lock-profiles'), { recursive: true })
    const agreed = hash(canary)
    await planted('lock-profiles/learned.json', {
      ...sampleProfile,
      id: 'learned',
      learned: { at: '2026-01-01', samples: [hash('1'), hash('2')], agreed: [agreed] },
    })
    const { bytes } = exportOf(await openComputer(folder.path))
    const text = Buffer.from(bytes).toString()
    expect(text).toContain('"learned"')
    expect(text).toContain('east-orders')
    expect(text).not.toContain(canary)
    expect(text).not.toContain(agreed)
    expect(JSON.parse(text)).not.toHaveProperty('settings.operatorIdentity')
    expect(JSON.parse(text)).not.toHaveProperty('settings.commandLineChanges')
  })

  it('leaves out and counts texts that an import would refuse', async () => {
    const computer = await openComputer(folder.path)
    await computer.settings.change({ operators: ['Li Wei', 'two\nlines'] })
    const { bytes, leftOut } = exportOf(computer)
    expect(leftOut).toBe(1)
    expect(computer.setup.preview(readSetup(bytes)).state).toBe('read')
  })

  it('writes a profile as its file has it', async () => {
    const computer = await openComputer(folder.path)
    await computer.takeAll(bytesOf(sampleSetup()))
    const { profiles } = JSON.parse(Buffer.from(exportOf(computer).bytes).toString()) as {
      profiles: unknown[]
    }
    const own = computer.profiles.profiles.find(({ id }) => id === 'shop-key')!
    expect(profiles).toEqual([writeProfile(own)])
  })
})
