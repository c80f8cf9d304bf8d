import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../../support/app'
import type { RunningApp } from '../../support/app'

let count = 0

/** Signs the selected rows of the open list, and returns what the saved file asks for. */
export const signList = async (desk: RunningApp) => {
  count += 1
  const file = join(desk.saves, `signed-${count}.lockorder`)
  // Without a system keychain the key needs a passphrase.
  const { state } = await desk.command('vault/status')
  await desk.answerDialogs(0)
  if (state === 'memory') await desk.command('vault/set-passphrase', { passphrase: 'correct horse battery' })
  await desk.chooseFile(file)
  await desk.at('sign-list').click()
  await desk.at('confirm-sign').click()
  await desk.at('signed-number').waitFor()
  const text = await eventually(() => readFile(file, 'utf8').catch(() => null))
  await desk.at('cancel').click()
  const { action, rows } = JSON.parse(text) as { action: string; rows: readonly { assetNum: string }[] }
  return { action, numbers: rows.map(({ assetNum }) => assetNum).sort() }
}
