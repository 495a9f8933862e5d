import { CircleUserRound } from 'lucide';
import { useServices, useTexts } from '../context/services.js';
import { LANGUAGES } from '../i18n/languages.js';
import { THEMES } from '../theme/theme.js';
import { Button } from '../ui/form/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { Icon } from '../ui/value/icon.tsx';
import { uiTexts } from '../ui/value/texts.js';
import { shellTexts } from './texts.js';

const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const;

/** Signed-in user, language, appearance, and sign-out. */
export function UserMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { base, session, theme } = useServices();
  const say = useTexts(shellTexts);
  const sayUi = useTexts(uiTexts);
  const identity = session.identity.value;
  return (
    <Popover
      label={say('account')}
      trigger={
        <span class="user-button">
          <Icon of={CircleUserRound} />
        </span>
      }
    >
      <div class="stack user-menu">
        {identity !== undefined && (
          <p>
            <span class="dim small">{say('signedInAs')}</span>
            <br />
            <strong class="private">{identity.subject}</strong> <span class="dim">({sayUi(identity.role)})</span>
          </p>
        )}
        <LanguageField />
        <ThemeField />
        <label class="check">
          <input
            type="checkbox"
            checked={theme.screenshot.value}
            onChange={(event) => theme.blur(event.currentTarget.checked)}
          />
          <span>
            {say('screenshot')}
            <span class="small dim"> – {say('screenshotHint')}</span>
          </span>
        </label>
        <a class="button quiet" href={base.at('?wall=1')}>
          {say('wall')}
        </a>
        <Button kind="quiet" onClick={onShortcuts}>
          {say('shortcuts')} <kbd>?</kbd>
        </Button>
        <Button onClick={() => void session.signOut()}>{say('signOut')}</Button>
      </div>
    </Popover>
  );
}

function LanguageField() {
  const { language, connection } = useServices();
  const say = useTexts(shellTexts);
  return (
    <label class="field">
      {say('language')}
      <select
        class="input"
        value={language.current.value}
        onChange={(event) => {
          language.choose(event.currentTarget.value === 'de' ? 'de' : 'en');
          // Names of parameters and states come from the gateway in one language.
          connection.reload();
        }}
      >
        {LANGUAGES.map((each) => (
          <option key={each} value={each}>
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

function ThemeField() {
  const { theme } = useServices();
  const say = useTexts(shellTexts);
  return (
    <label class="field">
      {say('theme')}
      <select
        class="input"
        value={theme.current.value}
        onChange={(event) => theme.choose(THEMES.find((each) => each === event.currentTarget.value) ?? 'system')}
      >
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {say(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
