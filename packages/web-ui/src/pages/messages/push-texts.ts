import { defineTexts } from '../../i18n/texts.js';

export const pushTexts = defineTexts({
  title: { en: 'Push to this device', de: 'Push auf dieses Gerät' },
  intro: {
    en: 'Messages arrive also while the app is closed. They are encrypted for this device alone.',
    de: 'Nachrichten kommen auch an, wenn die App geschlossen ist. Sie sind nur für dieses Gerät verschlüsselt.',
  },
  insecure: {
    en: 'Push needs HTTPS. Open this page with https://; the manual describes the certificate in docs/https.md.',
    de: 'Push braucht HTTPS. Diese Seite mit https:// öffnen; das Handbuch beschreibt das Zertifikat in docs/https.md.',
  },
  install: {
    en: 'First add this app to the home screen, and open it from there: Share, then “Add to Home Screen”.',
    de: 'Diese App zuerst zum Home-Bildschirm hinzufügen und von dort öffnen: Teilen, dann „Zum Home-Bildschirm“.',
  },
  unsupported: { en: 'This browser has no push messages.', de: 'Dieser Browser kennt keine Push-Nachrichten.' },
  denied: {
    en: 'Notifications of this page are blocked. Allow them in the settings of the browser, and load the page again.',
    de: 'Benachrichtigungen dieser Seite sind blockiert. In den Einstellungen des Browsers erlauben und die Seite neu laden.',
  },
  refused: {
    en: 'The browser did not allow notifications. Nothing was changed.',
    de: 'Der Browser hat Benachrichtigungen nicht erlaubt. Es wurde nichts geändert.',
  },
  untrusted: {
    en: 'The browser does not trust the certificate of the gateway, and an exception is not enough. docs/https.md describes a certificate that it trusts.',
    de: 'Der Browser vertraut dem Zertifikat des Gateways nicht, und eine Ausnahme genügt nicht. docs/https.md beschreibt ein Zertifikat, dem er vertraut.',
  },
  unreachable: {
    en: 'The push service of the browser could not be reached. Nothing was changed.',
    de: 'Der Push-Dienst des Browsers war nicht erreichbar. Es wurde nichts geändert.',
  },
  name: { en: 'Name of this device', de: 'Name dieses Geräts' },
  nameNeeded: { en: 'Name of this device: is needed.', de: 'Name dieses Geräts: wird benötigt.' },
  turnOn: { en: 'Turn push on', de: 'Push einschalten' },
  turnedOn: { en: 'Push is on for this device.', de: 'Push ist für dieses Gerät eingeschaltet.' },
  addsChannel: {
    en: 'This also adds the channel “push”, which sends to all users with a device.',
    de: 'Das fügt auch den Kanal „push“ hinzu, der an alle Benutzer mit einem Gerät sendet.',
  },
  needsChannel: {
    en: 'No message is sent yet: an administrator adds a channel of the service “This app (push)”.',
    de: 'Noch wird nichts gesendet: Ein Administrator fügt einen Kanal des Dienstes „Diese App (Push)“ hinzu.',
  },
  devices: { en: 'Your devices', de: 'Ihre Geräte' },
  here: { en: 'this one', de: 'dieses hier' },
  since: { en: 'since {time}', de: 'seit {time}' },
  turnOff: { en: 'Turn off', de: 'Ausschalten' },
  turnedOff: { en: 'Push is off for {name}.', de: 'Push ist für {name} ausgeschaltet.' },
  device: { en: 'Browser', de: 'Browser' },
});
