// Links of documents, as they have to be in the site. A document links to files of the repository; the site has those of docs/, and
// takes in each other file that a document links to.
import { posix } from 'node:path';
import { sitePath } from './pages.mjs';

/** Places of the site for files and folders outside docs/ that have a page there under another name. */
const ELSEWHERE = {
  'README.md': '/index.md',
  contract: '/reference/rest.md',
  'contract/openapi.json': '/reference/rest.md',
  'contract/ws-catalogue.json': '/reference/websocket.md',
  'docs/adr': '/adr/index.md',
};

/**
 * The text of a document with the links of the site. `kindOf` answers `file`, `folder` or undefined for a path of the repository.
 * `taken` are the files outside docs/ that the links lead to; `dead` the links that lead nowhere.
 */
export function rewriteLinks(text, from, kindOf) {
  const taken = [];
  const dead = [];
  const targetOf = (link, isImage) => {
    if (/^(?:[a-z][a-z+.-]*:|#|\/)/i.test(link)) return link;
    const [path, anchor] = link.split('#', 2);
    const wanted = posix.join(posix.dirname(from), decodeURI(path)).replace(/\/$/, '');
    const hash = anchor === undefined ? '' : `#${anchor}`;
    if (wanted in ELSEWHERE) return ELSEWHERE[wanted];
    const found = kindOf(wanted) === 'folder' ? `${wanted}/README.md` : wanted;
    if (kindOf(found) !== 'file') {
      dead.push(`${from}: ${link}`);
      return link;
    }
    if (isImage) return `/${found.replace(/^docs\//, '')}`;
    if (!found.startsWith('docs/')) taken.push(found);
    return `/${placeOf(found)}${hash}`;
  };
  const rewritten = outsideCode(text, (prose) =>
    prose
      .replace(/(!?)\[((?:[^\][]|\[[^\]]*\](?:\([^)]*\))?)*)\]\(([^()\s]+)\)/g, (_, image, label, link) => {
        const inner = label.replace(
          /!\[([^\]]*)\]\(([^()\s]+)\)/g,
          (__, alt, src) => `![${alt}](${targetOf(src, true)})`,
        );
        return `${image}[${inner}](${targetOf(link, image === '!')})`;
      })
      // Pages are templates of Vue, which would take two braces for an expression.
      .replaceAll('{{', '&#123;&#123;'),
  );
  return { text: rewritten, taken, dead };
}

/** The page of a file of the repository. A file that is no document is shown as code. */
export function placeOf(file) {
  if (file.startsWith('docs/')) return sitePath(file.slice('docs/'.length));
  return file.endsWith('.md') ? sitePath(file) : `files/${file}.md`;
}

const CODE = /^ {0,3}(```+|~~~+)[^\n]*\n[\s\S]*?^ {0,3}\1[^\n]*$|(`+)(?!`)[\s\S]*?[^`]\2(?!`)/gm;

/** Replaces in prose alone. Code is a character of private use meanwhile, because a link may have a code span as its label. */
function outsideCode(text, replace) {
  const kept = [];
  const masked = text.replace(CODE, (code) => {
    kept.push(code);
    return `\uE000${kept.length - 1}\uE001`;
  });
  return replace(masked).replace(/\uE000(\d+)\uE001/g, (_, index) => kept[Number(index)]);
}
