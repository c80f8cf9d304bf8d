export const operators = {
  as: 'as {name}',
  nobody: 'Who is at this desk?',
  title: 'Who is at the desk?',
  first: 'Name, mobile or e-mail',
  another: 'Somebody else',
  hint: 'Name, mobile or e-mail. It goes to the platform with every disable and enable.',
  isNumber: 'That is a lock’s number, not a person.',
  add: 'Work as this person',
  remove: 'Remove {name}',
  covered: 'Nobody was at this desk for a while. Jobs that are running go on.',
}
