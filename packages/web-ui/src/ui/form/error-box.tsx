import { ProblemError, UnreachableError } from '@ccu-gateway/client';
import { useTexts } from '../../context/services.js';
import { uiTexts } from '../value/texts.js';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

/** Error with its id for support, and a retry. */
export function ErrorBox({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const say = useTexts(uiTexts);
  const problem = error instanceof ProblemError ? error : undefined;
  const words =
    problem?.problem.detail ??
    (error instanceof UnreachableError ? say('unreachable') : error instanceof Error ? error.message : String(error));
  const report = () => JSON.stringify(problem?.problem ?? { message: words, page: location.pathname }, null, 2);
  return (
    <div class="error-box" role="alert">
      <strong>{say('failed')}</strong>
      <p>{words}</p>
      {problem !== undefined && (
        <p class="small dim">
          <code>{problem.problem.type}</code> · {say('requestId', { id: problem.requestId ?? '—' })}
        </p>
      )}
      <div class="row">
        {retry !== undefined && <Button onClick={retry}>{say('retry')}</Button>}
        <CopyButton label={say('copyForSupport')} text={report} />
      </div>
    </div>
  );
}
