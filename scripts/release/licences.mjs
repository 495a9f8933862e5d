// The licences of everything that is installed with the product.

/** Terms under which a dependency may be handed on with the product. */
const ALLOWED = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause'];

/** True where an SPDX expression leaves a choice that is allowed, or joins only such. */
export function isAllowed(expression) {
  const terms = expression.replaceAll(/[()]/g, '').trim();
  if (terms.includes(' OR ')) return terms.split(' OR ').some(isAllowed);
  if (terms.includes(' AND ')) return terms.split(' AND ').every(isAllowed);
  return ALLOWED.includes(terms);
}

/** What must not be published with, one line each. */
export function refusedLicences(rows) {
  return rows
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence} is not among ${ALLOWED.join(', ')}`);
}
