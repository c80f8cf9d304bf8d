import { randomUUID } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import { findPostgres, startCluster } from '../../scripts/setup/postgres.mjs'
import type { Cluster } from '../../scripts/setup/postgres.mjs'
import { joinFileText } from '../../src-main/branch/database/join-file'
import { newBranch, newDesk } from '../contract/branch/support'
import type { RunningApp } from '../support/app'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { startProgram } from '../work-orders/support/independent-program'
import { dropFile } from './support/drop-file'
import { enterpriseGlobalId, twoComputers } from './support/two-computers'

const programs = await findPostgres()
const lock = 'LD8000000017'

describe.skipIf(programs === undefined)('two windows of a branch', () => {
  const { office, counter, at, service, takeLocks } = twoComputers()
  let cluster: Cluster
  let passwords: string[] = []
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '')
    const admin = await newBranch(cluster.url, 'two_windows')
    for (const name of ['Office', 'Counter']) {
      const file = await newDesk(admin, name)
      passwords = [...passwords, file.password]
      await writeFile(at(`${name}.lockbranch`), joinFileText(file))
    }
  })
  afterAll(() => cluster.remove())

  const step = steps()
  const chip = (desk: RunningApp) => desk.at('chip-branch')
  const chipIs = (desk: RunningApp, state: string, text: string) =>
    desk.page
      .locator(`[data-testid=chip-branch][data-state=${state}]`)
      .filter({ hasText: text })
      .waitFor({ timeout: 60_000 })
  const openBranch = async (desk: RunningApp) => {
    await desk.at('rail-settings').click()
    await desk.at('settings-to-branch').click()
  }
  const nameOn = async (desk: RunningApp) => {
    const { rows } = await desk.command('locks/names', { from: 0, limit: 100 })
    return rows.find(({ assetNum }) => assetNum === lock)?.name ?? null
  }
  const setName = (desk: RunningApp, name: string) =>
    desk.command('locks/set-name', { enterpriseGlobalId, assetNum: lock, name, note: '' })
  const loansOf = (desk: RunningApp) =>
    eventually(async () => {
      const { rows } = await desk.command('loans/list', { from: 0, limit: 500 })
      return rows.some(({ state }) => state === 'active') ? rows : null
    })

  step('join, each with its file, after its words were compared', async () => {
    for (const [{ desk }, name] of [
      [office, 'Office'],
      [counter, 'Counter'],
    ] as const) {
      expect(await chip(desk).count()).toBe(0)
      await openBranch(desk)
      await desk.chooseFile(at(`${name}.lockbranch`))
      await desk.at('open-join-file').click()
      await desk.at('join-offer').waitFor()
      const { words } = JSON.parse(await readFile(at(`${name}.lockbranch`), 'utf8')) as { words: string[] }
      const shown = desk.at('join-offer').locator('[data-list=en] li')
      expect(await shown.allInnerTexts()).toEqual(words)
      await desk.at('confirm-join').click()
      await desk.page.locator('[data-testid=branch-state][data-connected=true]').waitFor()
      await chipIs(desk, 'connected', 'Branch connected')
    }
    await expect
      .poll(() => office.desk.page.getByTestId('branch-computer').allInnerTexts(), { timeout: 60_000 })
      .toEqual([expect.stringContaining('Office'), expect.stringContaining('Counter')])
  })

  step('show a name and a due date of the other', async () => {
    await setName(office.desk, 'Reception')
    await counter.desk.press('Control+6')
    await counter.desk.at('asset-search').fill('Reception')
    await eventually(async () => (await counter.desk.at('asset-count').getAttribute('data-count')) === '1')
    const [loan] = (await loansOf(office.desk)).filter(({ state }) => state === 'active')
    if (loan === undefined) throw new Error('no loan')
    const { borrowedUsbKey, memberGlobalId } = loan
    const dueOn = dayAfter(dayOf(Date.now()), 3)
    await counter.desk.command('loans/set-due', {
      borrowedUsbKey,
      memberGlobalId,
      dueOn,
      note: 'by the door',
    })
    await expect
      .poll(async () => (await loansOf(office.desk)).find(({ loanId }) => loanId === loan.loanId))
      .toMatchObject({ dueOn, note: 'by the door' })
  })

  step('count what is not shared while the database is stopped, and share it once it runs', async () => {
    await cluster.stop()
    await chipIs(office.desk, 'not-connected', 'Branch not connected')
    await chipIs(counter.desk, 'not-connected', 'Branch not connected')
    await setName(office.desk, 'Front desk')
    await setName(counter.desk, 'Side door')
    await chipIs(office.desk, 'not-connected', '1 not shared yet')
    expect(await nameOn(counter.desk)).toBe('Side door')
    await chip(office.desk).click()
    await office.desk.at('branch-retry').waitFor()
    expect(await office.desk.at('branch-connection').innerText()).toContain('Not connected since')

    await cluster.start()
    // The desk may be quicker by itself, and the button gone.
    await office.desk.command('branch/retry')
    await chipIs(office.desk, 'connected', 'Branch connected')
    await chipIs(counter.desk, 'connected', 'Branch connected')
    // What arrived last counts, at both.
    await expect
      .poll(async () => new Set([await nameOn(office.desk), await nameOn(counter.desk)]).size)
      .toBe(1)
  })

  step('count a stocktake together, with the database stopped in between', async () => {
    const numbers = ['8000000017', '8000000018', '8000000019', '8000000020']
    // Only what the test counts is counted.
    for (const { desk } of [office, counter])
      for (const { trayId, pluggedIn } of await desk.command('simulator/list'))
        if (pluggedIn) await desk.command('simulator/act', { trayId, gesture: 'pull-out' })
    const { id } = await office.desk.command('stocktakes/start', {
      scope: { kind: 'list', name: 'Cabinet', numbers },
      operatorIdentity: 'Li Wei',
    })
    await counter.desk.at('rail-stocktake').click()
    await counter.desk.at('counted-together').waitFor()
    await counter.desk.at('stocktake-row').click()
    await counter.desk.at('count-together').waitFor()
    await office.desk.at('rail-stocktake').click()
    await office.desk.at('stocktake-row').click()
    await office.desk.at('count-together').waitFor()
    const count = async (desk: RunningApp, number: string) => {
      await desk.at('count-input').fill(number)
      await desk.press('Enter')
      await desk.page.locator('[data-testid=last-count][data-kind=counted]').waitFor()
    }
    const progress = (desk: RunningApp, text: string) =>
      desk.page.getByTestId('stocktake-progress').filter({ hasText: text }).waitFor({ timeout: 60_000 })
    await count(office.desk, '8000000017')
    await progress(counter.desk, '1 of 4')

    await cluster.stop()
    await chipIs(office.desk, 'not-connected', 'Branch not connected')
    await count(office.desk, '8000000018')
    await count(counter.desk, '8000000019')
    await progress(office.desk, '2 of 4')
    await progress(counter.desk, '2 of 4')
    await cluster.start()
    for (const { desk } of [office, counter]) await progress(desk, '3 of 4')

    await office.desk.at('finish-stocktake').click()
    await office.desk.at('confirm-end').click()
    await counter.desk.at('ended-elsewhere').waitFor()
    expect(await counter.desk.at('ended-elsewhere').innerText()).toContain('at another computer')
    const rowsOf = async (desk: RunningApp) =>
      (await desk.command('stocktakes/read', { id, from: 0, limit: 100 })).rows
    await expect.poll(() => rowsOf(counter.desk)).toEqual(await rowsOf(office.desk))
    expect((await rowsOf(office.desk)).map(({ result }) => result)).toEqual(
      expect.arrayContaining(['missing']),
    )
  })

  step('use a work order at one desk, while the other has it open and shows the use at once', async () => {
    const supervisor = startProgram(Date.now() - 1_000, 'Supervisor')
    const bytes = supervisor.sign(
      supervisor.order({
        id: randomUUID(),
        platform: { id: service.url, address: service.url },
        enterprises: [enterpriseGlobalId],
        rows: takeLocks(1).map((assetNum) => ({ assetNum })),
      }),
    )
    for (const { desk } of [office, counter]) {
      await desk.answerDialogs(0)
      await desk.command('work-orders/trust', { key: supervisor.key, name: 'Supervisor' })
      await dropFile(desk, 'a.lockorder', bytes)
      await desk.at('order-row').first().waitFor()
    }
    await office.desk.at('carry-out').click()
    await office.desk.at('confirm-carry-out').click()
    await office.desk.at('open-result').waitFor()
    await counter.desk.at('used-elsewhere').filter({ hasText: 'Office' }).waitFor()
    expect(await counter.desk.at('order-problem').getAttribute('data-code')).toBe('order-used-elsewhere')
    expect(await counter.desk.at('carry-out').count()).toBe(0)
    const again = await counter.desk.outcome('work-orders/carry-out', {
      bytes: new Uint8Array(bytes),
      leaveOut: [],
      operatorIdentity: 'Li Wei',
    })
    expect(again).toMatchObject({ ok: false, error: { code: 'order-used-elsewhere' } })
  })

  step('go on after a restart, once the vault is unlocked', async () => {
    await counter.restart()
    await chipIs(counter.desk, 'connected', 'Branch connected')
    await setName(counter.desk, 'After the restart')
    await expect.poll(() => nameOn(office.desk)).toBe('After the restart')
  })

  step('leave after a question of the system, and keep what is known', async () => {
    await openBranch(counter.desk)
    await counter.desk.answerDialogs(1)
    await counter.desk.at('branch-leave').click()
    await expect.poll(() => counter.desk.dialogMessages()).toEqual([expect.stringContaining('stays')])
    await counter.desk.at('branch-state').waitFor()
    await counter.desk.answerDialogs(0)
    await counter.desk.at('branch-leave').click()
    await counter.desk.at('open-join-file').waitFor()
    expect(await chip(counter.desk).count()).toBe(0)
    expect(await nameOn(counter.desk)).toBe('After the restart')
  })

  it('leave no password in a data folder or an output', async () => {
    expect(passwords).toHaveLength(2)
    for (const { userData, desk } of [office, counter]) {
      for (const name of await readdir(userData, { recursive: true })) {
        const content = await readFile(join(userData, name), 'utf8').catch(() => '')
        for (const password of passwords) expect([name, content.includes(password)]).toEqual([name, false])
      }
      for (const password of passwords) expect(desk.output()).not.toContain(password)
    }
  })
})
