import type { Language } from '../settings/rules.js';

/** Sentences about one kind of matter: its begin and its end. `{name}` is the device, CCU, zone or part. */
export interface Sentences {
  readonly began: string;
  readonly ended: string;
}

type Words = Readonly<Record<Language, Sentences>>;

/** Sentences by kind of the matter. Each subject that a cause of another kind may have is a kind, too. */
export const SENTENCES: Readonly<Record<string, Words>> = {
  smoke: {
    en: { began: 'Smoke: {name}', ended: 'No more smoke: {name}' },
    de: { began: 'Rauch: {name}', ended: 'Kein Rauch mehr: {name}' },
  },
  water: {
    en: { began: 'Water: {name}', ended: 'No more water: {name}' },
    de: { began: 'Wasser: {name}', ended: 'Kein Wasser mehr: {name}' },
  },
  co: {
    en: { began: 'Carbon monoxide: {name}', ended: 'No more carbon monoxide: {name}' },
    de: { began: 'Kohlenmonoxid: {name}', ended: 'Kein Kohlenmonoxid mehr: {name}' },
  },
  alarm: {
    en: { began: 'Alarm: {name}', ended: 'The alarm has ended: {name}' },
    de: { began: 'Alarm: {name}', ended: 'Der Alarm ist beendet: {name}' },
  },
  duress: {
    en: { began: 'A code under duress was used: {name}', ended: 'A code under duress was used: {name}' },
    de: { began: 'Ein Code unter Zwang wurde benutzt: {name}', ended: 'Ein Code unter Zwang wurde benutzt: {name}' },
  },
  reminder: {
    en: { began: '{name} is not armed', ended: '{name} is armed' },
    de: { began: '{name} ist nicht scharf', ended: '{name} ist scharf' },
  },
  tamper: {
    en: { began: 'Tampering: {name}', ended: 'The alarm about tampering has ended: {name}' },
    de: { began: 'Manipulation: {name}', ended: 'Der Alarm wegen Manipulation ist beendet: {name}' },
  },
  sabotage: {
    en: { began: 'Sabotage: {name}', ended: 'Sabotage is over: {name}' },
    de: { began: 'Sabotage: {name}', ended: 'Sabotage ist beendet: {name}' },
  },
  ccu_down: {
    en: { began: 'The CCU {name} cannot be reached', ended: 'The CCU {name} is connected again' },
    de: { began: 'Die CCU {name} ist nicht erreichbar', ended: 'Die CCU {name} ist wieder verbunden' },
  },
  interface_down: {
    en: { began: 'No proven connection to {name}', ended: 'The connection to {name} is proven again' },
    de: { began: 'Keine bestätigte Verbindung zu {name}', ended: 'Die Verbindung zu {name} ist wieder bestätigt' },
  },
  unreachable: {
    en: { began: '{name} cannot be reached', ended: '{name} can be reached again' },
    de: { began: '{name} ist nicht erreichbar', ended: '{name} ist wieder erreichbar' },
  },
  battery: {
    en: { began: 'The battery of {name} is low', ended: 'The battery of {name} is good again' },
    de: { began: 'Die Batterie von {name} ist schwach', ended: 'Die Batterie von {name} ist wieder gut' },
  },
  fault: {
    en: { began: '{name} has a fault', ended: '{name} works again' },
    de: { began: '{name} hat eine Störung', ended: '{name} arbeitet wieder' },
  },
  radio: {
    en: { began: 'The radio budget of {name} is nearly used up', ended: 'The radio budget of {name} suffices again' },
    de: { began: 'Das Funkbudget von {name} ist fast aufgebraucht', ended: 'Das Funkbudget von {name} reicht wieder' },
  },
  firmware: {
    en: { began: 'An update is available for {name}', ended: '{name} is up to date' },
    de: { began: 'Für {name} gibt es ein Update', ended: '{name} ist auf dem neuesten Stand' },
  },
  device_firmware: {
    en: { began: 'New firmware is available for {name}', ended: '{name} has the newest firmware' },
    de: { began: 'Für {name} gibt es neue Firmware', ended: '{name} hat die neueste Firmware' },
  },
  update_done: {
    en: { began: 'The firmware of {name} was updated', ended: 'The firmware of {name} was updated' },
    de: { began: 'Die Firmware von {name} wurde aktualisiert', ended: 'Die Firmware von {name} wurde aktualisiert' },
  },
  update_failed: {
    en: { began: 'The firmware update of {name} failed', ended: 'The firmware update of {name} failed' },
    de: {
      began: 'Das Firmware-Update von {name} ist fehlgeschlagen',
      ended: 'Das Firmware-Update von {name} ist fehlgeschlagen',
    },
  },
  value: {
    en: { began: '{name}: value beyond its limit', ended: '{name}: value within its limit again' },
    de: { began: '{name}: Wert außerhalb der Grenze', ended: '{name}: Wert wieder innerhalb der Grenze' },
  },
  key: {
    en: { began: '{name}: key pressed', ended: '{name}: key released' },
    de: { began: '{name}: Taste gedrückt', ended: '{name}: Taste losgelassen' },
  },
  test: {
    en: { began: 'Test message of ccu-gateway', ended: 'Test message of ccu-gateway' },
    de: { began: 'Testnachricht von ccu-gateway', ended: 'Testnachricht von ccu-gateway' },
  },
};

/** Words around the sentences. */
export const FRAME: Readonly<
  Record<Language, { readonly many: string; readonly more: string; readonly since: string; readonly locale: string }>
> = {
  en: { many: '{count} messages: {first}', more: 'and {count} more', since: 'since {time}', locale: 'en-GB' },
  de: { many: '{count} Meldungen: {first}', more: 'und {count} weitere', since: 'seit {time}', locale: 'de-DE' },
};
