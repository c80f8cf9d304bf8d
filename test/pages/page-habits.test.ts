import { describe, expect, it } from 'vitest'
import { onPage } from './support/on-page'

// What pages say and how they are ordered, where it takes a laid-out page to see it.

const desk = onPage({ register: ['northBridge', 'riverside'] })

const rows = () => desk.page.getByTestId('journal-row')

describe('the activity log', () => {
  it('finds a change inside a job, and shows the job’s first one when the job is chosen', async () => {
    await desk.disableFirst(12)
    const wanted = desk.world.records[7]?.shellNumber ?? ''
    await desk.at('rail-journal').click()
    await expect.poll(() => rows().count()).toBe(1)
    await desk.at('journal-filter').fill(wanted)
    await expect.poll(() => rows().count()).toBe(1)
    await expect.poll(async () => (await rows().first().innerText()).replaceAll(/\s/g, '')).toContain(wanted)
    await desk.at('journal-filter').fill('')
    await expect.poll(() => rows().first().innerText()).toContain('12 changes')
    await rows().first().click()
    await desk.at('entry-details').waitFor()
    await expect.poll(() => rows().count()).toBe(13)
  })

  it('has one row per job with its results, opened and closed by its arrow, with the mouse and by key', async () => {
    await desk.disableFirst(4)
    await desk.at('rail-journal').click()
    await expect.poll(() => rows().first().innerText()).toContain('4 changes')
    await expect.poll(() => desk.at('job-result').innerText()).toContain('Disabled: 4')
    const arrow = desk.at('toggle-job')
    const isOpen = (open: boolean) =>
      expect
        .poll(async () => [await rows().count(), await arrow.getAttribute('aria-expanded')])
        .toEqual([open ? 5 : 1, String(open)])
    await isOpen(false)
    await arrow.click()
    await isOpen(true)
    // The arrow opens the job alone, not the details of a change.
    expect(await desk.page.getByTestId('entry-details').count()).toBe(0)
    await arrow.click()
    await isOpen(false)
    await desk.tabTo('journal-table')
    await desk.press('Home', 'Enter')
    await isOpen(true)
    await desk.at('entry-details').waitFor()
    await desk.press('Escape')
    await arrow.focus()
    await desk.press('Enter')
    await isOpen(false)
    expect(await arrow.evaluate((button) => button === document.activeElement)).toBe(true)
    await desk.press('Space')
    await isOpen(true)
  })
})

describe('an activity log that is not open', () => {
  it('says so and the next step, not that there is no activity', async () => {
    desk.world.emit('app/notices', [{ id: 'notice-1', code: 'journal-locked', detail: '' }])
    await desk.at('rail-journal').click()
    await expect.poll(() => desk.at('journal-closed').innerText()).toContain('Close it to make changes here.')
    expect(await desk.page.getByTestId('journal-empty').count()).toBe(0)
    expect(await desk.at('journal-count').innerText()).toBe('')
  })
})

describe('loans of other computers', () => {
  it('stand below one line, without a dash in any row', async () => {
    await desk.at('rail-lending').click()
    await desk.at('lent-elsewhere').waitFor()
    const { length } = (await desk.command('loans/list', { from: 0, limit: 1000 })).rows
    await expect
      .poll(() => desk.at('lent-elsewhere').innerText())
      .toBe(
        length === 1
          ? '1 lock lent elsewhere: no due date here'
          : `${String(length)} locks lent elsewhere: no due date here`,
      )
    expect(await desk.at('loan-table').innerText()).not.toMatch(/^–$/m)
  })
})

describe('the settings', () => {
  it('mark the section that is shown, and have the advanced ones last', async () => {
    await desk.at('rail-settings').click()
    const current = () =>
      desk.page
        .locator('[data-testid^=settings-to-][aria-current]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')))
    await expect.poll(current).toEqual(['settings-to-appearance'])
    const all = await desk.page.locator('[data-testid^=settings-to-]').allInnerTexts()
    expect(all.at(-1)).toBe('Advanced')
    await desk.at('settings-to-vault').click()
    await expect.poll(current).toEqual(['settings-to-vault'])
    await desk.page.evaluate(() => document.querySelector('.page')?.scrollTo(0, 1e6))
    await expect.poll(current).toEqual(['settings-to-advanced'])
    await desk.page.evaluate(() => document.querySelector('.page')?.scrollTo(0, 0))
    await expect.poll(current).toEqual(['settings-to-appearance'])
  })

  it('mark the section that is scrolled to at once after another was opened', async () => {
    await desk.at('rail-settings').click()
    await desk.at('settings-to-vault').waitFor()
    await desk.page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-testid=settings-to-vault]')?.click()
      document.querySelector('.page')?.scrollTo(0, 1e6)
    })
    await desk.page.locator('[data-testid=settings-to-advanced][aria-current]').waitFor()
    // Going to the section that is shown already does not scroll; the scroll after it counts.
    await desk.at('settings-to-advanced').click()
    await desk.at('settings-to-advanced').click()
    await desk.page.evaluate(() => document.querySelector('.page')?.scrollTo(0, 0))
    await desk.page.locator('[data-testid=settings-to-appearance][aria-current]').waitFor()
  })
})

describe('the navigation', () => {
  it.each([960, 1440])('is shown to its end in a window of any height (%d wide)', async (width) => {
    const hidden = () =>
      desk.page
        .locator('.rail')
        .evaluate((rail) => [window.innerHeight, Math.max(0, rail.scrollHeight - rail.clientHeight)])
    for (let height = 640; height <= 1040; height += 20) {
      await desk.resize(width, height)
      await expect.poll(hidden).toEqual([height, 0])
    }
    await desk.resize(1280, 800)
  })
})

describe('the customers', () => {
  it('explain both IDs with an example, in each form', async () => {
    await desk.at('rail-customers').click()
    for (const opener of ['query-customer', 'bind-customer']) {
      if (opener === 'bind-customer') await desk.at('customers-more').click()
      await desk.at(opener).click()
      const dialog = desk.at('dialog')
      await expect.poll(() => dialog.innerText()).toMatch(/for example CRM-EAST[^]*for example NB-10017/)
      await desk.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })
})

describe('a dialog with a text', () => {
  const number = '8000000017'
  const openings = {
    'lock-note-input': async () => {
      await desk.at('desk-input').fill(number)
      await desk.press('Enter')
      await desk.at('edit-lock-name').click()
    },
    'sign-note': async () => {
      await desk.paste(`${number}\n8000000019\n8000000022`)
      await desk.chooseAction('disable')
      await desk.waitForLookup()
      await desk.at('sign-list').click()
    },
    'stocktake-numbers': async () => {
      await desk.at('rail-stocktake').click()
      await desk.at('new-stocktake').click()
      await desk.at('stocktake-scope-list').check({ force: true })
    },
  }

  it.each(Object.entries(openings))('keeps it at the first Esc (%s)', async (field, open) => {
    await open()
    await desk.at(field).fill('Lease ended, the lock is in hall 3')
    await desk.press('Escape')
    await desk.at('input-warned').waitFor()
    expect(await desk.at(field).inputValue()).toBe('Lease ended, the lock is in hall 3')
    await desk.press('Escape')
    await desk.at('dialog').waitFor({ state: 'detached' })
  })
})
