import { CircleAlert, CircleCheck, CircleX, Info } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './value/icon.tsx';
import './notice.css';

const ICONS = { info: Info, good: CircleCheck, warn: CircleAlert, bad: CircleX } as const;

/** Notice, with its actions. */
export function Notice({
  tone = 'info',
  children,
  live = false,
}: {
  readonly tone?: keyof typeof ICONS;
  readonly children: ComponentChildren;
  /** True for a notice that appeared while the page was open: screen readers announce it. */
  readonly live?: boolean;
}) {
  return (
    <div class={`notice ${tone}`} role={live ? 'status' : undefined}>
      <Icon of={ICONS[tone]} />
      <div class="grow">{children}</div>
    </div>
  );
}
