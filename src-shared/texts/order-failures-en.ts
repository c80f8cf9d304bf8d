/** Why a file, a key or a work order is refused, and the next step. */
export const orderFailure = {
  'file-not-readable': {
    what: 'Couldn’t read the file from disk.',
    next: 'Close it in other programs, check that it still exists, and try again. Choose a file, not a folder.',
  },
  'file-too-large': {
    what: 'The file is larger than 20 MB.',
    next: 'Ask for several smaller work orders.',
  },
  'file-empty': {
    what: 'The file is empty.',
    next: 'Copy it again, or ask for the file again.',
  },
  'not-utf8': {
    what: 'The file is not UTF-8 text.',
    next: 'Ask for the file again.',
  },
  'not-json': {
    what: 'The file is not JSON.',
    next: 'Ask for the file again.',
  },
  'not-canonical': {
    what: 'The file was changed after it was signed.',
    next: 'Ask for the file again.',
  },
  'duplicate-name': {
    what: 'The file has a name twice.',
    next: 'Ask for the file again.',
  },
  'number-too-large': {
    what: 'The file has a number that is too large.',
    next: 'Ask for the file again.',
  },
  'too-deep': {
    what: 'The file is nested too deeply.',
    next: 'Ask for the file again.',
  },
  'other-format': {
    what: 'The file is no work order, result or public key.',
    next: 'Choose another file.',
  },
  'newer-version': {
    what: 'A newer version of Lock Desk made the file.',
    next: 'Update Lock Desk, then open the file again.',
  },
  'other-algorithm': {
    what: 'The file is not signed with Ed25519.',
    next: 'Ask for a file that Lock Desk signed.',
  },
  'invalid-field': {
    what: 'A value in the file is invalid.',
    next: 'Ask for the file again.',
  },
  'signature-invalid': {
    what: 'The signature does not match. The file was changed.',
    next: 'Do not use the file. Ask for it again.',
  },
  'key-unknown': {
    what: 'This computer does not trust the signer’s key.',
    next: 'Compare the six words with the signer, then trust the key.',
  },
  'key-withdrawn': {
    what: 'Trust in the signer’s key was withdrawn.',
    next: 'Ask the signer for a file with a trusted key.',
  },
  'key-not-readable': {
    what: 'Couldn’t read the key of this computer.',
    next: 'Unlock the saved credentials, then try again. If the key is lost, replace it in Settings.',
  },
  'key-not-storable': {
    what: 'Couldn’t store a key on this computer.',
    next: 'Use a system keychain, or set a passphrase in Settings > Saved credentials.',
  },
  'key-in-branch': {
    what: 'The branch knows this computer by its key.',
    next: 'Leave the branch first. Then replace the key and join again.',
  },
  'words-differ': {
    what: 'These are not the words of the key.',
    next: 'Compare them again. Do not use the file otherwise.',
  },
  'words-unknown': {
    what: 'This computer does not trust the key.',
    next: 'Open Settings > Work orders again.',
  },
  'keys-managed': {
    what: 'Your organization decides which keys are trusted.',
    next: 'Ask your IT department to add the key.',
  },
  'other-order-platform': {
    what: 'The work order is for another platform.',
    next: 'Switch to its platform, then open the file again.',
  },
  'order-not-yet-valid': {
    what: 'The work order is not valid yet.',
    next: 'Carry it out later. If it should be valid, compare the clocks of both computers.',
  },
  'order-expired': {
    what: 'The work order has expired.',
    next: 'Ask for a new work order. If it should be valid, compare the clocks of both computers.',
  },
  'order-used': {
    what: 'The work order was used on this computer.',
    next: 'Save its result, or ask for a new work order.',
  },
  'order-used-elsewhere': {
    what: 'Another computer of the branch has used the work order.',
    next: 'Ask there for its result, or ask for a new work order.',
  },
  'order-not-claimed': {
    what: 'Work orders need the branch, and its database did not respond. Nothing was sent.',
    next: 'Check the connection in Settings > Branch, then try again.',
  },
  'branch-required': {
    what: 'Your organization allows work orders in a branch only. Nothing was sent.',
    next: 'Join the branch in Settings > Branch, then try again.',
  },
  'order-before-loss': {
    what: 'The list of used work orders was lost after this one was made.',
    next: 'Ask for a new work order.',
  },
  'used-orders-not-writable': {
    what: 'Couldn’t save that the work order is used. Nothing was sent.',
    next: 'Free disk space, then try again.',
  },
  'used-orders-newer': {
    what: 'A newer version of Lock Desk saved the used work orders.',
    next: 'Update Lock Desk, then try again.',
  },
  'other-action': {
    what: 'The work order asks for another action. Nothing was sent.',
    next: 'Open the file again.',
  },
  'not-in-order': {
    what: 'The work order does not have this row. Nothing was sent.',
    next: 'Open the file again.',
  },
  'nothing-to-send': {
    what: 'No row can be sent now. The work order can still be used.',
    next: 'Add the enterprise or refresh the lists, then try again.',
  },
  'journal-not-open': {
    what: 'The activity log is not open. Nothing was sent.',
    next: 'Follow the message about the activity log, then try again.',
  },
  'order-not-signed': {
    what: 'Some rows are not on the lists. Nothing was signed.',
    next: 'Remove these rows or refresh the lists, then sign again.',
  },
  'order-not-used': {
    what: 'The work order was not used on this computer.',
    next: 'Carry it out first.',
  },
  'other-content': {
    what: 'Another file with this ID was used on this computer.',
    next: 'Open the file that was carried out.',
  },
  'other-order': {
    what: 'The result is of another work order.',
    next: 'Open the work order that was returned.',
  },
}
