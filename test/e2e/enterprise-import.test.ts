import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { appOnService } from './support/app-on-service'
import { appearances, axeViolations } from './support/axe'
import { dropFile } from './support/drop-file'

const { serviceClient, desk } = appOnService({ register: [], settings: { theme: 'light' } })

const registered = async () => {
  const { rows } = await desk.command('enterprises/list', { from: 0, limit: 1000 })
  return rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId)
}
const idOf = async (channelCode: string, channelCustomerId: string) => {
  const found = await serviceClient.succeed('order.queryCustomers', {
    query: { channelCode, channelCustomerId, defaultCustomer: 'N' },
  })
  return found[0]?.enterpriseGlobalId ?? ''
}
const paste = async (text: string) => {
  await desk.app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
  await desk.at('enterprise-import-text').focus()
  await desk.press('Control+v')
  await desk.at('use-column').waitFor()
  await desk.press('Enter')
  await desk.at('enterprise-import-table').waitFor()
}
const groups = () => desk.chips('enterprise-import')
const barIs = (state: string) =>
  desk.page.locator(`[data-testid=enterprise-import-bar][data-state=${state}]`).waitFor()

describe('enterprises from a sheet', () => {
  const step = steps()
  step('are pasted, checked row by row, looked up, and added; the platform does not change', async () => {
    const effects = await serviceClient.lastEffect()
    const northBridge = await idOf('CRM-EAST', 'NB-10017')
    const riverside = await idOf('CRM-EAST', 'RM-20044')
    const lingang = await idOf('CRM-SG', 'LC-60011')
    await desk.command('enterprises/add', {
      by: 'channel',
      channelCode: 'CRM-EAST',
      channelCustomerId: 'NB-10017',
    })
    await desk.at('rail-customers').click()
    await desk.at('import-enterprises').focus()
    await desk.press('Enter')
    await desk.at('enterprise-import-empty').waitFor()
    await paste(
      [
        'Channel code\tChannel customer ID\tEnterprise ID\tEnterprise name',
        'CRM-EAST\tNB-10017\t\t',
        'CRM-EAST\tRM-20044\t\t',
        'CRM-EAST\tRM-20044\t\t',
        'CRM-EAST\t\t\t',
        'CRM-EAST\tnobody\t\t',
        `\t\t${lingang}\tLingang`,
        '\t\t5000000000000000001\t',
        `CRM-EAST\tRM-20044\t${lingang}9\t`,
      ].join('\n'),
    )
    expect(await groups()).toEqual({ known: 1, ready: 5, duplicate: 1, invalid: 1 })
    await expect.poll(() => desk.at('enterprise-import-table').innerText()).toContain('Same as row 3.')
    expect(await registered()).toEqual([northBridge])
    // Another file says that it would replace these rows, and canceled it does not.
    await dropFile(desk, 'other.csv', Buffer.from('Channel code,Channel customer ID\nCRM-SG,LC-60011\n'))
    expect(await desk.at('import-replaces').innerText()).toContain('The list has 8 rows.')
    await desk.press('Escape')
    await desk.at('column-choice').waitFor({ state: 'detached' })
    expect(await groups()).toEqual({ known: 1, ready: 5, duplicate: 1, invalid: 1 })
    await desk.tabTo('look-up-enterprises')
    await desk.press('Enter')
    await barIs('ended')
    expect(await groups()).toEqual({
      known: 1,
      added: 2,
      'not-found': 2,
      failed: 1,
      duplicate: 1,
      invalid: 1,
    })
    expect((await registered()).sort()).toEqual([northBridge, riverside, lingang].sort())
    const table = await desk.at('enterprise-import-table').innerText()
    expect(table).toContain(`The customer belongs to ${riverside}.`)
    // The lists of the added ones are read in the background.
    await eventually(async () => {
      const { rows } = await desk.command('enterprises/list', { from: 0, limit: 10 })
      return rows.every(({ assets }) => assets !== null && assets > 0)
    })
    expect(await serviceClient.effects(effects)).toEqual([])
    const jobs = await desk.command('jobs/list', { limit: 10 })
    expect(jobs).toEqual([])
  })

  step('have no axe violations', async () => {
    for (const look of appearances) {
      await desk.setAppearance(look)
      expect(await axeViolations(desk.page)).toEqual([])
    }
  })

  step('are exported with their results, and the known ones again as a list', async () => {
    await desk.setAppearance({ language: 'en', theme: 'light' })
    const results = join(desk.saves, 'results.csv')
    await desk.chooseFile(results)
    await desk.at('export-list').click()
    await desk.at('export-csv').click()
    const written = await eventually(() => readFile(results, 'utf8').catch(() => null))
    expect(written).toContain('Already known')
    expect(written.trim().split(/\r?\n/)).toHaveLength(9)
    await desk.at('clear-enterprise-import').click()
    await desk.at('enterprise-import-empty').waitFor()
    await desk.at('enterprise-import-back').click()
    const list = join(desk.saves, 'customers.csv')
    await desk.chooseFile(list)
    await desk.at('export-list').click()
    await desk.at('export-csv').click()
    const exported = await eventually(() => readFile(list, 'utf8').catch(() => null))
    const before = await desk.command('enterprises/list', { from: 0, limit: 10 })
    for (const { enterpriseGlobalId } of before.rows)
      await desk.command('enterprises/remove', { enterpriseGlobalId })
    await desk.page.reload()
    await desk.at('rail-customers').click()
    await desk.at('customers-empty').waitFor()
    await desk.at('import-enterprises').click()
    await desk
      .at('enterprise-import-file')
      .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(exported) })
    await desk.at('use-column').click()
    await barIs('checked')
    await desk.at('look-up-enterprises').click()
    await barIs('ended')
    const after = await desk.command('enterprises/list', { from: 0, limit: 10 })
    const facts = ({ rows }: typeof before) =>
      rows
        .map((one) =>
          [one.enterpriseGlobalId, one.enterpriseName, one.channelCode, one.channelCustomerId].join(' '),
        )
        .sort()
    expect(facts(after)).toEqual(facts(before))
    await desk.at('clear-enterprise-import').click()
  })

  step('pause and continue, also after the page was closed and the platform was switched', async () => {
    await serviceClient.fault({ operation: 'order.queryCustomers', fault: 'delay', ms: 250, times: 10_000 })
    const rows = Array.from({ length: 200 }, (_, at) => `CRM-EAST\tXX-${10_000 + at}\t`)
    await paste([...rows, 'CRM-SG\tLC-60011\t'].join('\n'))
    await desk.at('look-up-enterprises').click()
    await barIs('running')
    await eventually(async () => ((await groups())['not-found'] ?? 0) > 3)
    await desk.at('enterprise-import-back').click()
    await desk.at('enterprise-import-summary').waitFor()
    await desk.at('rail-desk').click()
    await desk.page.reload()
    await desk.at('rail-customers').click()
    await desk.at('show-enterprise-import').click()
    await desk.at('enterprise-import-pause').click()
    await barIs('paused')
    const paused = await groups()
    expect((paused['not-found'] ?? 0) + (paused['waiting'] ?? 0) + (paused['known'] ?? 0)).toBe(201)
    await desk.at('enterprise-import-resume').click()
    await barIs('running')
    const { current } = await desk.command('environments/list')
    expect(await desk.command('environments/switch', { id: 'training', pauseJobs: false })).toMatchObject({
      state: 'busy',
    })
    // A switch reloads the page, which ends the call.
    const open = async (id: string) => {
      await desk.outcome('environments/switch', { id, pauseJobs: true }).catch(() => undefined)
      await eventually(async () => {
        const list = await desk.outcome('environments/list').catch(() => null)
        return list?.ok === true && list.value.current === id
      })
    }
    await open('training')
    expect((await desk.command('enterprises/import-read', { from: 0, limit: 1 })).import).toBeNull()
    await open(current)
    await serviceClient.fault({ operation: 'order.queryCustomers', fault: 'delay', ms: 0, times: 0 })
    await desk.at('rail-customers').click()
    await desk.at('enterprise-import-summary').waitFor()
    await expect
      .poll(() => desk.at('enterprise-import-summary').innerText())
      .toContain('Paused when the platform was switched')
    await desk.at('show-enterprise-import').click()
    await desk.at('enterprise-import-resume').click()
    await barIs('ended')
    expect(await groups()).toEqual({ 'not-found': 200, known: 1 })
  })
})
