export const employeePicker = {
  label: 'Employee',
  placeholder: 'Name or account…',
  searching: 'Searching…',
  none: 'No employees found. Try another part of the name or account.',
  found: '1 employee found | {n} employees found',
  more: 'Show more',
  moreOf: 'Show more (1 left) | Show more ({n} left)',
  deleted: 'deleted',
}
