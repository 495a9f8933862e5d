import { Preformatted } from '../value/preformatted.tsx';
import { CopyButton } from './copy-button.tsx';
import './code-block.css';

/** Text to take along, with a button that copies it. */
export function CodeBlock({
  title,
  text,
  copyLabel,
  secret = false,
}: {
  readonly title: string;
  readonly text: string;
  readonly copyLabel: string;
  /** Names a secret: screenshot mode blurs it. */
  readonly secret?: boolean;
}) {
  return (
    <figure class="code-block">
      <figcaption>
        <span class="grow">{title}</span>
        <CopyButton label={copyLabel} text={() => text} />
      </figcaption>
      <Preformatted class={secret ? 'private' : ''}>
        <code>{text}</code>
      </Preformatted>
    </figure>
  );
}
