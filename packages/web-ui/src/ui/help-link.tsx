import { LifeBuoy } from 'lucide';
import { useServices, useTexts } from '../context/services.js';
import { Icon } from './value/icon.tsx';
import { uiTexts } from './value/texts.js';

/** Path of the help about a symptom or a finding, by its anchor in `docs/troubleshooting.md`. */
export const helpPath = (anchor: string): string => `help/troubleshooting#${anchor}`;

/** Leads to the help about a symptom. */
export function HelpLink({ to }: { readonly to: string }) {
  const { base } = useServices();
  const say = useTexts(uiTexts);
  return (
    <a class="button quiet" href={base.at(helpPath(to))}>
      <Icon of={LifeBuoy} />
      {say('help')}
    </a>
  );
}
