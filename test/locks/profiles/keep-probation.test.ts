import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openProfileRepository } from '../../../src-main/locks/profiles/profile-repository'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probation-'))
})
afterEach(() => rm(folder, { recursive: true }))

const learned = { at: '2026-11-24', samples: ['a'.repeat(64), 'b'.repeat(64)] }
const agreed = ['c', 'd', 'e'].map((digit) => digit.repeat(64))
const file = {
  id: 'learned-1bc0-8123',
  name: { en: 'Key', zh: 'Key' },
  match: { vendorId: '0x1bc0', productId: '0x8123' },
  read: { by: 'feature', reportId: 5 },
  extract: { offset: 4, length: 5, as: 'uint-le' },
}
const elsewhere = { ...file, extract: { ...file.extract, offset: 5 } }
const signed = {
  signer: { algorithm: 'Ed25519', key: 'k', name: 'n' },
  signature: 's',
}

/** A learned profile with comparisons on this computer; returns what its folder contains after another is saved. */
const afterSaving = async (text: object, comparisons: object = { agreed: agreed.slice(0, 2) }) => {
  const profiles = await openProfileRepository(folder)
  await profiles.saveLearned(JSON.stringify({ ...file, learned: { ...learned, ...comparisons } }))
  const checked = profiles.check(JSON.stringify(text))
  await profiles.save(JSON.stringify(text))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const files = texts.map((each) => JSON.parse(each) as { id: string; learned?: object; signature?: string })
  return { files, isOnProbation: checked.ok && checked.isOnProbation }
}

describe('a saved profile of a learned model', () => {
  it('keeps its probation and its comparisons when the field is deleted', async () => {
    const { files, isOnProbation } = await afterSaving({ ...file, name: { en: 'Mine', zh: '我的' } })
    expect(files).toMatchObject([
      { name: { en: 'Mine' }, learned: { ...learned, agreed: agreed.slice(0, 2) } },
    ])
    expect(isOnProbation).toBe(true)
  })

  it('stays trusted with its comparisons, and stays suspended', async () => {
    const trusted = await afterSaving(file, { agreed })
    expect([trusted.isOnProbation, trusted.files[0]?.learned]).toEqual([false, { ...learned, agreed }])
    const suspended = await afterSaving(file, { agreed, suspended: true })
    expect(suspended.isOnProbation).toBe(true)
    expect(suspended.files[0]?.learned).toEqual({ ...learned, agreed, suspended: true })
  })

  it('begins its probation again when it reads or matches something else', async () => {
    for (const changed of [elsewhere, { ...file, match: { ...file.match, interface: 1 } }]) {
      const { files, isOnProbation } = await afterSaving(changed, { agreed })
      expect([isOnProbation, files[0]?.learned]).toEqual([true, learned])
    }
  })

  it('takes no comparison from the text', async () => {
    const own = { at: '2026-11-25', samples: learned.samples }
    const { files } = await afterSaving({ ...file, learned: { ...own, agreed } }, { agreed: [agreed[0]] })
    expect(files[0]?.learned).toEqual({ ...own, agreed: [agreed[0]] })
  })

  it('is on probation as a copy with another ID', async () => {
    const { files, isOnProbation } = await afterSaving({ ...elsewhere, id: 'copy' }, { agreed })
    expect(files.find(({ id }) => id === 'copy')?.learned).toEqual(learned)
    expect(isOnProbation).toBe(true)
  })

  it('loses a signature that does not cover that it was learned, and keeps one that does', async () => {
    const without = await afterSaving({ ...file, ...signed })
    expect(without.files[0]).not.toHaveProperty('signature')
    const covered = await afterSaving({ ...file, learned, ...signed })
    expect(covered.files[0]?.signature).toBe('s')
  })

  it('leaves a profile of another model as it is', async () => {
    const other = { ...file, id: 'other', match: { ...file.match, productId: '0x8124' } }
    const { files, isOnProbation } = await afterSaving(other)
    expect(files.find(({ id }) => id === 'other')).toEqual(other)
    expect(isOnProbation).toBe(false)
  })

  it('stays one of simulated locks, also where its text does not say so', async () => {
    const simulated = { learned: { ...learned, simulated: true } }
    for (const saved of [
      { ...file, id: 'copy' },
      { ...file, ...simulated },
    ]) {
      const { files } = await afterSaving(saved, { simulated: true })
      expect(files.find(({ id }) => id === saved.id)).toMatchObject(simulated)
    }
    const { files } = await afterSaving({ ...file, id: 'copy' }, { simulated: true })
    expect(files.find(({ id }) => id === 'copy')).toMatchObject({ version: 3 })
  })

  it('begins its probation when it is learned again', async () => {
    const profiles = await openProfileRepository(folder)
    const text = (comparisons: object) => JSON.stringify({ ...file, learned: { ...learned, ...comparisons } })
    await profiles.saveLearned(text({ suspended: true }))
    await profiles.saveLearned(text({}))
    expect(profiles.profiles[0]?.learned).toEqual(learned)
  })
})
