import { describe, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { shell } from '../renderer/support/samples'
import { onPage } from './support/on-page'
import { changeRecords } from './support/world/world'

// A bar or message ends when what it says is no longer so, or is about something that is not shown any more.

const number = '8000000024'
const other = ['8000000017', '8000000031']
let link: { readonly kind: 'lock'; readonly number: ReturnType<typeof shell> } | null = null

const desk = onPage({
  settings: { operatorIdentity: 'Li Wei' },
  handlers: () => ({
    'app/take-link': () => {
      const taken = link
      link = null
      return succeed(taken)
    },
  }),
})

const isGone = (testId: string) => desk.at(testId).waitFor({ state: 'detached' })

describe('the message of an export', () => {
  it.each([
    ['Control+6', 'asset-search', 'assets-message'],
    ['Control+7', 'employee-search', 'employees-exported'],
  ])('ends with another search (%s)', async (keys, search, message) => {
    await desk.press(keys)
    await desk.at(search).waitFor()
    await desk.at('export-list').focus()
    await desk.press('Enter', 'Enter')
    await expect.poll(() => desk.at(message).innerText()).toContain('.csv')
    await desk.at(search).fill('8000000017')
    await isGone(message)
    // It does not come back with the rows it was about.
    await desk.at(search).fill('')
    await desk.page.waitForTimeout(300)
    await isGone(message)
  })
})

describe('the bar of the last change', () => {
  const disable = async () => {
    await desk.at('desk-input').fill(number)
    await desk.press('Enter')
    await desk.at(`record-${number}`).waitFor()
    await desk.at('result').getByTestId('disable').click()
    await desk.at('confirm').click()
    await desk.at('result').getByTestId('change-result').waitFor()
    await desk.press('Escape')
    await desk.at('receipt').waitFor()
  }

  it('ends when the platform lists the lock as enabled again', async () => {
    await disable()
    changeRecords(desk.world, ({ shellNumber }) => (shellNumber === number ? { locked: false } : undefined))
    await isGone('receipt')
  })

  it('ends with a later change, also from a list', async () => {
    await disable()
    await desk.chooseAction('disable')
    await desk.paste(other.join('\n'))
    await desk.waitForLookup()
    await desk.at('chip-receipt').waitFor()
    await desk.at('run-list').click()
    await desk.at('confirm-list').click()
    await isGone('chip-receipt')
  })
})

describe('a waiting link', () => {
  it('ends when its lock is opened in another way', async () => {
    await desk.at('desk-input').fill('80')
    link = { kind: 'lock', number: shell(number) }
    desk.world.emit('app/link', null)
    await desk.at('chip-link').waitFor()
    await desk.at('desk-input').fill(number)
    await desk.press('Enter')
    await desk.at(`record-${number}`).waitFor()
    await isGone('chip-link')
  })
})
