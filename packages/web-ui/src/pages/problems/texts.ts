import { defineTexts } from '../../i18n/texts.js';

export const problemTexts = defineTexts({
  title: { en: 'Problems', de: 'Probleme' },
  quiet: { en: 'All quiet', de: 'Alles ruhig' },
  quietSince: { en: 'All quiet since {time}', de: 'Alles ruhig seit {time}' },
  quietHint: {
    en: 'No messages, no unreachable devices, no empty batteries on any CCU.',
    de: 'Keine Meldungen, alle Geräte erreichbar, keine leeren Batterien – auf allen CCUs.',
  },
  count: {
    en: { one: '{n} thing needs attention.', other: '{n} things need attention.' },
    de: { one: 'Ein Hinweis.', other: '{n} Hinweise.' },
  },
  times: { en: 'Timeline', de: 'Zeitverlauf' },
  filter: { en: 'Subject', de: 'Worum es geht' },
  all: { en: 'All', de: 'Alle' },
  connection: { en: 'Connection', de: 'Verbindung' },
  alarm: { en: 'Alarms', de: 'Alarme' },
  sabotage: { en: 'Sabotage', de: 'Sabotage' },
  unreachable: { en: 'Out of reach', de: 'Nicht erreichbar' },
  battery: { en: 'Batteries', de: 'Batterien' },
  pending: { en: 'Pending', de: 'Ausstehend' },
  radio: { en: 'Radio', de: 'Funk' },
  part: { en: 'Gateway', de: 'Gateway' },
  message: { en: 'Other messages', de: 'Weitere Meldungen' },
  meansUnreach: {
    en: 'The CCU gets no answer from this device. It shows its last known state.',
    de: 'Die CCU bekommt von diesem Gerät keine Antwort. Angezeigt wird der letzte bekannte Zustand.',
  },
  meansStickyUnreach: {
    en: 'The device was out of reach for a while and answers again. The message stays until it is acknowledged.',
    de: 'Das Gerät war zeitweise nicht erreichbar und antwortet wieder. Die Meldung bleibt, bis sie bestätigt wird.',
  },
  meansLowBat: {
    en: 'The device works, but not for long. The message ends once the batteries were changed.',
    de: 'Das Gerät funktioniert noch, aber nicht mehr lange. Nach dem Batteriewechsel verschwindet die Meldung automatisch.',
  },
  meansSabotage: {
    en: 'The housing is open, or the device was removed from its mount.',
    de: 'Das Gehäuse ist offen, oder das Gerät wurde abgenommen.',
  },
  meansStickySabotage: {
    en: 'The housing was open. The message stays until it is acknowledged.',
    de: 'Das Gehäuse war offen. Die Meldung bleibt, bis sie bestätigt wird.',
  },
  meansConfigPending: {
    en: 'Settings wait on the CCU until the device listens.',
    de: 'Einstellungen warten auf der CCU, bis das Gerät zuhört.',
  },
  meansUpdatePending: {
    en: 'A firmware update waits until the device listens.',
    de: 'Ein Firmware-Update wartet, bis das Gerät zuhört.',
  },
  meansBootloader: {
    en: 'The device waits for its firmware and does nothing else until then.',
    de: 'Das Gerät wartet auf seine Firmware und tut bis dahin nichts anderes.',
  },
  meansDutyDevice: {
    en: 'The device has sent so much that it may not send for a while.',
    de: 'Das Gerät hat so viel gesendet, dass es eine Weile nicht senden darf.',
  },
  meansOverheat: { en: 'The device is too hot and protects itself.', de: 'Das Gerät ist zu heiß und schützt sich.' },
  meansSource: { en: 'The supply voltage is missing.', de: 'Die Versorgungsspannung fehlt.' },
  meansPosition: {
    en: 'The device does not lie flat; its values may be wrong.',
    de: 'Das Gerät liegt nicht waagerecht; seine Werte können falsch sein.',
  },
  meansConnection: {
    en: 'No events arrive: values of this interface are old, and commands may not arrive.',
    de: 'Kein Ereignis kommt durch: Werte dieser Schnittstelle sind alt, und Befehle kommen vielleicht nicht an.',
  },
  meansAlarm: {
    en: 'An alarm variable of the CCU was raised. Acknowledging puts it back.',
    de: 'Eine Alarmvariable der CCU wurde ausgelöst. Bestätigen setzt sie zurück.',
  },
  meansSmoke: {
    en: 'A detector senses smoke. The alarm sounds at all detectors of a team.',
    de: 'Ein Melder erkennt Rauch. Den Alarm einer Gruppe geben alle ihre Mitglieder.',
  },
  meansWater: {
    en: 'A detector senses moisture or standing water.',
    de: 'Ein Melder erkennt Feuchtigkeit oder stehendes Wasser.',
  },
  meansCarbonMonoxide: {
    en: 'A detector senses carbon monoxide, which is poisonous and has no smell.',
    de: 'Ein Melder erkennt Kohlenmonoxid, das giftig ist und nicht riecht.',
  },
  meansDuty: {
    en: 'A radio module may send for 36 seconds an hour. Most of that is used up.',
    de: 'Ein Funkmodul darf 36 Sekunden pro Stunde senden. Das meiste davon ist verbraucht.',
  },
  meansPart: {
    en: 'A part of the gateway does not work as it should.',
    de: 'Ein Teil des Gateways arbeitet nicht richtig.',
  },
  meansMessage: { en: 'The CCU reports this of the device.', de: 'Die CCU meldet das von diesem Gerät.' },
  since: { en: 'since {age}', de: 'seit {age}' },
  heard: { en: 'last contact {age}', de: 'letzter Kontakt {age}' },
  openDevice: { en: 'Open device', de: 'Gerät öffnen' },
  toRadio: { en: 'To the radio page', de: 'Zur Funkseite' },
  ackAll: { en: 'Acknowledge all', de: 'Alle bestätigen' },
  ackAllWhat: {
    en: 'Acknowledges {service} service messages and {alarms} alarm messages on all CCUs. Incidents with a present cause come again.',
    de: 'Bestätigt {service} Servicemeldungen und {alarms} Alarmmeldungen auf allen CCUs. Einträge mit bestehender Ursache kommen wieder.',
  },
  ackNone: { en: 'There is nothing to acknowledge.', de: 'Es gibt nichts zu bestätigen.' },
  acked: { en: '{n} messages acknowledged', de: '{n} Meldungen bestätigt' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  incidents: { en: 'Earlier incidents', de: 'Frühere Störungen' },
  incidentsHint: {
    en: 'Recorded interruptions of CCUs and their interfaces.',
    de: 'Aufgezeichnete Unterbrechungen von CCUs und Schnittstellen.',
  },
  noIncidents: { en: 'No incidents recorded.', de: 'Keine Störungen aufgezeichnet.' },
  when: { en: 'When', de: 'Wann' },
  where: { en: 'Where', de: 'Wo' },
  what: { en: 'What', de: 'Was' },
  clear: { en: 'Delete incidents', de: 'Störungen löschen' },
  clearSure: {
    en: 'The incidents are deleted for all users. This cannot be undone.',
    de: 'Die Vorfälle werden für alle gelöscht und lassen sich nicht zurückholen.',
  },
  nothingOfThis: { en: 'Nothing of this kind.', de: 'Nichts von dieser Art.' },
});
