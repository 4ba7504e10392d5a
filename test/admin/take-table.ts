import { type AdminCast, call } from './cast.ts';
import { fileForm } from './example.ts';

/** A table of prices and stock as the owner takes it: after a look at what it would change. */
export async function takeTable(cast: AdminCast, table: string, name: string, map: string) {
  const send = async (more: Record<string, string>) => {
    const form = await fileForm('/api/admin/file-imports', Buffer.from(table), name, { map, ...more });
    const answer = await call(cast, cast.headers.owner, { method: 'POST', ...form });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const { hash } = await send({ mode: 'rehearse' });
  return send({ mode: 'apply', hash });
}
