/** A configuration as YAML: every text is quoted as JSON quotes it, which YAML reads alike. */
export function yamlOf(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return value.map((each) => `\n${indent}- ${yamlOf(each, `${indent}  `).trimStart()}`).join('');
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, each]) => each !== undefined);
    if (members.length === 0) return '{}';
    return members
      .map(([key, each]) => {
        const text = yamlOf(each, `${indent}  `);
        return `\n${indent}${/^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key)}:${text.startsWith('\n') ? '' : ' '}${text}`;
      })
      .join('');
  }
  return JSON.stringify(value ?? null);
}
