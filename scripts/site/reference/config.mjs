import { readExample } from './example-comments.mjs';
import { code, page, prose } from './markdown.mjs';

/** The page of the configuration: each key with its allowed values, default, variable and meaning. */
export function configPage({ CONFIG_ROOT, allowedAt, variableOf }, example) {
  const shown = readExample(example);
  const keys = leavesOf(CONFIG_ROOT, []);
  const sections = [...new Set(keys.map(sectionOf))];
  return page('Configuration', [
    'Every key of `config.yaml`. All are optional but the name, host and interfaces of a CCU. Flags and environment variables come first,',
    'then values changed in the running gateway, then the file, then defaults. [config.example.yaml](/files/config.example.yaml.md)',
    'has them in one file. In a path `*` stands for a name of your own and `[]` for an entry of a list.',
    ...sections.flatMap((section) => [
      '',
      `## ${section === GENERAL ? GENERAL : code(section)}`,
      ...keys
        .filter((key) => sectionOf(key) === section)
        .flatMap((key) => keySection(key, shown, { allowedAt, variableOf })),
    ]),
  ]);
}

const GENERAL = 'General';
const sectionOf = ({ path: [first, ...others] }) => (others.length === 0 ? GENERAL : first.replace('[]', ''));

/** Keys with a value of their own; a block is none. */
function leavesOf(node, path) {
  const variant = node.anyOf?.find((entry) => entry.properties) ?? node;
  if (variant.properties !== undefined)
    return Object.entries(variant.properties).flatMap(([key, child]) => leavesOf(child, [...path, key]));
  const item =
    node.items === undefined ? undefined : (node.items.anyOf?.find(({ properties }) => properties) ?? node.items);
  if (item?.properties !== undefined) return leavesOf(item, at(path, '[]'));
  const named = node.additionalProperties;
  if (typeof named === 'object' && (named.properties ?? named.anyOf) !== undefined && hasKeys(named))
    return leavesOf(named, [...path, '*']);
  return [{ path, node }];
}

const hasKeys = (node) => node.properties !== undefined || node.anyOf?.some(({ properties }) => properties) === true;
const at = (path, mark) => [...path.slice(0, -1), `${path.at(-1)}${mark}`];

function keySection({ path, node }, shown, { allowedAt, variableOf }) {
  const name = path.join('.');
  const { value, meaning } = exampleOf(path, shown);
  const variable = variableOf(name);
  const standard = node.default === undefined ? value : JSON.stringify(node.default);
  const isKnown = node.default !== undefined;
  return [
    '',
    `### ${code(name)}`,
    ...(meaning === '' ? [] : ['', prose(meaning)]),
    '',
    `- Allowed: ${prose(allowedAt(node))}`,
    ...(standard === undefined || standard === ''
      ? []
      : [`- ${isKnown ? 'Default' : 'Default or example'}: ${code(standard)}`]),
    ...(variable === undefined ? [] : [`- Variable: ${code(variable)}`]),
  ];
}

/** The entry of the example file, where a name of the user stands for `*`. */
function exampleOf(path, shown) {
  const wanted = path.map((part) => part.replace('[]', ''));
  const isMatch = (key) => {
    const parts = key.split('.');
    return (
      parts.length === wanted.length && parts.every((part, index) => wanted[index] === '*' || part === wanted[index])
    );
  };
  const found = [...shown].find(([key]) => isMatch(key))?.[1];
  return found ?? { value: undefined, meaning: '' };
}
