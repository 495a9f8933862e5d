import { CircleAlert, CircleCheck, CircleX, Info } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import './notice.css';

const ICONS = { info: Info, good: CircleCheck, warn: CircleAlert, bad: CircleX } as const;

/** Something to know before going on, with what can be done about it. */
export function Notice({
  tone = 'info',
  children,
  live = false,
}: {
  readonly tone?: keyof typeof ICONS;
  readonly children: ComponentChildren;
  /** It came while the page was there: said to people who do not see it. */
  readonly live?: boolean;
}) {
  return (
    <div class={`notice ${tone}`} role={live ? 'status' : undefined}>
      <Icon of={ICONS[tone]} />
      <div class="grow">{children}</div>
    </div>
  );
}
