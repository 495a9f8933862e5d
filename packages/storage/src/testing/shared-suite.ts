import type { TestFramework } from '@ccu-gateway/auth-core/testing';
import { describeSharedAccess } from './access-suite.js';
import { describeAudit } from './audit-suite.js';
import { describeRecords } from './records-suite.js';
import { describeSettings } from './settings-suite.js';
import type { OpenSharedWorld } from './world.js';

/**
 * Contract suite for everything that gateways may share, also when two programs write at once. Access control has a
 * suite of its own besides, `describeAuthStores` of `@ccu-gateway/auth-core/testing`.
 *
 * @example
 * describeSharedStores({ describe, it, expect }, 'in my database', async () => openTwice());
 */
export function describeSharedStores(framework: TestFramework, name: string, open: OpenSharedWorld): void {
  describeSettings(framework, name, open);
  describeRecords(framework, name, open);
  describeSharedAccess(framework, name, open);
  describeAudit(framework, name, open);
}
