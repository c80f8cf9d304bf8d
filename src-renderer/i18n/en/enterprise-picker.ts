export const enterprisePicker = {
  placeholder: 'Name, channel code, customer ID…',
  found: '1 enterprise found | {n} enterprises found',
  none: 'No results for “{text}”.',
  noneNext:
    'Try part of the name, the channel customer ID or the enterprise ID. Add new enterprises in Settings.',
}
