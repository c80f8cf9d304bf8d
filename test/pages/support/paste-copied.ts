import type { PageDesk } from './on-page'

/** Pastes with the keys, from the clipboard of the system: the browser inserts the text, or cuts it. */
export const pasteCopied = async (desk: PageDesk, field: string, text: string): Promise<void> => {
  await desk.app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
  await desk.at(field).focus()
  await desk.press('Control+v')
}
