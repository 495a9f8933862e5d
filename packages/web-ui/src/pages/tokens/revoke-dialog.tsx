import { useServices, useTexts } from '../../context/services.js';
import { Confirm } from '../../ui/form/confirm.tsx';
import { tokensTexts } from './texts.js';
import type { Token } from './token-facts.js';

/** Shows the connections that end before a token is revoked. */
export function RevokeDialog({
  token,
  onClose,
  onRevoked,
}: {
  readonly token: Token;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}) {
  const { gateway, announce } = useServices();
  const say = useTexts(tokensTexts);
  const { subject: name, live_sockets: open = 0 } = token;
  return (
    <Confirm
      title={say('revokeTitle', { name })}
      action={say('revoke')}
      onClose={onClose}
      onConfirm={async () => {
        await gateway.call('deleteTokenV2', { path: { fingerprint: token.fingerprint } });
        announce(say('revoked', { name }));
        onRevoked();
      }}
    >
      <p>{say('revokeEffect')}</p>
      {open === 0 ? <p class="dim">{say('revokeNone')}</p> : <p>{say('revokeCloses', { n: open })}</p>}
    </Confirm>
  );
}
