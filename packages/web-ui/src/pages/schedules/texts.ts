import { defineTexts } from '../../i18n/texts.js';

export const schedulesTexts = defineTexts({
  title: { en: 'Schedules', de: 'Wochenprogramme' },
  search: { en: 'Search device, model, room', de: 'Gerät, Modell, Raum suchen' },
  count: {
    en: { one: '{n} schedule', other: '{n} schedules' },
    de: { one: '{n} Wochenprogramm', other: '{n} Wochenprogramme' },
  },
  none: { en: 'No schedules', de: 'Keine Wochenprogramme' },
  noneHint: {
    en: 'No device has a weekly programme.',
    de: 'Kein Gerät hat ein Wochenprogramm.',
  },
  name: { en: 'Device', de: 'Gerät' },
  channel: { en: 'channel {n}', de: 'Kanal {n}' },
  kind: { en: 'Controls', de: 'Steuert' },
  climate: { en: 'Temperature', de: 'Temperatur' },
  week_profile: { en: 'Switching times', de: 'Schaltzeiten' },
  room: { en: 'Room', de: 'Raum' },
  ccu: { en: 'CCU', de: 'CCU' },
});
