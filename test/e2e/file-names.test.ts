import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../support/app'
import type { RunningApp } from '../support/app'

// Without UTF-8, Chromium leaves out files whose names have other characters than ASCII, or hands them
// over without name and content. A package then starts itself again; a checkout says so.
describe.runIf(process.platform === 'linux')('a file with a Chinese name', () => {
  const desks: RunningApp[] = []
  const start = async (locale: string): Promise<{ desk: RunningApp; file: string }> => {
    const desk = await startApp({ environment: { LC_ALL: locale } })
    desks.push(desk)
    await desk.at('desk-input').waitFor()
    const file = join(desk.saves, '客户 名单.csv')
    await writeFile(file, 'Lock\n8000000019\n8000000027\n')
    return { desk, file }
  }
  /** As the system does with a file that is dragged from its folder. */
  const drop = async ({ page }: RunningApp, file: string): Promise<void> => {
    const session = await page.context().newCDPSession(page)
    const data = { items: [], files: [file], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 500, y: 300, data })
  }
  let broken: { desk: RunningApp; file: string }
  beforeAll(async () => {
    broken = await start('C')
  })
  afterAll(async () => {
    for (const desk of desks) await desk.stop()
  })

  it('is read where the locale has UTF-8', async () => {
    const { desk, file } = await start('C.UTF-8')
    await drop(desk, file)
    await desk.at('list-chips').waitFor()
    expect(await desk.at('chip-notices').count()).toBe(0)
  })

  it('is said not to be readable otherwise, with what to do', async () => {
    await broken.desk.at('chip-notices').click()
    await broken.desk.at('notice-file-names-lost').getByRole('button', { name: 'Open Help' }).click()
    await broken.desk.page.locator('#file-names').waitFor()
  })

  it('is named as the cause when it is dropped, and when it was chosen', async () => {
    const { desk, file } = broken
    await desk.at('rail-desk').click()
    await desk.at('desk-input').waitFor()
    await drop(desk, file)
    await desk.at('file-lost').waitFor()
    expect(await desk.at('file-lost').textContent()).toContain('Couldn’t read the file’s name.')
    await desk.at('file-lost').waitFor({ state: 'detached' })
    // As the system's dialog hands it over; the protocol of the tests leaves it out.
    await desk.page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File([], ''))
      const input = document.querySelector<HTMLInputElement>('[data-testid=file-picker]')
      if (input === null) throw new Error('no file input')
      input.files = data.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await desk.at('file-lost').waitFor()
    expect(await desk.page.getByText('Couldn’t read the file from disk.').count()).toBe(0)
  })
})
