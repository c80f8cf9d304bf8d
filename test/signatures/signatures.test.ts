import { hash } from 'node:crypto'
import { readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Point } from '#shared/model/changes/signature'
import { signatureCommands } from '#shared/bridge/signature-commands'
import { openJournal } from '../../src-main/journal/journal'
import type { Journal } from '../../src-main/journal/journal'
import { reportLines } from '../../src-main/journal/verify/report-lines'
import { verifyFiles } from '../../src-main/journal/verify/verify'
import { pathsIn, toSvg } from '../../src-main/signatures/signature-svg'
import { createSignatures } from '../../src-main/signatures/signatures'
import { temporaryFolder } from '../support/temporary-folder'

const strokes: readonly (readonly Point[])[] = [
  [
    [0, 0],
    [10, 20],
    [600, 200],
  ],
  [[5, 5]],
]
const paths = ['M0 0L10 20L600 200', 'M5 5L5 5']
const receipt = { jobs: ['J1', 'J2'], loan: null }
const dayMs = 24 * 3_600_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let journal: Journal
let now = 1_800_000_000_000
let days = 0
const open = async () => {
  const opened = await openJournal({ folder: folder.path, now: () => now })
  if (!opened.ok) throw new Error(opened.error.message)
  ;({ journal } = opened.value)
  const onError = vi.fn()
  const signatures = createSignatures({
    journal,
    maxDays: () => days,
    onError,
    now: () => now,
    wall: () => now,
  })
  return { signatures, onError }
}
beforeEach(async () => {
  folder = await temporaryFolder()
  now = 1_800_000_000_000
  days = 0
})
afterEach(async () => {
  await journal.stop()
  await folder.remove()
})
/** The app dies: what is open is closed by the system, nothing is tidied. */
const restart = async () => {
  await journal.stop()
  return open()
}
const place = () => join(folder.path, 'signatures')
const files = async () => (await readdir(place())).sort()
const verify = async () => {
  const report = await verifyFiles(journal.files())
  return { report, text: reportLines(report).join('\n') }
}
const only = async () => (await files())[0] ?? ''

describe('a signature', () => {
  it('of a wrong line can be removed: the line is empty, and the journal still verifies', async () => {
    const { signatures } = await open()
    for (const line of ['customer', 'operator'] as const)
      await signatures.save(receipt, { line, strokes: strokes as never })
    expect(await signatures.removeFrom(receipt, 'customer')).toEqual({ ok: true, value: null })
    const again = (await restart()).signatures
    expect(await again.list(receipt)).toMatchObject([{ line: 'operator', state: 'unchanged' }])
    expect(await files()).toHaveLength(1)
    const text = await readFile(join(folder.path, 'journal.log'), 'utf8')
    expect(text).toContain('"kind":"signature-deleted"')
    expect((await verify()).text).not.toMatch(/missing|differs/)
    await again.save(receipt, { line: 'customer', strokes: strokes as never })
    expect(await again.list(receipt)).toHaveLength(2)
  })

  it('is a vector file beside the journal, whose checksum the journal records', async () => {
    const { signatures } = await open()
    expect(await signatures.save(receipt, { line: 'customer', strokes: strokes as never })).toEqual({
      ok: true,
      value: null,
    })
    const name = await only()
    const content = await readFile(join(place(), name), 'utf8')
    expect(content.match(/d="([^"]*)"/g)).toEqual(paths.map((path) => `d="${path}"`))
    const text = await readFile(join(folder.path, 'journal.log'), 'utf8')
    expect(JSON.parse(text.slice(9))).toMatchObject({
      v: 7,
      kind: 'signed',
      signature: name.replace('.svg', ''),
      sha256: hash('sha256', content),
      line: 'customer',
      ...receipt,
    })
    expect(text).not.toContain('M0 0')
    expect(await signatures.list(receipt)).toEqual([
      { line: 'customer', signedAt: now, state: 'unchanged', paths },
    ])
    expect(await signatures.list({ jobs: ['J1'], loan: null })).toEqual([])
    expect(await signatures.list({ jobs: [], loan: 'L' })).toEqual([])
    const { report, text: said } = await verify()
    expect(report).toMatchObject({
      isWhole: true,
      signatures: { count: 1, deleted: 0, missing: [], differing: [] },
    })
    expect(said).toContain('signed   1 signatures')
    const again = await restart()
    expect(await again.signatures.list(receipt)).toMatchObject([{ state: 'unchanged', paths }])
  })

  it('on the same line replaces the earlier one, which is recorded', async () => {
    const { signatures } = await open()
    await signatures.save(receipt, { line: 'customer', strokes: strokes as never })
    const first = await only()
    await signatures.save(receipt, { line: 'operator', strokes: strokes as never })
    await signatures.save(receipt, { line: 'customer', strokes: [[[1, 1]]] })
    expect(await files()).toHaveLength(2)
    expect(await files()).not.toContain(first)
    const { report } = await verify()
    expect(report.signatures).toEqual({ count: 3, deleted: 1, missing: [], differing: [] })
    expect((await signatures.list(receipt)).map(({ line, paths: drawn }) => [line, drawn.length])).toEqual([
      ['customer', 1],
      ['operator', 2],
    ])
  })

  it('is called missing or changed if its file was changed outside the app', async () => {
    const { signatures } = await open()
    await signatures.save(receipt, { line: 'customer', strokes: strokes as never })
    await signatures.save(receipt, { line: 'operator', strokes: strokes as never })
    const [first = '', second = ''] = await files()
    await rm(join(place(), first))
    await writeFile(join(place(), second), toSvg([[[9, 9]]]))
    const { report, text } = await verify()
    expect(report).toMatchObject({ isWhole: true, signatures: { missing: [first], differing: [second] } })
    expect(text).toContain(`DELETED  the signature ${first}`)
    expect(text).toContain(`DIFFERS  the signature ${second}`)
    const listed = await signatures.list(receipt)
    expect(listed.map(({ state, paths: drawn }) => [state, drawn]).toSorted()).toEqual([
      ['differs', []],
      ['missing', []],
    ])
  })

  it('is deleted after the days of the setting, which is no damage', async () => {
    days = 30
    const { signatures } = await open()
    await signatures.save(receipt, { line: 'customer', strokes: strokes as never })
    now += 30 * dayMs
    await signatures.cleanUp()
    expect(await files()).toHaveLength(1)
    now += 1
    await signatures.cleanUp()
    expect(await files()).toEqual([])
    const { report, text } = await verify()
    expect(report.signatures).toEqual({ count: 1, deleted: 1, missing: [], differing: [] })
    expect(text).toContain('1 of them deleted by the app')
    expect(await signatures.list(receipt)).toMatchObject([{ line: 'customer', state: 'deleted', paths: [] }])
    await signatures.cleanUp()
    expect((await verify()).report.records).toBe(2)
  })
})

describe('a setting that is shortened', () => {
  it.each([0, 365])('deletes nothing before the next start (from %s days)', async (before) => {
    days = before
    const { signatures } = await open()
    await signatures.save(receipt, { line: 'customer', strokes: strokes as never })
    now += 40 * dayMs
    expect(signatures.countOlderThan(41)).toBe(0)
    expect(signatures.countOlderThan(30)).toBe(1)
    days = 30
    await signatures.cleanUp()
    expect(await files()).toHaveLength(1)
    const again = await restart()
    await again.signatures.cleanUp()
    expect(await files()).toEqual([])
    expect(again.signatures.countOlderThan(30)).toBe(0)
  })

  it('can be taken back before that', async () => {
    days = 30
    const { signatures } = await open()
    await signatures.save(receipt, { line: 'customer', strokes: strokes as never })
    now += 40 * dayMs
    days = 0
    await signatures.cleanUp()
    expect(await files()).toHaveLength(1)
  })
})

describe('after a crash', () => {
  it('a file without a record is deleted at the start, a recorded one gets its name', async () => {
    const { signatures } = await open()
    await signatures.save(receipt, { line: 'customer', strokes: strokes as never })
    const name = await only()
    // Between the record and the name; between the file and the record; between a file's parts.
    await rename(join(place(), name), join(place(), `${name}.new`))
    const lost = '00000000-0000-4000-8000-000000000000.svg.new'
    await writeFile(join(place(), lost), toSvg(strokes))
    await writeFile(join(place(), `.${lost}.0123456789ab`), 'half')
    const again = await restart()
    expect((await verify()).report.signatures).toEqual({ count: 1, deleted: 0, missing: [], differing: [] })
    await again.signatures.cleanUp()
    expect(await files()).toEqual([name])
    expect(await again.signatures.list(receipt)).toMatchObject([{ state: 'unchanged', paths }])
  })

  it('a recorded deletion is completed', async () => {
    const { signatures } = await open()
    await signatures.save(receipt, { line: 'customer', strokes: strokes as never })
    await journal.recordDeletedSignature((await only()).replace('.svg', ''), 'expired')
    const again = await restart()
    await again.signatures.cleanUp()
    expect(await files()).toEqual([])
  })

  it('files of a journal that was replaced stay until they expire', async () => {
    const { signatures } = await open()
    await signatures.save(receipt, { line: 'customer', strokes: strokes as never })
    const name = await only()
    await journal.stop()
    await rename(join(folder.path, 'journal.log'), join(folder.path, 'kept.log'))
    const again = await open()
    await again.signatures.cleanUp()
    expect(await files()).toEqual([name])
    days = 1
    await utimes(join(place(), name), (now - 2 * dayMs) / 1000, (now - 2 * dayMs) / 1000)
    const later = await restart()
    await later.signatures.cleanUp()
    expect(await files()).toEqual([])
  })
})

describe('a signature that cannot be written', () => {
  it('has no record, and the message of the disk', async () => {
    const { signatures } = await open()
    await writeFile(place(), 'a file where the folder should be')
    const saved = await signatures.save(receipt, { line: 'customer', strokes: strokes as never })
    expect(saved).toMatchObject({ ok: false, error: { code: 'not-saved' } })
    expect(journal.signatures()).toEqual([])
    await rm(place())
  })

  it('to the journal leaves no file', async () => {
    const { signatures } = await open()
    const full = createSignatures({
      journal: {
        ...journal,
        recordSignature: () =>
          Promise.resolve({ ok: false, error: { code: 'not-writable', message: 'ENOSPC' } }),
      },
      maxDays: () => 0,
      onError: () => undefined,
    })
    expect(await full.save(receipt, { line: 'customer', strokes: strokes as never })).toEqual({
      ok: false,
      error: { code: 'not-saved', message: 'ENOSPC' },
    })
    expect([await files(), await signatures.list(receipt)]).toEqual([[], []])
  })
})

describe('the file', () => {
  it.each([
    ['a script', toSvg(strokes).replace('</svg>', '<script>1</script>\n</svg>')],
    ['another attribute', toSvg(strokes).replace('"/>', '" onload="1"/>')],
    ['a curve', toSvg(strokes).replace('L10 20', 'C10 20')],
    ['no path', toSvg([])],
    ['another start', `<!-- -->${toSvg(strokes)}`],
    ['nothing', ''],
  ])('with %s is not shown', (_what, svg) => expect(pathsIn(svg)).toBeNull())

  it('is read as it was written', () => expect(pathsIn(toSvg(strokes))).toEqual(paths))
})

describe('the command to save', () => {
  const input = (drawn: unknown) => ({ document: { jobIds: ['J'] }, line: 'customer', strokes: drawn })
  const accepts = (value: unknown) => signatureCommands['signatures/save'].input.safeParse(value).success
  it.each([
    ['no stroke', []],
    ['an empty stroke', [[]]],
    ['text', [['M0 0']]],
    ['a point outside', [[[601, 0]]]],
    ['a fraction', [[[0.5, 0]]]],
    [
      'too many points',
      [Array.from({ length: 3_000 }, () => [1, 1]), Array.from({ length: 2_001 }, () => [1, 1])],
    ],
    ['too many strokes', Array.from({ length: 201 }, () => [[1, 1]])],
  ])('rejects %s', (_what, drawn) => expect(accepts(input(drawn))).toBe(false))

  it('accepts points, on one document and a known line', () => {
    expect(accepts(input(strokes))).toBe(true)
    expect(accepts({ ...input(strokes), line: 'other' })).toBe(false)
    expect(accepts({ ...input(strokes), document: { jobIds: ['J'], loanId: 'L' } })).toBe(false)
  })
})
