import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessageBoxOptions, SaveDialogOptions } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveDurably } from '../../src-main/files/durable'
import { isWithin } from '../../src-main/files/own-folder'
import { createSaveFile, offeredName } from '../../src-main/window/save-file'

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
  const asked: SaveDialogOptions[] = []
  const questions: string[] = []
  const saveFile = createSaveFile({
    dialog: {
      showSaveDialog: (...given: unknown[]) => {
        asked.push(given.at(-1) as SaveDialogOptions)
        return Promise.resolve(chosen)
      },
      showMessageBox: (...given: unknown[]) => {
        questions.push((given.at(-1) as MessageBoxOptions).message)
        return Promise.resolve({ response: replaces ? 0 : 1, checkboxChecked: false })
      },
    },
    isOwn: (path) => isWithin(own, path),
    window: () => null,
    language: () => 'zh',
    write,
  })
  return { saveFile, asked, questions }
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

describe('a file that is there already', () => {
  it('is replaced only where that was asked, though the ending came after the system’s question', async () => {
    const path = join(folder, 'receipt.csv')
    await writeFile(path, 'before')
    const filePath = join(folder, 'receipt')
    const no = saving({ canceled: false, filePath })
    expect(await no.saveFile({ name: 'receipt', kind: 'csv', bytes })).toEqual({ ok: true, value: null })
    expect([await readFile(path, 'utf8'), no.questions]).toEqual([
      'before',
      ['“receipt.csv”已经存在，要替换吗？'],
    ])
    const yes = saving({ canceled: false, filePath }, saveDurably, { replaces: true })
    expect(await yes.saveFile({ name: 'receipt', kind: 'csv', bytes })).toMatchObject({
      value: { savedAs: path },
    })
    expect(new Uint8Array(await readFile(path))).toEqual(bytes)
  })

  it('is not asked about twice: the system asked about the name that was typed whole', async () => {
    const path = join(folder, 'receipt.csv')
    await writeFile(path, 'before')
    const { saveFile, questions } = saving({ canceled: false, filePath: path })
    await saveFile({ name: 'receipt', kind: 'csv', bytes })
    expect(questions).toEqual([])
  })
})

describe('the app’s own files', () => {
  it.each(['vault.json', 'journal/journal.log', 'new.csv', 'no/such/folder/x.csv', 'link.csv'])(
    'are no target: %s, by any name of their folder',
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

  it('are not written through a link that lies elsewhere', async () => {
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

  it('leave every other folder free, one that begins with the same name too', async () => {
    const own = join(folder, 'own')
    await mkdir(own)
    await mkdir(join(folder, 'own-files'))
    const filePath = join(folder, 'own-files', 'a.csv')
    const { saveFile } = saving({ canceled: false, filePath }, saveDurably, { own })
    expect(await saveFile({ name: 'a', kind: 'csv', bytes })).toMatchObject({ ok: true })
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
