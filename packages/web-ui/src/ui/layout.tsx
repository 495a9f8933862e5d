import type { IconNode } from 'lucide';
import { Inbox, Lock } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { useServices, useTexts } from '../context/services.js';
import type { Role } from '../session/session.js';
import { Icon } from './value/icon.tsx';
import { uiTexts } from './value/texts.js';

/** Title of a page, its subject, and its actions. It also sets the title of the window. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}) {
  useEffect(() => {
    const gateway = document.title.split(' · ').at(-1);
    document.title = `${title} · ${gateway}`;
  }, [title]);
  return (
    <div class="page-header">
      <div class="grow">
        <h1>{title}</h1>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions}
    </div>
  );
}

export function Card({
  title,
  aside,
  children,
  class: extra = '',
}: {
  readonly title?: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
}) {
  const id = useId();
  return (
    <section class={`card ${extra}`} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header>
          <h2 id={id} class="grow">
            {title}
          </h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

/** A state in a word, with a picture, so that it does not depend on the colour. */
export function Chip({
  tone = 'neutral',
  icon,
  children,
}: {
  readonly tone?: Tone;
  readonly icon?: IconNode;
  readonly children: ComponentChildren;
}) {
  return (
    <span class={`chip ${tone}`}>
      {icon !== undefined && <Icon of={icon} />}
      {children}
    </span>
  );
}

/** Placeholder for loading content; it appears after 150 ms, so that fast content does not flicker. */
export function Skeleton({ height, count = 1 }: { readonly height: string; readonly count?: number }) {
  const [shown, show] = useState(false);
  const say = useTexts(uiTexts);
  useEffect(() => {
    const timer = setTimeout(() => show(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="stack" role="status" aria-label={say('loading')}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} class={shown ? 'skeleton' : ''} style={{ height }} />
      ))}
    </div>
  );
}

/** Shown for an empty list: the reason, and the next step. */
export function Empty({
  title,
  icon = Inbox,
  children,
}: {
  readonly title: string;
  readonly icon?: IconNode;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon of={icon} />
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** Shown in place of a page that needs a higher role: the role, and the users that can grant it. */
function Forbidden({ role }: { readonly role: Role }) {
  const say = useTexts(uiTexts);
  return (
    <Empty title={say('forbiddenTitle')} icon={Lock}>
      <p>{say('needsRole', { role: say(role) })}</p>
    </Empty>
  );
}

/** Its content, or why there is none, for a role. */
export function ForRole({ role, children }: { readonly role: Role; readonly children: ComponentChildren }) {
  const { session } = useServices();
  if (session.role.value === undefined) return <Skeleton height="6rem" />;
  if (!session.may(role)) return <Forbidden role={role} />;
  return <>{children}</>;
}
