/**
 * Electron fuses by electron-builder's names (electronjs.org/docs/latest/tutorial/fuses). Packaging sets them
 * permanently, and the tests read them back. The app starts nothing as plain Node: the USB process and the
 * training service are utility processes.
 */
export const fuses = Object.freeze({
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
})
