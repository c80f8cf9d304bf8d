/** Device names that Windows reserves in every folder, with any extension, and with blanks before it. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/i

/** Changes a file name that Windows would open as a device. */
export const withoutDeviceName = (name: string): string => name.replace(deviceName, '$1-')
