import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readNumbers } from '../../src-main/command-line/read-numbers'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

async function* chunks(...texts: readonly (string | Uint8Array)[]) {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text))
}
const fromInput = (...texts: readonly (string | Uint8Array)[]) =>
  readNumbers({ from: 'standard-input' }, chunks(...texts))
const inFile = async (content: string | Uint8Array) => {
  const path = join(folder.path, 'numbers')
  await writeFile(path, content)
  return readNumbers({ from: 'file', path }, chunks())
}

describe('numbers', () => {
  it('of a CSV file are found below their title, with their lines', async () => {
    expect(await inFile('\ufeffName;Shell number\r\nA;8000000017\r\n\r\nB;"80 0000 0018"\r\n')).toEqual({
      ok: true,
      value: [
        { number: '8000000017', line: 2 },
        { number: '8000000018', line: 4 },
      ],
    })
  })

  it('are normalized like in the window, and garbage is left for the app to name', async () => {
    expect(await fromInput("８０００００００１７\n'8000000018\n8.00E", '+09\n')).toMatchObject({
      value: [
        { number: '8000000017', line: 1 },
        { number: '8000000018', line: 2 },
        { number: '8.00E+09', line: 3 },
      ],
    })
    expect(await fromInput('8000000017 8000000018')).toMatchObject({ value: [{ line: 1 }, { line: 2 }] })
    const wide = Buffer.from('\ufeff8000000017\r\n8000000018\r\n', 'utf16le')
    expect(await inFile(wide)).toMatchObject({ value: [{ number: '8000000017' }, { number: '8000000018' }] })
    expect(await inFile(wide.swap16())).toMatchObject({ value: [{ number: '8000000017' }, { line: 2 }] })
  })

  it.each([
    ['', 'no-numbers-in-input'],
    ['a,b\nc,d\n', 'no-numbers-in-input'],
    ['8000000017,8000000018\n8000000019,8000000020\n', 'several-columns'],
    [`8000000017\n${'8'.repeat(300)}\n`, 'invalid-number'],
  ])('%j: %s', async (text, code) => {
    expect(await inFile(text)).toMatchObject({ ok: false, error: { code } })
  })

  it('of a file that is no text are an error', async () => {
    expect(await inFile(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))).toMatchObject({
      error: { code: 'file-unreadable' },
    })
  })

  it('of a file that is missing or a folder are an error', async () => {
    for (const path of [join(folder.path, 'none'), folder.path]) {
      expect(await readNumbers({ from: 'file', path }, chunks())).toMatchObject({
        error: { code: 'file-unreadable' },
      })
    }
  })
})
