import { createHash } from 'node:crypto'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { steps } from '../support/steps'

let userData: string
let desk: RunningApp
const start = async (): Promise<RunningApp> => {
  const started = await startApp({ userData })
  await started.command('settings/change', { language: 'en' })
  return started
}
beforeAll(async () => {
  userData = await freshUserData()
  desk = await start()
})
afterAll(async () => {
  await desk.stop()
  await rm(userData, { recursive: true, force: true })
})

const folder = () => join(userData, 'journal', 'signatures')
const files = async (): Promise<string[]> => (await readdir(folder()).catch(() => [])).sort()
const records = async (): Promise<Record<string, unknown>[]> =>
  (await readFile(join(userData, 'journal', 'journal.log'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line.slice(9)) as Record<string, unknown>)

/** Points of a line, each as shares of the pad's width and height. */
type Stroke = readonly (readonly [number, number])[]
const zigzag: Stroke = [
  [0.1, 0.2],
  [0.2, 0.8],
  [0.3, 0.2],
  [0.4, 0.8],
]
/** Draws with the pointer, as a person does. */
const draw = async (...strokes: readonly Stroke[]): Promise<void> => {
  const box = await desk.at('signature-pad').boundingBox()
  if (box === null) throw new Error('the pad is not shown')
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  for (const [first, ...others] of strokes) {
    if (first === undefined) continue
    await desk.page.mouse.move(...at(first))
    await desk.page.mouse.down()
    for (const point of others) await desk.page.mouse.move(...at(point), { steps: 4 })
    await desk.page.mouse.up()
  }
}
const drawn = () => desk.page.locator('[data-testid=signature-pad] path').count()

/** The operators of all pages: Chromium compresses their streams. */
const contentOf = (pdf: Buffer): string => {
  const text: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    try {
      text.push(inflateSync(pdf.subarray(at + 7)).toString('latin1'))
    } catch {
      // Fonts and pictures.
    }
  }
  return text.join('\n')
}
/** The number of drawn lines in the PDF. Letters are filled, not stroked, and change with the time on the paper. */
const savePdf = async (name: string, testid: 'receipt' | 'handover'): Promise<number> => {
  const path = join(desk.saves, name)
  await desk.chooseFile(path)
  await desk.at(`${testid}-pdf`).click()
  const pdf = await eventually(() => readFile(path).catch(() => null))
  return contentOf(pdf).match(/\bm\n(?:[-\d.]+ [-\d.]+ l\n){3,}S\n/g)?.length ?? 0
}

const disable = async (): Promise<string> => {
  const assets = await eventually(async () => {
    const { rows } = await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 500 })
    const enabled = rows.filter(
      ({ locked, lent, licenseType }) =>
        locked === false && lent !== true && licenseType === 'normal_recover_usbkey',
    )
    return enabled.length >= 2 ? enabled.slice(0, 2) : null
  })
  const { jobId } = await desk.command('jobs/start', {
    action: 'disable',
    operatorIdentity: 'Li Wei',
    retryOf: null,
    rows: assets.map(({ assetNum, shellNumber, enterpriseGlobalId }) => ({
      ...{ assetNum, shellNumber, enterpriseGlobalId },
      plugId: null,
    })),
  })
  await eventually(async () => (await desk.command('jobs/read', { jobId })).job.state === 'ended')
  return jobId
}
const openReceipt = async (jobId: string): Promise<void> => {
  await desk.page.evaluate((id) => {
    window.location.hash = `/receipt/${id}`
  }, jobId)
  await desk.at('receipt-paper').waitFor()
}

describe('a receipt', () => {
  const step = steps()
  let jobId: string
  let linesOfUnsigned: number

  step('is signed on screen: strokes can be undone, cleared and skipped', async () => {
    jobId = await disable()
    await openReceipt(jobId)
    linesOfUnsigned = await savePdf('unsigned.pdf', 'receipt')
    await desk.tabTo('sign-customer')
    await desk.press('Enter')
    await desk.at('signature-pad').waitFor()
    await draw(
      [
        [0.1, 0.2],
        [0.3, 0.8],
      ],
      [
        [0.5, 0.5],
        [0.7, 0.5],
      ],
    )
    expect(await drawn()).toBe(2)
    await desk.press('Control+z')
    expect(await drawn()).toBe(1)
    await desk.tabTo('signature-clear')
    await desk.press('Enter')
    await expect.poll(drawn).toBe(0)
    await desk.press('Escape')
    await desk.at('dialog').waitFor({ state: 'detached' })
    expect(await files()).toEqual([])
  })

  step('is drawn with a finger and with a pen; a palm beside them draws nothing', async () => {
    await desk.at('sign-customer').click()
    const box = await desk.at('signature-pad').boundingBox()
    if (box === null) throw new Error('no pad')
    const at = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y })
    const devtools = await desk.page.context().newCDPSession(desk.page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number; id: number }[]
    ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    const finger = (x: number, y: number) => ({ ...at(x, y), id: 1 })
    const palm = (x: number, y: number) => ({ ...at(x, y), id: 2 })
    await touch('touchStart', finger(0.1, 0.3))
    await touch('touchMove', finger(0.2, 0.6))
    await touch('touchStart', finger(0.2, 0.6), palm(0.6, 0.9))
    await touch('touchMove', finger(0.3, 0.3), palm(0.7, 0.9))
    await touch('touchEnd')
    await expect.poll(drawn).toBe(1)
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
      devtools.send('Input.dispatchMouseEvent', {
        type,
        ...at(x, y),
        button: 'left',
        buttons: 1,
        clickCount: 1,
        pointerType: 'pen',
      })
    await pen('mousePressed', 0.4, 0.5)
    await pen('mouseMoved', 0.5, 0.2)
    await pen('mouseReleased', 0.6, 0.5)
    await expect.poll(drawn).toBe(2)
    await devtools.detach()
    // A drawn signature is not lost by one key.
    await desk.press('Escape')
    await desk.at('input-warned').waitFor()
    await desk.press('Escape')
    await desk.at('dialog').waitFor({ state: 'detached' })
    expect(await files()).toEqual([])
  })

  step('keeps the drawn lines as a file whose checksum the journal has, and prints them', async () => {
    await desk.at('sign-customer').click()
    await draw(zigzag, [
      [0.5, 0.5],
      [0.6, 0.2],
      [0.7, 0.5],
      [0.9, 0.6],
    ])
    await desk.tabTo('signature-accept')
    await desk.press('Enter')
    await desk.at('signature-customer').waitFor()
    const [name = '', ...others] = await files()
    const content = await readFile(join(folder(), name), 'utf8')
    expect([others, content.match(/<path d="M\d+ \d+(L\d+ \d+)+"\/>/g)?.length]).toEqual([[], 2])
    expect((await records()).filter(({ kind }) => kind === 'signed')).toMatchObject([
      {
        signature: name.replace('.svg', ''),
        sha256: createHash('sha256').update(content).digest('hex'),
        line: 'customer',
        jobs: [jobId],
        loan: null,
      },
    ])
    expect(await savePdf('signed.pdf', 'receipt')).toBe(linesOfUnsigned + 2)
  })

  step('is removed from a wrong line once a system dialog was confirmed, and leaves it empty', async () => {
    await desk.at('sign-operator').click()
    await draw(zigzag)
    await desk.at('signature-accept').click()
    await desk.at('signature-operator').waitFor()
    await desk.answerDialogs(1)
    await desk.at('remove-signature-operator').click()
    await eventually(async () => (await desk.dialogMessages()).some((text) => text.includes('signature')))
    expect(await files()).toHaveLength(2)
    await desk.answerDialogs(0)
    await desk.at('remove-signature-operator').click()
    await desk.at('signature-operator').waitFor({ state: 'detached' })
    await desk.at('remove-signature-operator').waitFor({ state: 'detached' })
    expect(await desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(
      'sign-operator',
    )
    expect(await files()).toHaveLength(1)
    expect(await savePdf('removed.pdf', 'receipt')).toBe(linesOfUnsigned + 2)
    expect(await desk.command('journal/verify')).toMatchObject({
      isWhole: true,
      signatures: { count: 2, deleted: 1, missing: [], differing: [] },
    })
  })

  step('shows the signature after a restart, hidden on screen while names are hidden', async () => {
    await desk.app.close()
    desk = await start()
    await openReceipt(jobId)
    await desk.at('signature-customer').waitFor()
    await desk.command('settings/change', { namesHidden: true })
    await desk.at('signature-customer').waitFor({ state: 'hidden' })
    expect(await savePdf('hidden.pdf', 'receipt')).toBe(linesOfUnsigned + 2)
    await desk.command('settings/change', { namesHidden: false })
  })

  step('says that the file was changed or is missing, and so does the check of the journal', async () => {
    const [name = ''] = await files()
    const path = join(folder(), name)
    const content = await readFile(path)
    expect(await desk.command('journal/verify')).toMatchObject({
      signatures: { count: 2, missing: [], differing: [] },
    })
    await writeFile(path, content.toString('utf8').replace('L', 'L1'))
    expect(await desk.command('journal/verify')).toMatchObject({ signatures: { differing: [name] } })
    await rm(path)
    expect(await desk.command('journal/verify')).toMatchObject({
      isWhole: true,
      signatures: { missing: [name] },
    })
    await desk.at('receipt-back').click()
    await openReceipt(jobId)
    await desk.at('signature-customer-missing').waitFor()
    await writeFile(path, content)
  })

  step('has no button to sign while signatures are off, and main takes none', async () => {
    await desk.command('settings/change', { signatures: false })
    await desk.at('sign-customer').waitFor({ state: 'detached' })
    const saved = await desk.outcome('signatures/save', {
      document: { jobIds: [jobId] },
      line: 'operator',
      strokes: [[[1, 1]]],
    })
    expect(saved).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    await desk.command('settings/change', { signatures: true })
  })

  it('is not saved for a job that does not exist', async () => {
    const saved = await desk.outcome('signatures/save', {
      document: { jobIds: ['no-job'] },
      line: 'operator',
      strokes: [[[1, 1]]],
    })
    expect(saved).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})

describe('a handover note', () => {
  it('is signed on its own lines', async () => {
    const loan = await eventually(async () => {
      const { rows } = await desk.command('loans/list', { from: 0, limit: 500 })
      return rows.find(({ state }) => state === 'active')
    })
    await desk.page.evaluate((id) => {
      window.location.hash = `/handover/${encodeURIComponent(id)}`
    }, loan.loanId)
    await desk.at('handover-paper').waitFor()
    const before = await savePdf('unsigned-handover.pdf', 'handover')
    await desk.at('sign-received').click()
    await draw(zigzag)
    await desk.at('signature-accept').click()
    await desk.at('signature-received').waitFor()
    expect((await records()).at(-1)).toMatchObject({
      kind: 'signed',
      line: 'received',
      jobs: [],
      loan: `${loan.loanId} ${loan.lentHere?.since ?? ''}`,
    })
    expect(await savePdf('handover.pdf', 'handover')).toBe(before + 1)
  })
})
