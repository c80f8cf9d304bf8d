/**
 * Characters that show nothing and change what is around them: controls other than tab and line ends, and those that
 * turn the direction of letters (Unicode Standard Annex 9). Marks that only say a direction stay: names need them.
 */
// eslint-disable-next-line no-control-regex -- controls are what is looked for
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const allUnseen = new RegExp(unseen, 'g')

/** Text from a platform or a device as it can be shown: what would hide or reorder letters stands there as “�”. */
export const visibleText = (text: string): string =>
  unseen.test(text) ? text.replace(allUnseen, '\ufffd') : text
