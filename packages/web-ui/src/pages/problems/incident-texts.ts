import type { IncidentCode } from '@ccu-gateway/contract/types';
import { defineTexts, type Texts } from '../../i18n/texts.js';

/** Texts of incidents, by their codes. The English text equals the summary of the gateway. */
export const incidentTexts = defineTexts({
  connection_lost: { en: 'The connection was lost', de: 'Die Verbindung ist abgebrochen' },
  events_missing: {
    en: 'No events arrive although the CCU answers',
    de: 'Keine Ereignisse kommen an, obwohl die CCU antwortet',
  },
  callback_unreachable: {
    en: 'The CCU cannot reach the gateway',
    de: 'Die CCU kann das Gateway nicht erreichen',
  },
  ccu_booting: { en: 'The CCU is starting', de: 'Die CCU startet' },
  connection_restored: { en: 'The connection is well again', de: 'Die Verbindung steht wieder' },
  descriptions_refused: {
    en: 'The CCU refused descriptions of devices',
    de: 'Die CCU hat Beschreibungen von Geräten verweigert',
  },
  configuration_lost: {
    en: 'A device did not take over its configuration',
    de: 'Ein Gerät hat seine Konfiguration nicht übernommen',
  },
  broker_lost: {
    en: 'The connection with the broker was lost',
    de: 'Die Verbindung zum Broker ist abgebrochen',
  },
  broker_restored: { en: 'The broker is connected again', de: 'Der Broker ist wieder verbunden' },
  broker_message_dropped: {
    en: 'A message of the broker was too large and was dropped',
    de: 'Eine Nachricht des Brokers war zu groß und wurde verworfen',
  },
  webhook_gives_up: { en: 'A webhook gives events up', de: 'Ein Webhook gibt Ereignisse auf' },
  webhook_restored: { en: 'The webhook is taken again', de: 'Der Webhook wird wieder angenommen' },
  own_backup_failed: {
    en: 'The scheduled backup of the gateway failed',
    de: 'Die geplante Sicherung des Gateways ist gescheitert',
  },
  own_backup_not_copied: {
    en: 'A backup of the gateway could not be copied',
    de: 'Eine Sicherung des Gateways ließ sich nicht kopieren',
  },
  own_backup_not_restored: {
    en: 'A backup of the gateway was not restored',
    de: 'Eine Sicherung des Gateways wurde nicht eingespielt',
  },
  system_update_failed: {
    en: 'The CCU did not install its firmware',
    de: 'Die CCU hat ihre Firmware nicht installiert',
  },
  matter_not_shown: {
    en: '{name} cannot be shown over Matter',
    de: '{name} lässt sich über Matter nicht zeigen',
  },
  matter_shown_wrong: {
    en: '{name} cannot be shown as it is',
    de: '{name} lässt sich nicht zeigen, wie es ist',
  },
  matter_not_understood: {
    en: '{name}: {command} was not understood',
    de: '{name}: {command} wurde nicht verstanden',
  },
  part_failed: { en: 'A fault that was not expected: {name}', de: 'Ein unerwarteter Fehler: {name}' },
} satisfies Texts & Record<IncidentCode, unknown>);

/** True for a code with a text here; a newer gateway may have more codes. */
export const isKnownIncident = (code: string | undefined): code is keyof typeof incidentTexts =>
  code !== undefined && Object.hasOwn(incidentTexts, code);
