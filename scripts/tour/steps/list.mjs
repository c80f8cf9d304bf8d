import { readFile } from 'node:fs/promises'
import { assetsOf, disabledAt } from '../ask-service.mjs'
import { canBeDisabled, drawList } from '../draw-list.mjs'
import { must } from '../must.mjs'

/** @typedef {import('../steps.mjs').Scene} Scene */

/** Above this many rows main asks in a dialog of the system's. */
const systemAsks = 50

/** What the first of these steps found out from the service, for those after it. */
/** @type {{ list: import('../draw-list.mjs').DrawnList, before: Set<string>, targets: string[], never: number } | null} */
let told = null
const prepared = () => {
  if (told === null) throw new Error('there is no list, because the step before failed')
  return told
}

/** @param {import('../stage.mjs').Stage} stage @returns {Promise<Record<string, number>>} */
async function chips(stage) {
  const shown = await stage.page.locator('[data-testid=list-chips] [data-count]').all()
  /** @type {Record<string, number>} */
  const counts = {}
  for (const chip of shown) {
    const group = ((await chip.getAttribute('data-testid')) ?? '').replace('chip-', '')
    counts[group] = Number(await chip.getAttribute('data-count'))
  }
  return counts
}

/** @param {import('../stage.mjs').Stage} stage */
const lookedUp = async (stage) => {
  await stage.at('list-chips').waitFor()
  const under = stage.page.locator('[data-testid=chip-checking], [data-testid=list-looking]')
  await stage.until(async () => (await under.count()) === 0, 'the numbers are looked up')
}

/** @param {Record<string, number>} shown @param {Record<string, number>} expected */
const mustBe = (shown, expected) => {
  const text = (/** @type {Record<string, number>} */ counts) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')
  must(text(shown) === text(expected), `the chips say ${text(shown)}; by the service it is ${text(expected)}`)
}

/** Ticks all rows of a kind. @param {import('../stage.mjs').Stage} stage @param {string} group */
const tickAll = async (stage, group) => {
  await stage.at(`chip-${group}`).click()
  await stage.at('list-table').locator('input[type=checkbox]').first().click()
  await stage.at('chip-all').click()
}

/** Which were disabled since, and none that should not have been. @param {Scene} scene */
const disabledSince = async ({ baseUrl, enterprises }, /** @type {Set<string>} */ before) => {
  const after = await disabledAt(baseUrl, enterprises)
  must(
    [...before].every((assetNum) => after.has(assetNum)),
    'something was enabled meanwhile',
  )
  return [...after].filter((assetNum) => !before.has(assetNum)).sort()
}

/** @type {readonly import('../steps.mjs').Step[]} */
export const listSteps = [
  {
    name: '300 pasted rows: each is told before anything is sent',
    run: async ({ stage, seed, baseUrl, enterprises }) => {
      const [usual = '', other = ''] = enterprises
      const tray = /** @type {{ shellNumber: string | null }[]} */ (await stage.command('tray/list'))
      const lists = await Promise.all([assetsOf(baseUrl, usual), assetsOf(baseUrl, other)])
      const list = drawList(seed, lists, new Set(tray.flatMap(({ shellNumber }) => shellNumber ?? [])))
      must(list.rows.length === 300, `${list.rows.length} rows were drawn`)
      const sent = [...list.ready, ...list.wrongType]
      told = {
        list,
        before: await disabledAt(baseUrl, enterprises),
        targets: sent
          .filter(canBeDisabled)
          .map(({ assetNum }) => assetNum)
          .sort(),
        never: sent.filter((asset) => !canBeDisabled(asset)).length,
      }
      await stage.look('en', 'light')
      await stage.at('rail-desk').click()
      // So that more of the list is in the pictures; it is there again when the desk is opened anew.
      await stage.at('tray-toggle').click()
      await stage.at('desk-action-disable').check({ force: true })
      await stage.at('list-empty').waitFor()
      await stage.paste(['Shell number', ...list.rows].join('\r\n'))
      await lookedUp(stage)
      const shown = await chips(stage)
      mustBe(shown, {
        ready: list.ready.length,
        malformed: list.malformed.length,
        repeated: list.repeated.length,
        'no-record': list.unknown.length,
        already: list.already.length,
        'wrong-type': list.wrongType.length,
        'other-enterprise': list.otherEnterprise.length,
      })
      const pictures = [await stage.picture('list-en-light')]
      await stage.look('zh', 'dark')
      pictures.push(await stage.picture('list-zh-dark'))
      await stage.look('en', 'light')
      await stage.at('chip-malformed').click()
      pictures.push(await stage.picture('list-malformed'))
      await stage.at('chip-all').click()
      return { said: await stage.at('list-chips').innerText(), service: shown, pictures }
    },
  },
  {
    name: 'The list is carried out, and the service has exactly what the desk says',
    run: async (scene) => {
      const { stage } = scene
      const { list, before, targets, never } = prepared()
      // What a person may overrule: numbers on no list after a second look, and types that may be refused.
      await stage.at('look-again').click()
      await lookedUp(stage)
      await tickAll(stage, 'no-record')
      await tickAll(stage, 'wrong-type')
      const total = list.ready.length + list.wrongType.length + list.unknown.length
      const asked = await stage.answerDialogs()
      await stage.at('run-list').click()
      const consequence = await stage.at('list-consequence').innerText()
      must(consequence.includes(String(total)), `the confirmation does not name ${total} locks`)
      const pictures = [await stage.picture('list-confirm')]
      await stage.at('confirm-list').click()
      await stage.at('job-summary').waitFor()
      must((await asked()) === (total > systemAsks ? 1 : 0), 'the system did not ask once')
      const changed = await disabledSince(scene, before)
      must(
        changed.join() === targets.join(),
        `the service has ${changed.length} changed, not ${targets.length}`,
      )
      const shown = await chips(stage)
      mustBe(shown, {
        done: changed.length,
        failed: never + list.unknown.length,
        'left-out': 300 - total,
      })
      pictures.push(await stage.picture('list-done'))
      return {
        said: await stage.at('job-summary').innerText(),
        service: { disabled: changed.length },
        pictures,
      }
    },
  },
  {
    name: 'Only the refused are sent again, those refused for their type never',
    run: async (scene) => {
      const { stage } = scene
      const { list, before, targets } = prepared()
      await stage.at('job-retry').click()
      await stage.at('confirm-list').click()
      const retried = async () => {
        const [job] = /** @type {{ retryOf: string | null, state: string, rows: number }[]} */ (
          await stage.command('jobs/list', { limit: 1 })
        )
        return job?.retryOf != null && job.state === 'ended' ? job : null
      }
      await stage.until(async () => (await retried()) !== null, 'the refused are sent again')
      await stage.at('job-summary').waitFor()
      const rows = (await retried())?.rows
      must(rows === list.unknown.length, `${String(rows)} were sent again, not ${list.unknown.length}`)
      const changed = await disabledSince(scene, before)
      must(changed.join() === targets.join(), 'the service has something else changed than before')
      return {
        said: await stage.at('job-foot').innerText(),
        service: { disabled: changed.length },
        pictures: [await stage.picture('list-retried')],
      }
    },
  },
  {
    name: 'The receipt says what the service says',
    run: async (scene) => {
      const { stage } = scene
      const { list, before, never } = prepared()
      await stage.at('job-receipt').click()
      const paper = stage.at('receipt-paper')
      await paper.waitFor()
      const changed = await disabledSince(scene, before)
      const rows = (/** @type {string} */ outcome) => paper.locator(`tbody[data-outcome=${outcome}]`).count()
      must((await rows('done')) === changed.length, `the receipt has ${await rows('done')} as done`)
      const refused = never + list.unknown.length
      must((await rows('failed')) === refused, `the receipt has ${await rows('failed')} as refused`)
      const pictures = [await stage.picture('receipt-en-light')]
      const path = await stage.saveAs('receipt.pdf')
      await stage.at('receipt-pdf').click()
      await stage.at('receipt-told').getByText('receipt.pdf').waitFor()
      const pdf = await readFile(path)
      must(pdf.subarray(0, 5).toString() === '%PDF-', 'the receipt is no PDF')
      await stage.at('receipt-back').click()
      await stage.at('clear-list').click()
      await stage.at('desk-action-look-up').check({ force: true })
      return {
        said: `receipt.pdf, ${Math.round(pdf.length / 1024)} KiB`,
        service: { disabled: changed.length },
        pictures,
      }
    },
  },
]
