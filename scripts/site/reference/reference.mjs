// The pages of the reference, made from the sources and the published contract.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliPage } from './cli.mjs';
import { configPage } from './config.mjs';
import { linkStatesPage, readLinkStates } from './link-states.mjs';
import { metricsPage } from './metrics.mjs';
import { packagesPage, readPackages } from './packages.mjs';
import { restPage } from './rest.mjs';
import { loadSources } from './sources.mjs';
import { eventsPage, websocketPage } from './websocket.mjs';

/** The pages of the reference by their path in the site. */
export async function writeReference(root) {
  const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const sources = await loadSources(root);
  const catalogue = readJson('contract/ws-catalogue.json');
  return {
    'reference/config.md': configPage(sources, readFileSync(join(root, 'config.example.yaml'), 'utf8')),
    'reference/rest.md': restPage(readJson('contract/openapi.json')),
    'reference/websocket.md': websocketPage(catalogue),
    'reference/events.md': eventsPage(catalogue),
    'reference/cli.md': await cliPage(sources),
    'reference/metrics.md': await metricsPage(sources),
    'reference/packages.md': packagesPage(readPackages(root)),
    'reference/link-states.md': linkStatesPage(readLinkStates(root)),
  };
}
