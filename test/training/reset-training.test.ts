import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { moveTrainingAside, trainingFolder } from '../../src-main/training/reset-training'
import { temporaryFolder } from '../support/temporary-folder'

it('keeps the newest copies of former training data', async () => {
  const { path, remove } = await temporaryFolder()
  for (let nth = 0; nth < 8; nth += 1) {
    await mkdir(trainingFolder(path))
    await writeFile(join(trainingFolder(path), 'data'), `of reset ${nth}`)
    await moveTrainingAside(path, () => nth * 1000)
  }
  await moveTrainingAside(path, () => 9000)
  const contents = await Promise.all(
    (await readdir(path)).sort().map((name) => readFile(join(path, name, 'data'), 'utf8')),
  )
  expect(contents).toEqual([3, 4, 5, 6, 7].map((nth) => `of reset ${nth}`))
  await remove()
})
