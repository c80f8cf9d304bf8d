import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { orderNumberOf } from '#shared/model/changes/work-order'
import { orderCodeOf } from '../../src-renderer/entities/work-order/order-code'
import { eventually } from '../support/app'
import type { RunningApp } from '../support/app'
import { lateBound } from '../support/late-bound'
import { steps } from '../support/steps'
import { dropFile } from './support/drop-file'
import { twoComputers } from './support/two-computers'

const { client, at, takeLocks, lockedOf, ...computers } = twoComputers()
const office = lateBound(() => computers.office.desk)
const counter = lateBound(() => computers.counter.desk)

const goTo = async (desk: RunningApp, path: string): Promise<void> => {
  await desk.page.evaluate((to) => void (location.hash = `#${to}`), path)
}
const drop = async (desk: RunningApp, name: string): Promise<void> =>
  dropFile(desk, name, await readFile(at(name)))
const codeOf = (desk: RunningApp, testId: string) => desk.at(testId).getAttribute('data-code')

/** What the window of `from` shows is compared with the system's dialog of `to`, which is confirmed. */
const exchangeKeys = async (from: RunningApp, to: RunningApp, name: string): Promise<void> => {
  await goTo(from, '/settings')
  await from.at('show-own-key').click()
  await from.at('key-words').waitFor()
  const words = await from.at('key-words').locator('li').allTextContents()
  // Six of each list, whatever the language of the other computer.
  expect(words).toHaveLength(12)
  await from.chooseFile(at(name))
  await from.at('save-key').click()
  await from.at('own-key-message').waitFor()
  await from.at('close-key').click()

  await goTo(to, '/settings')
  await to.answerDialogs(0)
  await to.at('key-file').setInputFiles(at(name))
  await to.at('trusted-key').waitFor()
  const [message = ''] = await to.dialogMessages()
  expect(message.split(/[\s：]+/)).toEqual(expect.arrayContaining(words))
  expect(await to.at('trusted-key').locator('[data-testid=key-words] li').allTextContents()).toEqual(words)
}

describe('work orders in the window', () => {
  const step = steps()
  step('go from the office to the counter and back', async () => {
    const wanted = takeLocks(6)
    const [first = '', second = ''] = wanted
    const before = await client.lastEffect()

    // The office signs a list.
    await goTo(office, '/')
    await office.chooseAction('disable')
    await office.paste(wanted.join('\n'))
    await office.at('sign-list').click()
    await office.at('sign-note').fill('Returned')
    await office.chooseFile(at('a.lockorder'))
    await office.at('confirm-sign').click()
    await office.at('signed-number').waitFor()
    await eventually(() => readFile(at('a.lockorder')).catch(() => null))
    const order = JSON.parse(await readFile(at('a.lockorder'), 'utf8')) as {
      id: string
      rows: { assetNum: string }[]
      note: string
      preparedBy: string
    }
    expect(order.rows.map(({ assetNum }) => assetNum)).toEqual(wanted)
    expect([order.note, order.preparedBy]).toEqual(['Returned', 'Chen Yu'])
    await office.at('cancel').click()

    // The counter does not know the key yet.
    await drop(counter, 'a.lockorder')
    await counter.at('order-problem').waitFor()
    expect(await codeOf(counter, 'order-problem')).toBe('key-unknown')
    expect(await counter.at('carry-out').count()).toBe(0)
    await exchangeKeys(office, counter, 'office.lockkey')
    expect(await client.effects(before)).toEqual([])

    // One lock was disabled meanwhile, one row is left out; the keyboard alone carries it out.
    await client.succeed('order.lockAssets', { body: { assetNums: [second], operatorIdentity: 'Wang' } })
    await drop(counter, 'a.lockorder')
    await counter.at('order-row').first().waitFor()
    expect(await counter.at('order-note').textContent()).toBe('Returned')
    await eventually(async () => (await counter.at('carry-out').textContent())?.includes('5'))
    await counter.tabTo('order-rows')
    await counter.press('Home', 'Space')
    await eventually(async () => (await counter.at('carry-out').textContent())?.includes('4'))
    await counter.tabTo('carry-out')
    await counter.press('Enter')
    await counter.at('confirm-carry-out').waitFor()
    await counter.press('Enter')
    await counter.at('open-result').waitFor()
    await counter.at('save-result').waitFor()
    await eventually(async () => (await counter.at('comparison').getAttribute('data-differing')) === '1')
    expect(await lockedOf(wanted)).toEqual(wanted.map((number) => number !== first))
    expect(await client.effects(before)).toHaveLength(5)
    await counter.chooseFile(at('a.lockresult'))
    await counter.tabTo('save-result')
    await counter.press('Enter')
    await counter.at('result-message').waitFor()

    // The receipt and the activity log name the order and its signer.
    const number = orderNumberOf(order.id)
    await counter.at('order-receipt').click()
    await counter.at('receipt-order').waitFor()
    expect(await counter.at('receipt-order').textContent()).toContain(number)
    await goTo(counter, '/work-orders')
    // Each lock gets a label with the short number, which is not kept as the title of other labels.
    await counter.at('order-labels').click()
    expect((await counter.at('label-numbers').inputValue()).split('\n').sort()).toEqual(
      wanted.map((assetNum) => assetNum.replace(/\D/g, '')).sort(),
    )
    const labels = await counter.page.locator('.sheet [data-label]').allTextContents()
    expect(labels.map((text) => text.includes(`Work order ${number}`))).toEqual(wanted.map(() => true))
    await counter.at('label-code-qr').check({ force: true })
    await eventually(async () => (await counter.command('settings/read')).labels.code === 'qr')
    expect((await counter.command('settings/read')).labels.title).toBe('')
    await counter.at('labels-back').click()
    await counter.at('open-result').waitFor()
    await goTo(counter, '/journal')
    await counter.page.locator('[role=row][data-key]').first().click()
    expect(await counter.at('entry-order').textContent()).toContain(number)

    // The office trusts the counter's key before it believes the result; what differs stands first.
    await drop(office, 'a.lockresult')
    await office.at('result-problem').waitFor()
    expect(await codeOf(office, 'result-problem')).toBe('key-unknown')
    await office.at('trust-key').click()
    // The order was signed on this computer, so the result finds it.
    await office.at('comparison').waitFor()
    expect(await office.at('comparison').getAttribute('data-differing')).toBe('1')
    const states = office.page.locator('[data-testid=result-row] [data-state]')
    expect(await states.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-state')))).toEqual(
      ['not-sent', 'skipped', 'completed', 'completed', 'completed', 'completed'],
    )

    // Not a second time, also after a restart: its result can be saved again instead.
    await computers.counter.restart()
    await drop(counter, 'a.lockorder')
    await counter.at('save-result').waitFor()
    expect(await counter.at('carry-out').count()).toBe(0)
    expect(
      await counter.outcome('work-orders/carry-out', {
        bytes: new Uint8Array(await readFile(at('a.lockorder'))),
        leaveOut: [],
        operatorIdentity: 'Li Wei',
      }),
    ).toMatchObject({ ok: false, error: { code: 'order-used' } })
    expect(await client.effects(before)).toHaveLength(5)
  })

  step('go from paper to the scanner', async () => {
    const wanted = takeLocks(3)
    await goTo(office, '/')
    await office.at('clear-list').click()
    await office.chooseAction('disable')
    await office.paste(wanted.join('\n'))
    await office.at('sign-list').click()
    await office.chooseFile(at('b.lockorder'))
    await office.at('confirm-sign').click()
    await office.at('signed-number').waitFor()
    const file = new Uint8Array(await readFile(at('b.lockorder')))
    await office.at('print-order').click()
    await office.at('order-sheet').locator('svg').waitFor()
    const printed = await office.at('order-sheet').innerHTML()
    const code = (await orderCodeOf(file)) ?? ''

    await goTo(counter, '/')
    await counter.scan(code)
    // The first result is open again, and was saved before the restart: nothing asks.
    await counter.at('order-row').first().waitFor()
    expect(await counter.page.getByTestId('close-unsaved').count()).toBe(0)
    expect(await counter.page.getByTestId('order-row').count()).toBe(3)
    expect(await counter.at('carry-out').textContent()).toContain('3')

    // Printed again, from the list of the signed orders, it is the same sheet with the same code.
    await goTo(office, '/work-orders')
    // The result of the first order is still open.
    await office.at('close-order').click()
    await office.page.getByTestId('signed-order').first().click()
    await office.tabTo('print-signed')
    await office.press('Enter')
    await office.at('order-sheet').locator('svg').waitFor()
    expect(await office.at('order-sheet').innerHTML()).toBe(printed)
  })

  step('are refused with their reason, and nothing is sent', async () => {
    const before = await client.lastEffect()
    const text = await readFile(at('a.lockorder'), 'utf8')
    await writeFile(at('changed.lockorder'), text.replace('Returned', 'Returnet'))
    await drop(counter, 'changed.lockorder')
    await counter.at('file-failure').waitFor()
    expect(await codeOf(counter, 'file-failure')).toBe('signature-invalid')
    // What is open stays; the message can be closed.
    await counter.at('close-failure').click()
    await counter.at('file-failure').waitFor({ state: 'detached' })
    await counter.at('order-row').first().waitFor()
    // The message says where a value is invalid, in an order and in a result.
    for (const name of ['a.lockorder', 'a.lockresult']) {
      const valid = await readFile(at(name), 'utf8')
      await writeFile(at('invalid.lockorder'), valid.replace('"action":"disable"', '"action":"delete"'))
      await drop(counter, 'invalid.lockorder')
      await expect.poll(() => counter.at('file-failure').innerText()).toContain('Field: action')
      await counter.at('close-failure').click()
    }

    await goTo(counter, '/settings')
    await counter.at('withdraw-key').click()
    await counter.at('confirm-withdraw').click()
    await counter.page.locator('[data-testid=trusted-key][data-withdrawn=true]').waitFor()
    expect(await client.effects(before)).toEqual([])
  })
})
