const mark = '\u0001'
const afterHan = new RegExp(`(\\p{Script=Han})${mark}(?=[A-Za-z0-9])`, 'gu')
const beforeHan = new RegExp(`([A-Za-z0-9])${mark}(?=\\p{Script=Han})`, 'gu')

/** Marks where the values begin and end: the spaces within a name stay as they were typed. */
export const marked = (named: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [name, `${mark}${value}${mark}`]))

/** Chinese typography: a space between a Chinese character and a value in Latin letters or digits. */
export const spaced = (text: string): string =>
  text.replace(afterHan, '$1 ').replace(beforeHan, '$1 ').replaceAll(mark, '')

/** For texts of `Intl`, which has no such spaces: “3 小时前”. */
export const spaceNumbers = (text: string): string => text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')
