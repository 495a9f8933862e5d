import { type IconNode, LifeBuoy } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useServices, useTexts } from '../../context/services.js';
import { HELP } from '../../help/problem-help.js';
import { helpPath } from '../../ui/help-link.tsx';
import { Chip } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { uiTexts } from '../../ui/value/texts.js';

interface ProblemChipProps {
  readonly kind: keyof typeof HELP;
  readonly tone: 'warn' | 'bad';
  readonly icon: IconNode;
  readonly children: ComponentChildren;
}

/** A problem of the device, which leads to its help. */
export function ProblemChip({ kind, tone, icon, children }: ProblemChipProps) {
  const { base } = useServices();
  const say = useTexts(uiTexts);
  return (
    <a class="problem-chip" href={base.at(helpPath(HELP[kind]))} title={say('help')}>
      <Chip tone={tone} icon={icon}>
        {children} <span class="visually-hidden">{say('help')}</span>
        <Icon of={LifeBuoy} />
      </Chip>
    </a>
  );
}
