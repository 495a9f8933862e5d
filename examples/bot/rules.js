// Addresses are those of the demo. `ccu-gateway devices list` has your own.
export const rules = [
  {
    when: { device: '00F1C0DE000005', channel: 4, parameter: 'STATE', value: true },
    write: { device: '00F1C0DE000007', channel: 4, parameter: 'LEVEL', value: 0.5 },
  },
];
