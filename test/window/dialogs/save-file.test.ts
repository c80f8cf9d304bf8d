import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessageBoxOptions, SaveDialogOptions } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveDurably } from '../../../src-main/util/files/durable-file'
import { isWithin } from '../../../src-main/util/files/is-within'
import { createSaveFile, suggestFileName } from '../../../src-main/window/dialogs/save-file'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-save-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x41, 0x00, 0xff])

const saving = (
  chosen: { canceled: boolean; filePath: string },
  write = saveDurably,
  { replaces = false, own = join(folder, 'none') } = {},
) => {
  const dialogs: SaveDialogOptions[] = []
  const questions: string[] = []
  const saveFile = createSaveFile({
    dialog: {
      showSaveDialog: (...args: unknown[]) => {
        dialogs.push(args.at(-1) as SaveDialogOptions)
        return Promise.resolve(chosen)
      },
      showMessageBox: (...args: unknown[]) => {
        questions.push((args.at(-1) as MessageBoxOptions).message)
        return Promise.resolve({ response: replaces ? 0 : 1, checkboxChecked: false })
      },
    },
    isOwn: (path) => isWithin(own, path),
    window: () => null,
    language: () => 'zh',
    write,
  })
  return { saveFile, asked: dialogs, questions }
}

describe('saveFile', () => {
  it('writes the bytes to the chosen path, and leaves no other file', async () => {
    const path = join(folder, '结果.csv')
    const { saveFile, asked: dialogs } = saving({ canceled: false, filePath: path })
    for (const content of [new Uint8Array([1, 2, 3]), bytes]) {
      expect(await saveFile({ name: '结果', kind: 'csv', bytes: content })).toEqual({
        ok: true,
        value: { savedAs: path },
      })
    }
    expect(new Uint8Array(await readFile(path))).toEqual(bytes)
    expect(await readdir(folder)).toEqual(['结果.csv'])
    expect(dialogs[0]).toMatchObject({ defaultPath: '结果.csv', filters: [{ extensions: ['csv'] }] })
  })

  it('adds a missing extension', async () => {
    const { saveFile } = saving({ canceled: false, filePath: join(folder, 'receipt') })
    const saved = await saveFile({ name: 'receipt', kind: 'pdf', bytes })
    expect(saved).toMatchObject({ value: { savedAs: join(folder, 'receipt.pdf') } })
  })

  it('writes nothing when canceled', async () => {
    const { saveFile } = saving({ canceled: true, filePath: '' })
    expect(await saveFile({ name: 'a', kind: 'pdf', bytes })).toEqual({ ok: true, value: null })
    expect(await readdir(folder)).toEqual([])
  })

  it('reports the disk’s error', async () => {
    const { saveFile } = saving({ canceled: false, filePath: join(folder, 'no', 'such', 'folder.csv') })
    expect(await saveFile({ name: 'a', kind: 'csv', bytes })).toMatchObject({
      ok: false,
      error: { code: 'file-not-saved', message: expect.stringContaining('ENOENT') as string },
    })
  })
})

describe('an existing file', () => {
  it('is replaced only after a confirmation where the extension was added after the system dialog', async () => {
    const path = join(folder, 'receipt.csv')
    await writeFile(path, 'before')
    const filePath = join(folder, 'receipt')
    const no = saving({ canceled: false, filePath })
    expect(await no.saveFile({ name: 'receipt', kind: 'csv', bytes })).toEqual({ ok: true, value: null })
    expect([await readFile(path, 'utf8'), no.questions]).toEqual([
      'before',
      ['“receipt.csv”已存在，是否替换？'],
    ])
    const yes = saving({ canceled: false, filePath }, saveDurably, { replaces: true })
    expect(await yes.saveFile({ name: 'receipt', kind: 'csv', bytes })).toMatchObject({
      value: { savedAs: path },
    })
    expect(new Uint8Array(await readFile(path))).toEqual(bytes)
  })

  it('is not confirmed twice: the system dialog asked about the complete name', async () => {
    const path = join(folder, 'receipt.csv')
    await writeFile(path, 'before')
    const { saveFile, questions } = saving({ canceled: false, filePath: path })
    await saveFile({ name: 'receipt', kind: 'csv', bytes })
    expect(questions).toEqual([])
  })
})

describe('the app’s own files', () => {
  it.each(['vault.json', 'journal/journal.log', 'new.csv', 'no/such/folder/x.csv', 'link.csv'])(
    'are not overwritten: %s, by any path of their folder',
    async (name) => {
      const own = join(folder, 'own')
      await mkdir(join(own, 'journal'), { recursive: true })
      await writeFile(join(own, 'vault.json'), 'secrets')
      await writeFile(join(own, 'journal', 'journal.log'), 'records')
      await symlink(join(own, 'vault.json'), join(own, 'link.csv'))
      await symlink(own, join(folder, 'other-name'))
      for (const by of [own, join(folder, 'other-name'), join(own, 'journal', '..')]) {
        const { saveFile } = saving({ canceled: false, filePath: `${by}/${name}` }, saveDurably, { own })
        expect(await saveFile({ name: 'a', kind: 'csv', bytes })).toMatchObject({
          ok: false,
          error: { code: 'own-folder' },
        })
      }
      expect(await readFile(join(own, 'vault.json'), 'utf8')).toBe('secrets')
      expect(await readFile(join(own, 'journal', 'journal.log'), 'utf8')).toBe('records')
    },
  )

  it('are not written through a link elsewhere', async () => {
    const own = join(folder, 'own')
    await mkdir(own)
    await writeFile(join(own, 'vault.json'), 'secrets')
    const filePath = join(folder, 'link.csv')
    await symlink(join(own, 'vault.json'), filePath)
    await saving({ canceled: false, filePath }, saveDurably, { own }).saveFile({
      name: 'a',
      kind: 'csv',
      bytes,
    })
    expect(await readFile(join(own, 'vault.json'), 'utf8')).toBe('secrets')
  })

  it('do not block other folders, including one with the same prefix', async () => {
    const own = join(folder, 'own')
    await mkdir(own)
    await mkdir(join(folder, 'own-files'))
    const filePath = join(folder, 'own-files', 'a.csv')
    const { saveFile } = saving({ canceled: false, filePath }, saveDurably, { own })
    expect(await saveFile({ name: 'a', kind: 'csv', bytes })).toMatchObject({ ok: true })
  })
})

describe('suggestFileName', () => {
  it.each([
    ['Receipt 2026-11-21 14:03', 'Receipt 2026-11-21 14 03.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['  ', 'lock-desk.pdf'],
    ['回执.pdf', '回执.pdf'],
  ])('turns %j into %j', (name, offered) => {
    expect(suggestFileName(name, 'pdf')).toBe(offered)
  })
})

describe('the offered name', () => {
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
    ['COM¹', 'COM¹-.csv'],
    ['conout$', 'conout$-.csv'],
    ['aux .csv', 'aux- .csv'],
    ['console.csv', 'console.csv'],
    ['a:b', 'a b.csv'],
    ['a. . ', 'a.csv'],
    ['...', 'lock-desk.csv'],
    ['\u2028\u2029', 'lock-desk.csv'],
    ['~', '~.csv'],
  ])('of %j is %j', (name, offered) => {
    expect(suggestFileName(name, 'csv')).toBe(offered)
  })

  it('is short, and ends in a whole character', () => {
    const name = suggestFileName('a'.repeat(119) + '😀'.repeat(5_000), 'pdf')
    expect(name).toBe(`${'a'.repeat(119)}.pdf`)
  })
})
