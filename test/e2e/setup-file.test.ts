import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bytesOf, sampleSetup } from '../setup-file/support/sample'
import { freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { appearances, axeViolations } from './support/axe'

let first: string
let second: string
beforeAll(async () => {
  first = await freshUserData()
  second = await freshUserData()
})
afterAll(async () => {
  await rm(first, { recursive: true, force: true })
  await rm(second, { recursive: true, force: true })
})

const canary = 'CANARY-3c51'
const json = async (folder: string, name: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>
const platformsOf = async (folder: string, name: string) =>
  Object.entries((await json(folder, name))['platforms'] as object).filter(([id]) => id !== 'training')
const importFile = async (desk: RunningApp, path: string) => {
  await desk.page.getByTestId('setup-file').setInputFiles(path)
}

it('a set-up file brings what one computer knows to an empty one, without secrets', async () => {
  // The first computer: the sample, and secrets.
  const sample = join(first, 'sample.lockdesk-setup')
  await writeFile(sample, bytesOf(sampleSetup()))
  let desk = await startApp({ userData: first })
  await desk.command('settings/change', { language: 'en', operatorIdentity: canary })
  await desk.answerDialogs(0)
  await importFile(desk, sample)
  await desk.at('confirm-setup').click()
  await expect.poll(() => desk.page.locator('dialog[open]').count()).toBe(0)
  await expect
    .poll(() => json(first, 'environments.json'))
    .toMatchObject({ environments: [{ name: 'East' }] })
  const { environments } = await desk.command('environments/list')
  const { colour: _colour, ...fields } = sampleSetup().platforms[0]!
  await desk.command('connect/begin', { id: environments[0]!.id })
  await desk.command('connect/save', {
    fields,
    secrets: { orderSecret: canary, memberSecret: null },
    anyway: true,
  })

  // Its export.
  await desk.at('rail-settings').click()
  const saved = join(desk.saves, 'first.lockdesk-setup')
  await desk.chooseFile(saved)
  await desk.at('export-setup').click()
  await desk.at('setup-exported').waitFor()
  const text = await readFile(saved, 'utf8')
  expect(text).not.toContain(canary)
  const exported = join(second, 'from-first.lockdesk-setup')
  await writeFile(exported, text)
  await desk.stop()

  // The second computer, empty.
  desk = await startApp({ userData: second })
  await desk.answerDialogs(0)
  await desk.at('welcome-setup').waitFor()
  await importFile(desk, exported)
  await desk.at('setup-import').waitFor()
  for (const appearance of appearances) {
    await desk.command('settings/change', appearance)
    expect(await axeViolations(desk.page)).toEqual([])
  }
  // An item is left out by keyboard.
  await desk.page.getByTestId('take-operators-陈宇').focus()
  await desk.press('Space')
  await desk.at('confirm-setup').focus()
  await desk.press('Enter')
  await expect.poll(() => desk.page.locator('dialog[open]').count()).toBe(0)
  const asked = (await desk.dialogMessages()).join()
  expect(asked).toContain('https://east.example')
  expect(asked).toContain('shop-key')
  for (const file of ['register.json', 'lock-names.json', 'saved-views.json']) {
    expect(await platformsOf(second, file)).toEqual(await platformsOf(first, file))
  }
  expect(await json(second, 'lock-profiles/shop-key.json')).toEqual(
    await json(first, 'lock-profiles/shop-key.json'),
  )
  expect(await json(second, 'settings.json')).toMatchObject({
    theme: 'dark',
    chunkSize: 50,
    operators: ['Li Wei'],
  })

  // The same file again: only what was left out is new.
  await importFile(desk, exported)
  await desk.at('setup-import').waitFor()
  await expect.poll(() => desk.page.locator('[data-testid^="take-operators"]').count()).toBe(1)
  await desk.press('Escape')

  // A hostile file is refused with its place, and changes nothing.
  const before = await json(second, 'settings.json')
  const hostile = join(second, 'hostile.lockdesk-setup')
  await writeFile(hostile, text.replace('"operators": [', '"operators": [\n"a\u202eb",'))
  await importFile(desk, hostile)
  await desk.at('setup-refused').waitFor()
  expect(await desk.at('setup-refused').innerText()).toMatch(/operators\.0/)
  expect(await desk.page.getByTestId('confirm-setup').count()).toBe(0)
  await desk.press('Escape')
  expect(await json(second, 'settings.json')).toEqual(before)
  await desk.stop()
})

it('a set-up file can be dropped on any page, and the list does not take it', async () => {
  const userData = await freshUserData()
  const desk = await startApp({ userData })
  await desk.at('welcome-setup').waitFor()
  const drop = (text: string) =>
    desk.page.evaluate((content) => {
      const data = new DataTransfer()
      data.items.add(new File([content], 'other.lockdesk-setup'))
      const target = document.querySelector('main')
      for (const type of ['dragenter', 'dragover', 'drop'])
        target?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    }, text)
  await drop(Buffer.from(bytesOf(sampleSetup())).toString())
  await desk.at('setup-platforms').waitFor()
  expect(await desk.page.getByTestId('drop-target').count()).toBe(0)
  expect(await desk.page.getByTestId('list-chips').count()).toBe(0)
  await desk.stop()
  await rm(userData, { recursive: true, force: true })
})
