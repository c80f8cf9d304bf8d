import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFileChain } from '../../src-main/journal/file-chain'
import { journalFileAt } from '../../src-main/journal/journal-files'
import { temporaryFolder } from '../support/temporary-folder'

const open = async (content: string) => {
  const { path: folder, remove } = await temporaryFolder()
  onTestFinished(remove)
  const first = journalFileAt(folder, 1)
  await writeFile(first.path, content)
  const bytes = Buffer.byteLength(content)
  const chain = await openFileChain({
    folder,
    files: [{ ...first, bytes }],
    lastNumber: 1,
    openFile: undefined,
  })
  return { folder, first, chain }
}

describe('openFileChain', () => {
  it('requires a file to append to', async () => {
    const nothing = openFileChain({ folder: '.', files: [], lastNumber: 0, openFile: undefined })
    await expect(nothing).rejects.toThrow('a journal has at least one file')
  })

  it('counts appended bytes and keeps earlier content', async () => {
    const { folder, first, chain } = await open('one\n')
    await chain.append('zwei – 二\n')
    expect(chain.size()).toBe(Buffer.byteLength('one\nzwei – 二\n'))
    await chain.startNext('three\n')
    await chain.append('four\n')
    const second = journalFileAt(folder, 2)
    expect(chain.files()).toEqual([
      { ...first, bytes: Buffer.byteLength('one\nzwei – 二\n') },
      { ...second, bytes: Buffer.byteLength('three\nfour\n') },
    ])
    expect(chain.nextNumber()).toBe(3)
    expect(await readFile(second.path, 'utf8')).toBe('three\nfour\n')
    await chain.close()
  })

  it('rejects writes once closed, since another process may own the file', async () => {
    const { first, chain } = await open('one\n')
    await chain.close()
    await appendFile(first.path, 'of somebody else\n')
    await expect(chain.append('two\n')).rejects.toThrow('the file is closed')
    expect(await readFile(first.path, 'utf8')).toBe('one\nof somebody else\n')
  })
})
