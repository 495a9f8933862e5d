import { defineTexts } from '../../i18n/texts.js';

export const planTexts = defineTexts({
  title: { en: 'Planned updates', de: 'Geplante Updates' },
  about: {
    en: 'The gateway updates one device at a time on each interface, only below the chosen duty cycle, and continues after a restart.',
    de: 'Das Gateway aktualisiert je Schnittstelle ein Gerät nach dem anderen, nur unter dem gewählten Duty Cycle, und macht nach einem Neustart weiter.',
  },
  when: { en: 'Updates begin', de: 'Updates beginnen' },
  now: { en: 'at any time', de: 'jederzeit' },
  night: { en: 'at night, {from} to {to}', de: 'nachts, {from} bis {to}' },
  maxDutyCycle: { en: 'Only below a duty cycle of', de: 'Nur unter einem Duty Cycle von' },
  planAll: {
    en: { one: 'Plan {n} available update', other: 'Plan {n} available updates' },
    de: { one: '{n} verfügbares Update planen', other: '{n} verfügbare Updates planen' },
  },
  nothingOpen: { en: 'There is no update that is not planned', de: 'Es gibt kein Update, das nicht geplant ist' },
  pause: { en: 'Pause', de: 'Anhalten' },
  resume: { en: 'Resume', de: 'Fortsetzen' },
  estimate: { en: 'Ends about {time}, pauses not counted.', de: 'Ende etwa {time}, ohne Pausen.' },
  none: { en: 'Nothing is planned.', de: 'Nichts ist geplant.' },
  first: { en: 'First', de: 'Zuerst' },
  abort: { en: 'Abort', de: 'Abbrechen' },
  ordered: { en: 'The CCU has the order.', de: 'Die CCU hat den Auftrag.' },
  behind: { en: 'Waits for {name}.', de: 'Wartet auf {name}.' },
  paused: { en: 'Waits: the plan is paused.', de: 'Wartet: der Plan ist angehalten.' },
  atNight: { en: 'Waits for the night.', de: 'Wartet auf die Nacht.' },
  not_connected: { en: 'Waits for the CCU.', de: 'Wartet auf die CCU.' },
  duty_cycle: { en: 'Waits for a lower duty cycle.', de: 'Wartet auf einen niedrigeren Duty Cycle.' },
  turn: { en: 'Waits for another update of the interface.', de: 'Wartet auf ein anderes Update der Schnittstelle.' },
  wakeup: { en: 'Waits for a report of the device.', de: 'Wartet auf eine Meldung des Geräts.' },
  retry: {
    en: 'Waits a few minutes after a refusal of the CCU.',
    de: 'Wartet nach einer Ablehnung der CCU einige Minuten.',
  },
  tries: {
    en: { one: '{n} failed try.', other: '{n} failed tries.' },
    de: { one: '{n} erfolgloser Versuch.', other: '{n} erfolglose Versuche.' },
  },
  history: {
    en: { one: '{n} ended update', other: '{n} ended updates' },
    de: { one: '{n} beendetes Update', other: '{n} beendete Updates' },
  },
  done: { en: 'done', de: 'fertig' },
  failed: { en: 'failed', de: 'fehlgeschlagen' },
  aborted: { en: 'aborted', de: 'abgebrochen' },
});
