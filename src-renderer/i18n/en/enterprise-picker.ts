export const enterprisePicker = {
  placeholder: 'Name, channel code, customer id …',
  found: '1 enterprise found | {n} enterprises found',
  none: 'Nothing found for “{text}”.',
  noneNext:
    'Try part of the name, the channel customer id or the enterprise id. A new one is added in Settings, under Enterprises.',
}
