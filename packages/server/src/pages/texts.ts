export const LANGUAGES = ['de', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language a browser prefers of the two there are. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const entry of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const language = entry.trim().slice(0, 2);
    if (language === 'de' || language === 'en') return language;
  }
  return 'en';
}

const en = {
  signIn: 'Sign in',
  ownName: 'English',
  language: 'Language',
  theme: 'Appearance',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
  showPassword: 'Show the password',
  signOut: 'Sign out',
  signedOut: 'Signed out',
  endSession: 'Sign out at the identity provider, too',
  username: 'User name',
  password: 'Password',
  confirmation: 'Password again',
  code: 'Code from the log',
  sso: 'Sign in with single sign-on',
  signInTrouble: 'Accounts of the gateway cannot sign in at the moment:',
  ccuAway: 'The CCU does not answer at the moment, so its accounts cannot sign in. Accounts of the gateway itself can.',
  otherGateway:
    'This browser sent the session of another gateway on this host. Gateways with one cookie name end the sessions of each other: give each its own service_name.',
  stays: 'You stay signed in for 12 hours.',
  waitFor: 'Next attempt possible in',
  forgot: 'Forgot your password? Run on the gateway machine:',
  setup: 'Set up',
  setupIntro: 'Nobody can sign in yet. Create the first administrator.',
  passwordRule: 'At least 8 characters, none of the commonest passwords.',
  strength: 'Strength of the password',
  strength0: 'Too weak',
  strength1: 'Very weak',
  strength2: 'Weak',
  strength3: 'Good',
  strength4: 'Strong',
  create: 'Create administrator',
  devices: 'Devices',
  health: 'Health',
  withoutApp: 'The web UI is not built here. The API of this gateway:',
  error: 'That did not work',
  requestId: 'Request id',
  back: 'To the start page',
  signedInAs: 'Signed in as',
  'error.invalid_credentials': 'Wrong user name or password.',
  'error.login_throttled': 'Too many attempts. Please wait a little and try again.',
  'error.auth_busy': 'The gateway is busy. Please try again.',
  'error.auth_store_unavailable': 'The accounts cannot be read at the moment. Please try again later.',
  'error.outcome_unknown': 'The database gave no answer. Check whether it was done before you try again.',
  'error.csrf_invalid': 'This form has expired. Please send it again.',
  'error.origin_forbidden': 'This form came from another site and was not accepted.',
  'error.setup_disabled': 'First-run setup is switched off in the configuration (bootstrap.allow_first_run_setup).',
  'error.setup_already_done': 'Setup is done already. Please sign in.',
  'error.setup_stopping': 'The gateway is stopping. Please try again when it runs.',
  'error.setup_remote_forbidden': 'Setup is only possible from the local network.',
  'error.setup_code_invalid': 'The code is not the one in the log.',
  'error.host_not_allowed': 'Setup is only possible through a local name or address of the gateway.',
  'error.username_invalid': 'This user name cannot be used.',
  'error.validation_failed': 'Please check the fields.',
  'error.password_too_short': 'Use at least 8 characters.',
  'error.password_too_long': 'Use at most 1024 bytes.',
  'error.password_commonest': 'This is one of the commonest passwords. Choose another one.',
  'error.confirmation': 'Both passwords must be the same.',
  'error.oidc_denied': 'The identity provider did not let you in.',
  'error.oidc_role_required': 'Your account has no role for this gateway.',
  'error.oidc_unavailable': 'The identity provider cannot be reached. Other ways to sign in still work.',
  'error.oidc_upstream': 'The identity provider did not answer as it should. Please try again; the log has the reason.',
  'error.oidc_state_invalid':
    'This sign-in at the identity provider was not begun here, was used already, or took too long.',
  'error.oidc_token_invalid': 'The answer of the identity provider cannot be trusted. The log has the reason.',
  'error.other': 'That did not work. Please try again.',
} as const;

type TextKey = keyof typeof en;

const de: Readonly<Record<TextKey, string>> = {
  signIn: 'Anmelden',
  ownName: 'Deutsch',
  language: 'Sprache',
  theme: 'Darstellung',
  themeSystem: 'System',
  themeLight: 'Hell',
  themeDark: 'Dunkel',
  showPassword: 'Passwort anzeigen',
  signOut: 'Abmelden',
  signedOut: 'Hier sind Sie abgemeldet',
  endSession: 'Auch beim Anmeldedienst abmelden',
  username: 'Benutzername',
  password: 'Passwort',
  confirmation: 'Passwort wiederholen',
  code: 'Code aus dem Protokoll',
  sso: 'Mit Single Sign-on anmelden',
  otherGateway:
    'Dieser Browser sandte die Sitzung eines anderen Gateways auf diesem Host. Gateways mit demselben Cookie-Namen beenden einander die Sitzungen: Jedes braucht einen eigenen service_name.',
  stays: 'Die Anmeldung gilt 12 Stunden.',
  waitFor: 'Nächster Versuch möglich in',
  forgot: 'Passwort vergessen? Auf dem Gerät selbst:',
  setup: 'Einrichten',
  setupIntro: 'Noch kann sich niemand anmelden. Legen Sie das erste Administratorkonto an.',
  passwordRule: 'Mindestens 8 Zeichen und keines der häufigsten Passwörter.',
  strength: 'Stärke des Passworts',
  strength0: 'Zu schwach',
  strength1: 'Sehr schwach',
  strength2: 'Schwach',
  strength3: 'Gut',
  strength4: 'Stark',
  create: 'Administrator anlegen',
  devices: 'Geräte',
  signInTrouble: 'Konten des Gateways können sich gerade nicht anmelden:',
  ccuAway:
    'Die CCU antwortet gerade nicht, ihre Konten können sich deshalb nicht anmelden. Konten des Gateways selbst können es.',
  health: 'Wie es dem Gateway geht',
  withoutApp: 'Die Web-Oberfläche ist hier nicht gebaut. Die API dieses Gateways:',
  error: 'Das hat nicht geklappt',
  requestId: 'Anfrage',
  back: 'Zur Startseite',
  signedInAs: 'Angemeldet als',
  'error.invalid_credentials': 'Benutzername oder Passwort stimmt nicht.',
  'error.login_throttled': 'Zu viele Versuche. Bitte kurz warten und noch einmal versuchen.',
  'error.auth_busy': 'Das Gateway ist beschäftigt. Bitte noch einmal versuchen.',
  'error.auth_store_unavailable': 'Die Konten sind gerade nicht lesbar. Bitte später noch einmal versuchen.',
  'error.outcome_unknown': 'Die Datenbank hat nicht geantwortet. Bitte erst nachsehen, ob es geschehen ist.',
  'error.csrf_invalid': 'Dieses Formular ist abgelaufen. Bitte noch einmal absenden.',
  'error.origin_forbidden': 'Dieses Formular kam von einer anderen Seite und wurde nicht angenommen.',
  'error.setup_disabled':
    'Die Ersteinrichtung ist in der Konfiguration abgeschaltet (bootstrap.allow_first_run_setup).',
  'error.setup_already_done': 'Die Einrichtung ist schon erledigt. Bitte anmelden.',
  'error.setup_stopping': 'Das Gateway wird gerade beendet. Bitte noch einmal versuchen, wenn es läuft.',
  'error.setup_remote_forbidden': 'Einrichten geht nur aus dem lokalen Netz.',
  'error.setup_code_invalid': 'Der Code ist nicht der aus dem Protokoll.',
  'error.host_not_allowed': 'Einrichten geht nur über einen lokalen Namen oder die Adresse des Gateways.',
  'error.username_invalid': 'Dieser Benutzername ist nicht möglich.',
  'error.validation_failed': 'Bitte die Felder prüfen.',
  'error.password_too_short': 'Mindestens 8 Zeichen verwenden.',
  'error.password_too_long': 'Höchstens 1024 Bytes verwenden.',
  'error.password_commonest': 'Das ist eines der häufigsten Passwörter. Bitte ein anderes wählen.',
  'error.confirmation': 'Beide Passwörter müssen gleich sein.',
  'error.oidc_denied': 'Der Anmeldedienst hat den Zugang abgelehnt.',
  'error.oidc_role_required': 'Ihr Konto hat keine Rolle für dieses Gateway.',
  'error.oidc_unavailable': 'Der Anmeldedienst ist nicht erreichbar. Andere Wege der Anmeldung gehen weiterhin.',
  'error.oidc_upstream':
    'Der Anmeldedienst hat nicht geantwortet, wie er sollte. Bitte noch einmal versuchen; den Grund nennt das Protokoll.',
  'error.oidc_state_invalid':
    'Diese Anmeldung beim Anmeldedienst wurde nicht hier begonnen, schon benutzt oder dauerte zu lange.',
  'error.oidc_token_invalid': 'Der Antwort des Anmeldedienstes ist nicht zu trauen. Den Grund nennt das Protokoll.',
  'error.other': 'Das hat nicht geklappt. Bitte noch einmal versuchen.',
};

export type Texts = Readonly<Record<TextKey, string>>;

export function textsIn(language: Language): Texts {
  return language === 'de' ? de : en;
}

/** The text for a reason; an unknown one gets the general text. */
export function errorText(texts: Texts, reason: string | undefined): string {
  return hasErrorText(texts, reason) ? texts[`error.${reason}` as TextKey] : texts['error.other'];
}

/** True when there is a text for this reason of a refusal. */
export function hasErrorText(texts: Texts, reason: string | undefined): reason is string {
  return Object.hasOwn(texts, `error.${reason ?? ''}`);
}
