import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readLineParts } from '../../../src-main/util/files/checked-line'
import { temporaryFolder } from '../../support/temporary-folder'

it.each([
  ['', []],
  ['ab\ncd\n', ['ab\n', 'cd\n']],
  ['ab\ncd', ['ab\n', 'cd']],
  ['a\nb\nc\nd\n', ['a\nb\n', 'c\nd\n']],
  ['longer than a part\nx', ['longer than a part\n', 'x']],
  ['\n\n', ['\n\n']],
])('a file is read in parts of whole lines, with their positions (%j)', async (text, parts) => {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'lines.log')
  await writeFile(path, text)
  const read: string[] = []
  for await (const { bytes, start } of readLineParts(path, 4)) {
    expect(start).toBe(read.join('').length)
    read.push(bytes.toString('utf8'))
  }
  expect(read).toEqual(parts)
  await folder.remove()
})
