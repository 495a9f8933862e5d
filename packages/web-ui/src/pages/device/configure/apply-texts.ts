import { defineTexts } from '../../../i18n/texts.js';

export const applyTexts = defineTexts({
  apply: { en: 'Apply to others …', de: 'Auf andere übertragen …' },
  title: { en: 'Apply these settings to other channels', de: 'Diese Einstellungen auf andere Kanäle übertragen' },
  none: {
    en: 'No other channel of this CCU has the same model and type.',
    de: 'Kein anderer Kanal dieser CCU hat Modell und Typ gemeinsam.',
  },
  choose: { en: 'Channels', de: 'Kanäle' },
  compare: { en: 'Compare', de: 'Vergleichen' },
  send: {
    en: { one: 'Write {n} channel', other: 'Write {n} channels' },
    de: { one: '{n} Kanal schreiben', other: '{n} Kanäle schreiben' },
  },
  close: { en: 'Close', de: 'Schließen' },
  planned: {
    en: { one: '{n} difference', other: '{n} differences' },
    de: { one: '{n} Unterschied', other: '{n} Unterschiede' },
  },
  unchanged: { en: 'the same already', de: 'bereits gleich' },
  written: { en: 'written', de: 'geschrieben' },
  failed: { en: 'failed', de: 'fehlgeschlagen' },
  progress: { en: '{done} of {all} done', de: '{done} von {all} erledigt' },
});
