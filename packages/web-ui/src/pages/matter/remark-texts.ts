import { defineTexts } from '../../i18n/texts.js';

/** Why something is not shown, or not unless it is chosen: by the codes of the gateway, which never change. */
export const remarkTexts = defineTexts({
  access_right: {
    en: 'Holds the right to open a door, which is no matter for a home app.',
    de: 'Enthält das Recht, eine Tür zu öffnen; das ist keine Sache einer Zuhause-App.',
  },
  alarm_system_state: {
    en: 'Matter has no counterpart of an alarm system.',
    de: 'Für Alarmanlagen hat Matter kein Gegenstück.',
  },
  copy_of_member: {
    en: 'Repeats a device of the group.',
    de: 'Wiederholt ein Gerät der Gruppe.',
  },
  device_setting: { en: 'A setting of the device.', de: 'Eine Einstellung des Geräts.' },
  failed: {
    en: 'The gateway could not recognise it; see the problems.',
    de: 'Das Gateway konnte es nicht erkennen; siehe Probleme.',
  },
  floor_heating_valve: {
    en: 'Follows the thermostats of the rooms, which are shown by themselves.',
    de: 'Folgt den Thermostaten der Räume, die selbst gezeigt werden.',
  },
  internal_state: {
    en: 'The state of a part inside the device.',
    de: 'Der Zustand eines Teils im Inneren des Geräts.',
  },
  no_data: { en: 'Has no values that could be shown.', de: 'Hat keine Werte, die gezeigt werden könnten.' },
  no_matter_type: {
    en: 'Matter has no device type for its values.',
    de: 'Matter hat keinen Gerätetyp für seine Werte.',
  },
  over_limit: {
    en: 'The system of the home takes no more endpoints.',
    de: 'Das System des Zuhauses nimmt keine weiteren Endpunkte auf.',
  },
  partly: { en: 'Not shown of it: {parts}', de: 'Nicht gezeigt: {parts}' },
  text_display: {
    en: 'Matter has no device type for texts on a display.',
    de: 'Matter hat keinen Gerätetyp für Texte auf einem Display.',
  },
  unknown_to_profile: {
    en: 'The system of the home does not know the device type.',
    de: 'Das System des Zuhauses kennt den Gerätetyp nicht.',
  },
  hidden: { en: 'Only if chosen: the channel is hidden.', de: 'Nur auf Wunsch: Der Kanal ist ausgeblendet.' },
  key_of_actor: {
    en: 'Only if chosen: the key belongs to an actor that is shown by itself.',
    de: 'Nur auf Wunsch: Die Taste gehört zu einem Aktor, der selbst gezeigt wird.',
  },
  loud: { en: 'Only if chosen: it is loud.', de: 'Nur auf Wunsch: Es ist laut.' },
  security: {
    en: 'Only if chosen: it opens a door or a gate.',
    de: 'Nur auf Wunsch: Es öffnet eine Tür oder ein Tor.',
  },
  virtual_key: {
    en: 'Only if chosen: a key of a virtual remote control.',
    de: 'Nur auf Wunsch: eine Taste einer virtuellen Fernbedienung.',
  },
  water: { en: 'Only if chosen: it lets water flow.', de: 'Nur auf Wunsch: Es lässt Wasser fließen.' },
});

/** True for a code with a text here; a newer gateway may have more codes. */
export const isKnownRemark = (code: string): code is keyof typeof remarkTexts => Object.hasOwn(remarkTexts, code);
