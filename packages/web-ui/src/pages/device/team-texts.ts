import { defineTexts } from '../../i18n/texts.js';

export const teamTexts = defineTexts({
  team: { en: 'Team', de: 'Gruppe' },
  title: { en: 'Team of {name}', de: 'Gruppe von {name}' },
  hint: {
    en: 'All smoke detectors of a team sound when one of them detects smoke.',
    de: 'Alle Rauchmelder einer Gruppe warnen, wenn einer von ihnen Rauch erkennt.',
  },
  alone: { en: 'In no team', de: 'In keiner Gruppe' },
  save: { en: 'Save', de: 'Speichern' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  taken: {
    en: 'The team of {name} was changed. It follows over the air.',
    de: 'Die Gruppe von {name} wurde geändert. Das Gerät folgt über Funk.',
  },
});
