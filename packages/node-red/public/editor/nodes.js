import { pick } from './picker.js';

const POINT = { device: 'devices', parameter: 'points' };

/** Registers a type of node: its fields, those of them that search a list, and the text on it. */
function register(name, { inputs = 1, outputs = 1, fields, lists = {}, title, labels }) {
  const defaults = Object.entries(fields).map(([field, value]) => [field, { value }]);
  RED.nodes.registerType(`ccu-gateway-${name}`, {
    category: 'CCU gateway',
    color: '#A9CCE3',
    icon: 'ccu-gateway.svg',
    inputs,
    outputs,
    paletteLabel: name,
    defaults: {
      name: { value: '' },
      connection: { value: '', type: 'ccu-gateway-connection', required: true },
      ...Object.fromEntries(defaults),
    },
    label() {
      return this.name || title(this) || name;
    },
    labelStyle() {
      return this.name ? 'node_label_italic' : '';
    },
    outputLabels(index) {
      return this._(`ccu-gateway.output.${labels[index]}`);
    },
    oneditprepare() {
      for (const [field, list] of Object.entries(lists)) pick(this, field, list);
    },
  });
}

const pointTitle = ({ device, channel, parameter }) => (device && parameter ? `${device}:${channel} ${parameter}` : '');

RED.nodes.registerType('ccu-gateway-connection', {
  category: 'config',
  defaults: {
    name: { value: '' },
    url: { value: 'http://localhost:8119', validate: (value) => /^https?:\/\/[^@]+$/.test(value) },
  },
  credentials: { token: { type: 'password' } },
  label() {
    return this.name || this.url || 'ccu-gateway';
  },
});

register('event', {
  inputs: 0,
  outputs: 2,
  labels: ['event', 'lost'],
  fields: {
    ...{ events: 'values', central: '', device: '', channel: '', parameter: '', room: '', function: '' },
    ...{ onlyChanges: true, replay: true },
  },
  lists: { ...POINT, room: 'rooms', function: 'functions' },
  title: (node) => [node.device, node.parameter, node.room, node.function].filter(Boolean).join(' '),
});

register('value', {
  labels: ['answer'],
  fields: { operation: 'get', central: '', device: '', channel: '', parameter: '' },
  lists: POINT,
  title: pointTitle,
});

register('control', {
  labels: ['answer'],
  fields: { central: '', device: '', control: '', operation: '' },
  lists: { device: 'devices', control: 'controls', operation: 'operations' },
  title: ({ control, operation }) => [control, operation].filter(Boolean).join(' '),
});

register('program', {
  outputs: 2,
  labels: ['answer', 'lost'],
  fields: { operation: 'run', central: '', program: '', changes: false },
  lists: { program: 'programs' },
  title: ({ program }) => program,
});

register('sysvar', {
  outputs: 2,
  labels: ['answer', 'lost'],
  fields: { operation: 'get', central: '', sysvar: '', changes: false },
  lists: { sysvar: 'sysvars' },
  title: ({ sysvar }) => sysvar,
});

register('message', {
  labels: ['list'],
  fields: { list: 'problems', operation: 'get', central: '', changes: true },
  title: ({ list }) => list,
});

register('history', {
  labels: ['series'],
  fields: { central: '', device: '', channel: '', parameter: '', hours: '24', maxPoints: '' },
  lists: POINT,
  title: pointTitle,
});

register('status', { labels: ['state'], fields: { central: '' }, title: () => '' });
