/**
 * What a package looks like once it is packed: its sources stay here, so their condition goes, and so do the dependencies that its
 * files have built in.
 */
function beforePacking(manifest) {
  for (const entry of Object.values(manifest.exports ?? {})) {
    if (typeof entry === 'object') delete entry['@ccu-gateway/source'];
  }
  for (const name of manifest.builtIn ?? []) delete manifest.dependencies[name];
  delete manifest.builtIn;
  return manifest;
}

module.exports = { hooks: { beforePacking } };
