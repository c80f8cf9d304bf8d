export const employeePicker = {
  placeholder: 'Name or account…',
  none: 'No employees found. Try another part of the name or account.',
  found: '1 employee found | {n} employees found',
  moreOf: 'Show more (1 left) | Show more ({n} left)',
  deleted: 'deleted',
}

export const enterprisePicker = {
  placeholder: 'Name, channel code, customer ID…',
  found: '1 enterprise found | {n} enterprises found',
  none: 'No results for “{text}”.',
  noneNext:
    'Try part of the name, the channel customer ID or the enterprise ID. Add new enterprises in Settings.',
}

export const operators = {
  named: 'Operator: {name}',
  title: 'Operator',
  another: 'New operator',
  hint: 'Name, mobile number or email. Sent to the platform with every disable and enable.',
  isNumber: 'This is a lock number, not an operator.',
  add: 'Add and use',
  remove: 'Remove {name}',
  locked: 'Locked after inactivity. Running jobs continue.',
}
