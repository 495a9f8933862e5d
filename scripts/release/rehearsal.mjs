// Publishes everything into a registry of our own and installs it from there, as a person would.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rehearseAddon } from './addon.mjs';
import { tryExamples } from './examples.mjs';
import { takeFirstSteps } from './first-steps.mjs';
import { billOfMaterials, licencesOf, measureInstallation } from './installation.mjs';
import { refusedLicences } from './licences.mjs';
import { openRegistry } from './registry.mjs';
import { misplaced, packAll } from './tarballs.mjs';
import { weighPackages } from './weights.mjs';

const PRODUCT = ['@ccu-gateway/cli', '@ccu-gateway/daemon'];
/** Node has another driver for where this one cannot be had. */
const COMPILED = 'better-sqlite3';
/** Installed on request; containers and add-ons bring it. */
const OPTIONAL = ['@ccu-gateway/matter-bridge', '@ccu-gateway/mcp'];

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;

/**
 * Rehearses the release of the built workspace in `from`; tarballs and the bill of materials are written to `out`. Answers
 * what is wrong, a line each; what it saw goes to `say`. With `natives` it also measures an installation that compiles.
 */
export async function rehearse({ from, out, scratch, say, natives = false }) {
  mkdirSync(out, { recursive: true });
  const tarballs = await packAll(from, out);
  for (const { name, version, bytes, files } of tarballs) {
    say(`${`${name}@${version}`.padEnd(40)} ${megabytes(bytes).padStart(8)}  ${files.length} files`);
  }
  const wrong = tarballs.flatMap(misplaced);
  await rehearseAddon({ tarballs, scratch, say });

  const registry = await openRegistry(join(scratch, 'registry'));
  try {
    // The manifests ask for provenance, which only the workflow can sign. Only a flag outranks `publishConfig`.
    await Promise.all(tarballs.map(({ file }) => registry.npm(['publish', '--provenance=false', file], scratch)));
    say(`\npublished ${tarballs.length} packages into a registry on the loopback`);
    for (const line of await takeFirstSteps(registry, join(scratch, 'first'))) say(line);
    for (const line of await tryExamples(registry, join(scratch, 'examples'))) say(line);
    wrong.push(...(await inspectInstallations(registry, { out, scratch, say, natives })));
    const names = tarballs.map(({ name }) => name);
    const alone = { without: [COMPILED], flags: ['--ignore-scripts', '--prefer-offline'] };
    wrong.push(
      ...(await weighPackages(names, join(scratch, 'weights'), (folder, name) =>
        measureInstallation(registry, folder, [name], alone),
      )),
    );
  } finally {
    await registry.close();
  }
  return wrong;
}

async function inspectInstallations(registry, { out, scratch, say, natives }) {
  const install = (name, packages, how) => measureInstallation(registry, join(scratch, name), packages, how);
  const show = (name, { seconds, packages, bytes }, goal = '') =>
    say(`${name.padEnd(38)} ${megabytes(bytes).padStart(8)}  ${packages} packages  ${seconds.toFixed(1)} s${goal}`);
  say('');
  const plain = await install('plain', PRODUCT, { without: [COMPILED] });
  show('without a compiler', plain, '  (goal: 25 MB, 60 packages)');
  if (natives) show('as npm installs it here', await install('usual', PRODUCT));
  // What is installed decides the licences, not what it compiles to.
  show('with Matter and assistants', await install('all', [...PRODUCT, ...OPTIONAL], { flags: ['--ignore-scripts'] }));

  const bill = await billOfMaterials(registry, join(scratch, 'all'));
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  const refused = refusedLicences(licencesOf(bill));
  say(`\n${bill.components.length} components, ${refused.length} under terms that are not allowed`);
  return refused;
}
