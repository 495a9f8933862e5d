import { CircleCheck, CircleX, LoaderCircle } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { HelpLink } from '../../ui/help-link.tsx';
import { Chip } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { destinationTexts } from '../settings/destinations/texts.js';
import type { MessageChannel } from './message-data.js';
import { messageTexts } from './texts.js';

const LOOKS = {
  idle: { tone: 'good', icon: CircleCheck },
  delivering: { tone: 'accent', icon: LoaderCircle },
  waiting: { tone: 'bad', icon: CircleX },
} as const;

/** One channel: its state, its counts, its last lost messages, and a test. */
export function ChannelState({
  channel,
  onTested,
}: {
  readonly channel: MessageChannel;
  readonly onTested: () => void;
}) {
  const say = useTexts(messageTexts);
  const sayAny = useTexts(destinationTexts);
  const { number, dateTime } = useFormats();
  const { name, state, fault, delivered, waiting, lost, recent_lost: recent } = channel;
  return (
    <li class="stack">
      <div class="row">
        <div class="grow">
          <strong class="private">{name}</strong> <Chip {...LOOKS[state]}>{say(state)}</Chip>
          <p class="small dim">
            {say('delivered')}: {number(delivered, 0)} · {say('stillWaiting')}: {number(waiting, 0)} · {say('lost')}:{' '}
            {number(lost, 0)}
          </p>
        </div>
        <SendTest name={name} onTested={onTested} />
      </div>
      {fault !== undefined && (
        <Notice tone="bad">
          <strong>{sayAny(`fault_${fault.kind}`)}</strong> <span class="small">{fault.message}</span>{' '}
          <HelpLink to="messages-do-not-arrive" />
        </Notice>
      )}
      {recent.length > 0 && (
        <details>
          <summary>{say('lostOnes')}</summary>
          <ul>
            {recent.map(({ at, title, reason }) => (
              <li key={`${at} ${title}`} class="small private">
                {dateTime(Date.parse(at))}: {title} ({reason})
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function SendTest({ name, onTested }: { readonly name: string; readonly onTested: () => void }) {
  const say = useTexts(messageTexts);
  const { gateway, announce, session } = useServices();
  const action = useAction();
  if (!session.may('admin')) return null;
  const run = () =>
    action.run(async () => {
      const { delivered } = await gateway.call('testNotify', { path: { name } });
      announce(say(delivered ? 'testSent' : 'testFailed', { name }));
      onTested();
    });
  return (
    <>
      <Button disabledReason={action.busy ? say('delivering') : undefined} onClick={() => void run()}>
        {say('sendTest')} <span class="visually-hidden">{name}</span>
      </Button>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </>
  );
}
