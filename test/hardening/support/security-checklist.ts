/**
 * Electron's security checklist (its document “Security”), item by item: what holds here, and where it is asserted.
 * The README's table is made of this (test/hardening/sources.test.ts).
 */
export interface ChecklistItem {
  readonly title: string
  readonly here: string
  /**
   * `run`: of the running build (test/e2e/hardening.test.ts) and the running package (test/package/probed.test.ts);
   * `package`: of its files (test/package/packed.test.ts); `source`: over our files (test/hardening/sources.test.ts).
   */
  readonly asserted: 'run' | 'package' | 'source'
}

export const securityChecklist = [
  {
    title: 'Only load secure content',
    here: 'Pages come from the bundle by `app://`; every other request of a page is cancelled',
    asserted: 'run',
  },
  {
    title: 'No Node.js for remote content',
    here: 'No remote content, and no Node in any page, worker or frame',
    asserted: 'run',
  },
  { title: 'Context isolation', here: 'On', asserted: 'run' },
  { title: 'Process sandboxing', here: 'On for every page', asserted: 'run' },
  {
    title: 'Permission requests of remote content',
    here: 'Every permission, device and download is refused',
    asserted: 'run',
  },
  { title: '`webSecurity` stays on', here: 'On', asserted: 'run' },
  {
    title: 'A content security policy',
    here: "By header, `default-src 'none'`, scripts from the bundle only, no connection anywhere",
    asserted: 'run',
  },
  { title: 'No `allowRunningInsecureContent`', here: 'Off', asserted: 'run' },
  { title: 'No experimental features', here: 'Off', asserted: 'run' },
  { title: 'No `enableBlinkFeatures`', here: 'Not set', asserted: 'run' },
  { title: 'No `allowpopups` of a `<webview>`', here: 'There are no webviews', asserted: 'run' },
  { title: 'Look at a `<webview>` before it is made', here: 'None is ever attached', asserted: 'run' },
  { title: 'Limit navigation', here: 'None, by page, frame, redirect or drop', asserted: 'run' },
  { title: 'Limit new windows', here: 'None', asserted: 'run' },
  {
    title: 'No `shell.openExternal` with untrusted content',
    here: 'Not used at all; `openPath` opens the data folder and nothing a page names',
    asserted: 'source',
  },
  {
    title: 'A current Electron',
    here: 'The newest stable is declared; tests may run on an older one, and say so',
    asserted: 'source',
  },
  {
    title: 'Validate the sender of every IPC message',
    here: 'Top frame of our window at our address; one registrar, every command',
    asserted: 'run',
  },
  {
    title: 'No `file://`, a protocol of our own',
    here: '`app://lock-desk`, which leaves its bundle by no spelling',
    asserted: 'run',
  },
  {
    title: 'Fuses',
    here: 'Off: run as Node, NODE_OPTIONS, inspector; on: asar only and its integrity',
    asserted: 'package',
  },
  {
    title: 'No Electron API for pages',
    here: 'The bridge has a function a command and a subscription an event, no channel to choose and no event object',
    asserted: 'run',
  },
] as const satisfies readonly ChecklistItem[]

export type ChecklistTitle = (typeof securityChecklist)[number]['title']

const places: Readonly<Record<ChecklistItem['asserted'], string>> = {
  run: 'as it runs',
  package: 'the package',
  source: 'the sources',
}

/** The lines of the README's table, unaligned. */
export const checklistRows = (): readonly string[] =>
  securityChecklist.map(
    ({ title, here, asserted }, at) => `${at + 1} | ${title} | ${here} | ${places[asserted]}`,
  )
