import { defineTexts } from '../../i18n/texts.js';

export const heatingGroupsTexts = defineTexts({
  title: { en: 'Heating groups', de: 'Heizgruppen' },
  intro: {
    en: 'The members of a group follow one setpoint, one mode and one schedule. A window contact lowers all of them.',
    de: 'Die Mitglieder einer Gruppe folgen einer Solltemperatur, einer Betriebsart und einem Wochenprogramm. Ein Fensterkontakt senkt sie alle ab.',
  },
  newGroup: { en: 'New group', de: 'Neue Gruppe' },
  newGroupOn: { en: 'New group on {ccu}', de: 'Neue Gruppe auf {ccu}' },
  none: { en: 'No heating groups', de: 'Keine Heizgruppen' },
  noneHint: {
    en: 'Combine the thermostats and window contacts of a room in a group.',
    de: 'Fassen Sie Thermostate und Fensterkontakte eines Raums zu einer Gruppe zusammen.',
  },
  Heating_Control: { en: 'Heating control (Homematic)', de: 'Heizungssteuerung (Homematic)' },
  Hmip_Heating_Control: { en: 'Heating control (Homematic IP)', de: 'Heizungssteuerung (Homematic IP)' },
  kind: { en: 'Kind', de: 'Art' },
  name: { en: 'Name', de: 'Name' },
  nameMissing: { en: 'Name: at least one character', de: 'Name: mindestens ein Zeichen' },
  members: { en: 'Members', de: 'Mitglieder' },
  memberCount: {
    en: { one: '{n} member', other: '{n} members' },
    de: { one: '{n} Mitglied', other: '{n} Mitglieder' },
  },
  noMembers: { en: 'This group has no members.', de: 'Diese Gruppe hat keine Mitglieder.' },
  memberMissing: {
    en: 'Members: choose at least one device. A group that is not needed can be dissolved.',
    de: 'Mitglieder: Wählen Sie mindestens ein Gerät. Eine Gruppe, die niemand braucht, lässt sich auflösen.',
  },
  noneFits: { en: 'No device fits this kind of group.', de: 'Kein Gerät passt zu dieser Art von Gruppe.' },
  noKinds: { en: 'This CCU makes no heating groups.', de: 'Diese CCU legt keine Heizgruppen an.' },
  reading: { en: 'The devices are being read', de: 'Die Geräte werden gelesen' },
  inOther: { en: 'in another group', de: 'in einer anderen Gruppe' },
  unreachable: { en: 'not reachable', de: 'nicht erreichbar' },
  pending: { en: 'configuration pending', de: 'Konfiguration steht aus' },
  groupOnly: { en: 'operated by the group only', de: 'nur über die Gruppe bedienbar' },
  groupOnlyField: {
    en: 'Operate the members by the group only',
    de: 'Mitglieder nur über die Gruppe bedienen',
  },
  change: { en: 'Change', de: 'Bearbeiten' },
  changeNamed: { en: 'Change “{name}”', de: '„{name}“ bearbeiten' },
  create: { en: 'Create', de: 'Anlegen' },
  save: { en: 'Save', de: 'Speichern' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  effect: {
    en: 'The CCU links the members with one another. A device with batteries takes that when it wakes up.',
    de: 'Die CCU verknüpft die Mitglieder miteinander. Ein Gerät mit Batterie übernimmt das, wenn es aufwacht.',
  },
  working: {
    en: 'The CCU informs the members. That may take two minutes.',
    de: 'Die CCU informiert die Mitglieder. Das kann zwei Minuten dauern.',
  },
  saved: { en: '{name}: saved', de: '{name}: gespeichert' },
  dissolve: { en: 'Dissolve', de: 'Auflösen' },
  dissolveNamed: { en: 'Dissolve “{name}”?', de: '„{name}“ auflösen?' },
  dissolveHint: {
    en: 'The members stay, each for itself: {members}. The setpoint and the schedule of the group are lost.',
    de: 'Die Mitglieder bleiben, jedes für sich: {members}. Solltemperatur und Wochenprogramm der Gruppe gehen verloren.',
  },
  dissolveEmpty: {
    en: 'The setpoint and the schedule of the group are lost.',
    de: 'Solltemperatur und Wochenprogramm der Gruppe gehen verloren.',
  },
  dissolved: { en: '{name} was dissolved.', de: '{name} wurde aufgelöst.' },
});
