import { markdownTable } from '../../docs/generated/markdown'

/**
 * Electron's security checklist (its document “Security”): how each item is met, and where it is checked. The
 * table of docs/security.md is generated from this.
 */
export interface ChecklistItem {
  readonly title: string
  readonly here: string
  /**
   * `run`: in the running build (test/e2e/hardening.test.ts) and package (test/package/probed.test.ts);
   * `package`: in its files (test/package/packed.test.ts); `source`: in the sources
   * (test/hardening/sources.test.ts).
   */
  readonly asserted: 'run' | 'package' | 'source'
}

export const securityChecklist = [
  {
    title: 'Only load secure content',
    here: 'Pages come from the bundle by `app://`; every other request of a page is canceled',
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
  { title: 'Verify a `<webview>` before its creation', here: 'None is ever created', asserted: 'run' },
  { title: 'Limit navigation', here: 'None, by page, frame, redirect or drop', asserted: 'run' },
  { title: 'Limit new windows', here: 'None', asserted: 'run' },
  {
    title: 'No `shell.openExternal` with untrusted content',
    here: 'Not used at all; `openPath` opens the data folder and nothing a page names',
    asserted: 'source',
  },
  {
    title: 'A current Electron',
    here: 'The newest stable is declared; tests may run on an older one, with a message',
    asserted: 'source',
  },
  {
    title: 'Validate the sender of every IPC message',
    here: 'Top frame of the app’s window and address; one router for every command',
    asserted: 'run',
  },
  {
    title: 'No `file://`, a custom protocol',
    here: '`app://lock-desk`, which serves nothing outside its bundle',
    asserted: 'run',
  },
  {
    title: 'Fuses',
    here: 'Off: run as Node, NODE_OPTIONS, inspector; on: asar only and its integrity',
    asserted: 'package',
  },
  {
    title: 'No Electron API for pages',
    here: 'One function per command and one subscription per event; no channel names, no event objects',
    asserted: 'run',
  },
] as const satisfies readonly ChecklistItem[]

export type ChecklistTitle = (typeof securityChecklist)[number]['title']

const places: Readonly<Record<ChecklistItem['asserted'], string>> = {
  run: 'running app',
  package: 'the package',
  source: 'the sources',
}

/** The table of docs/security.md. */
export const checklistTable = (): string =>
  markdownTable(
    ['', 'item', 'here', 'asserted on'],
    securityChecklist.map(({ title, here, asserted }, at) => [String(at + 1), title, here, places[asserted]]),
  )
