import { useServices, useTexts } from '../../context/services.js';
import { TestButton, TestOutcome, useSettingsTest } from './destinations/test-button.tsx';
import { destinationTexts } from './destinations/texts.js';
import { type Change, sectionWith } from './setting.js';

/** Sections with one destination, which can be tried before they are saved, and the symptom of a failure. */
export const TESTABLE: Readonly<Record<string, string>> = {
  'north.rest.auth.oidc': 'oidc',
  backup: 'backup-fails',
};

interface SectionTestProps {
  readonly section: string;
  /** Entered and not saved. */
  readonly changes: readonly Change[];
}

/** Tries the destination of a section with the entered values; nothing is saved. */
export function SectionTest({ section, changes }: SectionTestProps) {
  const help = TESTABLE[section];
  return help === undefined ? null : <Test key={section} section={section} changes={changes} help={help} />;
}

function Test({ section, changes, help }: SectionTestProps & { readonly help: string }) {
  const { gateway } = useServices();
  const say = useTexts(destinationTexts);
  const test = useSettingsTest(async () => {
    const path = { section };
    const stored = await gateway.call('getConfigSection', { path });
    const own = changes.filter(({ setting }) => setting.field.section === section);
    // The gateway checks the shape of the section.
    const settings = sectionWith(section, stored, own) as never;
    return await gateway.call('testConfigSection', { path, body: { settings } });
  });
  return (
    <div class="stack settings-test">
      <p class="small dim">{say(section === 'backup' ? 'testTarget' : 'testProvider')}</p>
      <div class="row">
        <TestButton test={test} />
      </div>
      <TestOutcome test={test} help={help} />
    </div>
  );
}
