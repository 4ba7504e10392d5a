import type { App } from '#src/app.ts';
import { userAgents } from './http.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it asks for
export type ApiAnswer = { status: number; body: any; headers: Record<string, unknown>; set: string[] };

/** A browser as the API meets it: keeps cookies, sends JSON from an own page. */
export function apiVisitor(
  app: App,
  given: { host?: string; address?: string; origin?: string; userAgent?: string } = {},
) {
  const { host = 'idd.localhost', address = '127.0.0.1', userAgent = userAgents.desktop } = given;
  const { origin = `http://${host}` } = given;
  const cookies = new Map<string, string>();
  return {
    cookies,
    get: (url: string) => send('GET', url),
    post: (url: string, body?: object) => send('POST', url, body),
    put: (url: string, body?: object) => send('PUT', url, body),
    delete: (url: string) => send('DELETE', url),
  };

  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<ApiAnswer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        host,
        'user-agent': userAgent,
        ...(method !== 'GET' && { origin }),
        ...(cookie && { cookie }),
      },
      ...(body && { payload: body }),
    });
    const set = [response.headers['set-cookie'] ?? []].flat().map(String);
    for (const line of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      headers: response.headers,
      set,
    };
  }
}

export type ApiVisitor = ReturnType<typeof apiVisitor>;
