// Ends with 0 where the gateway of this container answers, and with 1 where it does not. A CCU that is away is no reason to
// start the gateway anew, so that an answer counts and not what it says. An argument names another address.
import { createClient, ProblemError } from '@ccu-gateway/client';

try {
  const gateway = createClient({ url: process.argv[2] ?? 'http://127.0.0.1:8119', timeoutMs: 5_000 });
  const { status } = await gateway.call('getHealth');
  process.stdout.write(`${status}\n`);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof ProblemError ? 0 : 1;
}
