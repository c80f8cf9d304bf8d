/** Saved views of tables. */
export const views = {
  button: 'Views',
  title: 'Saved views',
  changed: '{name} (changed)',
  default: 'Default',
  update: 'Update “{name}”',
  setDefault: 'Set as default',
  noDefault: 'Remove default',
  reset: 'Show all rows and columns',
  nameHint: 'Keeps filters, sort order and columns.',
  columns: 'columns',
  enterprise: 'enterprise',
  ignored: 'No longer available and ignored: {list}.',
  save: {
    open: 'Save as new view…',
    title: 'Save view',
    confirm: 'Save view',
    replace: 'Replace view',
    replaceHint: 'A view with this name exists. It is replaced.',
  },
  rename: {
    open: 'Rename view…',
    title: 'Rename view',
    confirm: 'Rename view',
    taken: 'Another view has this name.',
  },
  delete: {
    open: 'Delete view…',
    title: 'Delete view',
    confirm: 'Delete view',
    text: 'The view “{name}” is deleted. The rows stay.',
  },
}
