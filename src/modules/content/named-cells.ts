/**
 * Clean HTML → the same with the name of its column on every cell of a table's body, for a phone, where rows stand from
 * top to bottom. A table without a row of headings, or with cells over several columns, stays as it is.
 */
export function withNamedCells(html: string): string {
  return html.replace(/<table[\s\S]*?<\/table>/g, (table) => {
    const head = /<thead>([\s\S]*?)<\/thead>/.exec(table)?.[1];
    if (!head || /(?:col|row)span/.test(table)) return table;
    const names = [...head.matchAll(/<th[^>]*>([\s\S]*?)<\/th>/g)].map(([, inner = '']) => nameOf(inner));
    return table.replace(/<tbody>[\s\S]*?<\/tbody>/g, (body) =>
      body.replace(/<tr>[\s\S]*?<\/tr>/g, (row) => {
        let at = 0;
        return row.replace(/<(td|th)(?=[\s>])/g, (cell, tag: string) => {
          const name = names[at++];
          return name && tag === 'td' ? `${cell} data-name="${name}"` : cell;
        });
      }),
    );
  });
}

/** The words of a cell of the head, fit for an attribute. */
function nameOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .trim()
    .replaceAll('"', '&quot;');
}
