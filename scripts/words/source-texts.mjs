// The prose in source files: doc comments, titles of tests, texts of the web UI, and messages.
import ts from 'typescript';

const TITLED = /^(?:it|test|describe)$/;
const MESSAGE_WORDS = 4;

/** A file as `{ docComments, testTitles, uiTexts, messages }`, each text with its line and language. */
export function textsOfSource(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = { docComments: [], testTitles: [], uiTexts: [], messages: [] };
  const add = (area, node, prose, language = 'en') =>
    found[area].push({
      path,
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
      prose,
      language,
    });
  const isTest = /\.(?:test|browser)\.(?:tsx?|mjs)$|\/(?:test|testing|bench)\/|^scripts\//.test(path);
  const isWeb = path.startsWith('packages/web-ui/src/');
  const visit = (node) => {
    for (const doc of node.jsDoc ?? []) {
      const sentence = firstSentence(ts.getTextOfJSDocComment(doc.comment));
      if (sentence !== '' && !isTest) add('docComments', doc, sentence);
    }
    const prose = proseOf(node);
    if (prose !== undefined && isTest && isTitle(node)) add('testTitles', node, prose);
    if (prose !== undefined && !isTest && isProse(node, prose)) {
      add(isWeb ? 'uiTexts' : 'messages', node, prose, languageOf(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The text of a literal; an inserted value is one word. */
function proseOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map((span) => `X${span.literal.text}`).join('');
}

function isTitle(node) {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node) return false;
  let callee = call.expression;
  while (!ts.isIdentifier(callee)) {
    if (
      !ts.isCallExpression(callee) &&
      !ts.isPropertyAccessExpression(callee) &&
      !ts.isTaggedTemplateExpression(callee)
    )
      return false;
    callee = callee.expression ?? callee.tag;
  }
  return TITLED.test(callee.text);
}

/** A literal that people read: words with a space between them; no module, type, key, code or query. */
function isProse(node, prose) {
  if (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent) || ts.isLiteralTypeNode(node.parent))
    return false;
  if (/^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA|BEGIN)\b|[{};=<>]\s*\n|=>/.test(prose))
    return false;
  return (
    prose.split(/\s+/).filter((word) => /^[“"'(]?\p{L}[\p{L}'’-]*[.,;:!?)”"']*$/u.test(word)).length >= MESSAGE_WORDS
  );
}

/** The key `de` of an object that stands around the literal means German. */
function languageOf(node) {
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (ts.isPropertyAssignment(above) && above.name.getText() === 'de') return 'de';
    if (ts.isStatement(above)) return 'en';
  }
  return 'en';
}

function firstSentence(comment = '') {
  const [paragraph = ''] = comment.replace(/\{@link ([^}]*)\}/g, '`$1`').split(/\n\s*\n/);
  return paragraph
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?])\s/)[0]
    .trim();
}
