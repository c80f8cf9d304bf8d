import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SaveDialogOptions } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveDurably } from '../../src-main/files/durable'
import { createSaveFile, offeredName } from '../../src-main/window/save-file'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-save-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x41, 0x00, 0xff])

const saving = (chosen: { canceled: boolean; filePath: string }, write = saveDurably) => {
  const asked: SaveDialogOptions[] = []
  const saveFile = createSaveFile({
    dialog: {
      showSaveDialog: (...given: unknown[]) => {
        asked.push(given.at(-1) as SaveDialogOptions)
        return Promise.resolve(chosen)
      },
    },
    window: () => null,
    language: () => 'zh',
    write,
  })
  return { saveFile, asked }
}

describe('saveFile', () => {
  it('writes the bytes as they are, where the person wants them, and leaves nothing beside', async () => {
    const path = join(folder, '结果.csv')
    const { saveFile, asked } = saving({ canceled: false, filePath: path })
    for (const content of [new Uint8Array([1, 2, 3]), bytes]) {
      expect(await saveFile({ name: '结果', kind: 'csv', bytes: content })).toEqual({
        ok: true,
        value: { savedAs: path },
      })
    }
    expect(new Uint8Array(await readFile(path))).toEqual(bytes)
    expect(await readdir(folder)).toEqual(['结果.csv'])
    expect(asked[0]).toMatchObject({ defaultPath: '结果.csv', filters: [{ extensions: ['csv'] }] })
  })

  it('adds the ending that the person did not type', async () => {
    const { saveFile } = saving({ canceled: false, filePath: join(folder, 'receipt') })
    const saved = await saveFile({ name: 'receipt', kind: 'pdf', bytes })
    expect(saved).toMatchObject({ value: { savedAs: join(folder, 'receipt.pdf') } })
  })

  it('writes nothing when the person thinks better of it', async () => {
    const { saveFile } = saving({ canceled: true, filePath: '' })
    expect(await saveFile({ name: 'a', kind: 'pdf', bytes })).toEqual({ ok: true, value: null })
    expect(await readdir(folder)).toEqual([])
  })

  it('says what the disk said', async () => {
    const { saveFile } = saving({ canceled: false, filePath: join(folder, 'no', 'such', 'folder.csv') })
    expect(await saveFile({ name: 'a', kind: 'csv', bytes })).toMatchObject({
      ok: false,
      error: { code: 'not-saved', message: expect.stringContaining('ENOENT') as string },
    })
  })
})

describe('offeredName', () => {
  it.each([
    ['Receipt 2026-11-21 14:03', 'Receipt 2026-11-21 14 03.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['  ', 'lock-desk.pdf'],
    ['回执.pdf', '回执.pdf'],
  ])('turns %j into %j', (name, offered) => {
    expect(offeredName(name, 'pdf')).toBe(offered)
  })
})

describe('the name that is offered', () => {
  it.each([
    ['../../.bashrc', 'bashrc.csv'],
    ['..\\..\\evil', 'evil.csv'],
    ['/etc/cron.d/job', 'etc cron.d job.csv'],
    ['C:\\Windows\\x', 'C Windows x.csv'],
    ['receipt\u202efdp.exe', 'receipt fdp.exe.csv'],
    ['a\u0000.sh', 'a .sh.csv'],
    ['con', 'con-.csv'],
    ['NUL.csv', 'NUL-.csv'],
    ['lpt1.txt', 'lpt1-.txt.csv'],
    ['...', 'lock-desk.csv'],
    ['\u2028\u2029', 'lock-desk.csv'],
    ['~', '~.csv'],
  ])('of %j is %j', (name, offered) => {
    expect(offeredName(name, 'csv')).toBe(offered)
  })

  it('is short, and ends in a whole character', () => {
    const name = offeredName('a'.repeat(119) + '😀'.repeat(5_000), 'pdf')
    expect(name).toBe(`${'a'.repeat(119)}.pdf`)
  })
})
