/**
 * The hundred or so commonest passwords that are long enough for the rule, in lower case: they stand at the top of every published
 * count of leaked passwords, worldwide and in German. Shorter ones are refused for their length.
 */
const COMMONEST: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 0123456789 0987654321 987654321 9876543210 87654321 12341234 11223344 1122334455
  11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 55555555 66666666 77777777 88888888 99999999
  12121212 123123123 123321123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 q1w2e3r4t5 zaq12wsx 123qweasd qwe123qwe
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwertz123 qwertzui qwertzuiop asdfasdf asdfghjk asdfghjkl
  asdf1234 zxcvbnm123 yxcvbnm123 1234qwer qwer1234 abcd1234 abcdefgh abc12345 abc123456 a1234567 a12345678 a123456789 aa123456
  aa12345678 password password1 password12 password123 password1234 password! passw0rd p@ssw0rd p@ssword pa$$word pa55word
  passwort passwort1 passwort12 passwort123 passwort1234 passwort! kennwort geheim123 hallo123 hallo1234 hallo12345
  halloduda hallohallo willkommen willkommen1 sommer123 schatz123 liebling sonnenschein schalke04 borussia bayernmuenchen
  fussball iloveyou iloveyou1 sunshine princess football baseball superman batman123 starwars trustno1 whatever michelle
  jennifer computer internet samsung1 letmein1 letmein123 welcome1 welcome123 changeme changeme1 administrator admin123
  admin1234 admin12345 adminadmin root1234 rootroot test1234 testtest testtest1 user1234 default1 homematic homematic1
  raspberry raspberrymatic openccu1`.split(/\s+/),
);

/**
 * True for a password that is tried first by everyone who guesses. Capital letters do not change that.
 *
 * @example
 * isCommonest('Passwort123'); // true
 */
export const isCommonest = (password: string): boolean => COMMONEST.has(password.normalize('NFC').toLowerCase());
