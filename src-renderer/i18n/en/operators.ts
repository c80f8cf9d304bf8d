export const operators = {
  named: 'Operator: {name}',
  none: 'No operator',
  title: 'Operator',
  first: 'Name, mobile number or email',
  another: 'Add operator',
  hint: 'Name, mobile number or email. Sent to the platform with every disable and enable.',
  isNumber: 'This is a lock number, not an operator.',
  add: 'Use this operator',
  remove: 'Remove {name}',
  locked: 'Locked after inactivity. Running jobs continue.',
}
