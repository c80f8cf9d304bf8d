/**
 * Switches in Electron's binary, by electron-builder's names; set for good when a package is made, and read back by
 * the tests (electronjs.org/docs/latest/tutorial/fuses). Nothing of the app is run as plain Node: the USB process and
 * the training service are utility processes.
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
