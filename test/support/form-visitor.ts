import type { App } from '#src/app.ts';

/** An answer as a visitor without JavaScript meets it. `text` is the page's words without markup. */
export type FormAnswer = {
  status: number;
  location: string | null;
  html: string;
  text: string;
  cookies: string[];
  headers: Record<string, unknown>;
};

/**
 * A visitor without JavaScript: keeps cookies, opens pages and presses buttons of their forms with every field those
 * forms hold, as a browser does.
 */
export function formVisitor(app: App, { host = 'idd.localhost', address = '127.0.0.1' } = {}) {
  const cookies = new Map<string, string>();
  const visitor = {
    host,
    cookies,
    async get(url: string): Promise<FormAnswer> {
      return keep(await app.inject({ url, remoteAddress: address, headers: headers() }));
    },
    async post(url: string, fields: Record<string, string | number> | URLSearchParams): Promise<FormAnswer> {
      const payload = (
        fields instanceof URLSearchParams
          ? fields
          : new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, `${v}`]))
      ).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${visitor.host}` };
      return keep(
        await app.inject({ method: 'POST', url, payload, remoteAddress: address, headers: { ...headers(), ...type } }),
      );
    },
    /** Presses a button of the page's form: its fields as they stand, with these changed (null takes one away). */
    async press(
      page: FormAnswer,
      url: string,
      intent: string,
      changes: Record<string, string | number | (string | number)[] | null> = {},
    ): Promise<FormAnswer> {
      const fields = fieldsOf(page.html);
      for (const [name, value] of Object.entries(changes)) {
        fields.delete(name);
        for (const one of value === null ? [] : [value].flat()) fields.append(name, String(one));
      }
      fields.set('intent', intent);
      return visitor.post(url, fields);
    },
    addToCart(product: { id: number; idcode: string }, count = 1) {
      return visitor.post('/cart/', { intent: 'add', product_id: product.id, product_idcode: product.idcode, count });
    },
  };
  return visitor;

  function headers() {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { host: visitor.host, accept: 'text/html', ...(cookie && { cookie }) };
  }

  function keep(response: { statusCode: number; headers: Record<string, unknown>; body: string }): FormAnswer {
    const set = [response.headers['set-cookie'] ?? []].flat().map(String);
    for (const line of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const html = response.body;
    const location = response.headers.location;
    return {
      status: response.statusCode,
      location: typeof location === 'string' ? location : null,
      html,
      text: wordsOf(html),
      cookies: set,
      headers: response.headers,
    };
  }
}

export type FormVisitor = ReturnType<typeof formVisitor>;

/**
 * What a browser would send of a form, the cart's unless `mark` stands in another: hidden and typed fields, checked
 * boxes, chosen options.
 */
export function fieldsOf(html: string, mark = 'name="form" value="cart"'): URLSearchParams {
  const from = html.indexOf(mark);
  const form = html.slice(html.lastIndexOf('<form', from), html.indexOf('</form>', from));
  const fields = new URLSearchParams();
  for (const [, input, tag, attributes = input ?? '', content = ''] of form.matchAll(
    /<input\b([^>]*)>|<(textarea|select)\b([^>]*)>([\s\S]*?)<\/\2>/g,
  )) {
    const name = attribute(attributes, 'name');
    if (!name || /\sdisabled/.test(attributes)) continue;
    const type = attribute(attributes, 'type') ?? 'text';
    if ((type === 'checkbox' || type === 'radio') && !/\schecked/.test(attributes)) continue;
    if (tag === 'textarea') fields.append(name, plainText(content));
    else if (tag === 'select') fields.append(name, chosenOption(content));
    else fields.append(name, attribute(attributes, 'value') ?? (type === 'checkbox' ? 'on' : ''));
  }
  return fields;
}

function chosenOption(options: string): string {
  const chosen = /<option\b([^>]*\sselected[^>]*)>/.exec(options) ?? /<option\b([^>]*)>/.exec(options);
  return attribute(chosen?.[1] ?? '', 'value') ?? '';
}

function attribute(attributes: string, name: string): string | null {
  const match = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes);
  return match ? plainText(match[1] ?? '') : null;
}

function wordsOf(html: string): string {
  return plainText(
    html
      .replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/g, ' ')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<[^>]+>/g, ' '),
  )
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}

function plainText(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
