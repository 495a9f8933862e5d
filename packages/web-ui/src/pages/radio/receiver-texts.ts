import { defineTexts } from '../../i18n/texts.js';

export const receiverTexts = defineTexts({
  title: { en: 'Radio gateways of {name}', de: 'Funk-Gateways von {name}' },
  signals: { en: 'Signals at the gateways of {name}', de: 'Signale an den Gateways von {name}' },
  hint: {
    en: 'Signal between each BidCos device and each gateway in dBm: as the device hears it / as the gateway hears it.',
    de: 'Signal zwischen jedem BidCos-Gerät und jedem Gateway in dBm: wie das Gerät hört / wie das Gateway hört.',
  },
  one: {
    en: 'Only one gateway is connected, so that no device can be moved.',
    de: 'Nur ein Gateway ist verbunden, daher kann kein Gerät wechseln.',
  },
  device: { en: 'Device', de: 'Gerät' },
  own: { en: 'CCU', de: 'CCU' },
  gone: { en: 'not connected', de: 'nicht verbunden' },
  current: { en: 'current', de: 'aktuell' },
  roaming: { en: 'changes by itself', de: 'wechselt selbst' },
  proposed: { en: 'proposed', de: 'Vorschlag' },
  stronger: { en: '{name} receives it {n} dB better.', de: '{name} empfängt es {n} dB besser.' },
  receiver_gone: {
    en: 'Its gateway is not connected; {name} receives it.',
    de: 'Sein Gateway ist nicht verbunden; {name} empfängt es.',
  },
  action: { en: 'Move', de: 'Wechseln' },
  move: { en: 'Move …', de: 'Wechseln …' },
  moveTitle: { en: 'Move {name} to another gateway', de: '{name} zu anderem Gateway wechseln' },
  moveHint: {
    en: 'From then on the CCU reaches the device by this gateway alone. Out of its range the device cannot be operated.',
    de: 'Danach erreicht die CCU das Gerät nur über dieses Gateway. Außerhalb seiner Reichweite ist es nicht bedienbar.',
  },
  gateway: { en: 'Gateway', de: 'Gateway' },
  roam: { en: 'The CCU may change it by itself', de: 'Die CCU darf es selbst wechseln' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  moved: { en: '{name} is received by {receiver}.', de: '{name} wird von {receiver} empfangen.' },
});
