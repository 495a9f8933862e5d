import type { ServerPorts } from '../families/families.js';
import type { Operation } from '../operation/operation.js';
import { apiPageOperations } from './api.js';
import { appFileOperations } from './app.js';
import { firstRunOperations } from './first-run.js';
import { liveOperations } from './live.js';
import { signInOperations } from './sign-in.js';

/** The pages outside the API. They obey the same gate. */
export const pageOperations: readonly Operation<ServerPorts>[] = [
  ...firstRunOperations,
  ...signInOperations,
  ...liveOperations,
  ...apiPageOperations,
  ...appFileOperations,
];
