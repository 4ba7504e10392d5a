import { type AdminCast, type Call, call } from './cast.ts';

/** A call that does its work for whoever may make it. */
export type Example = {
  /** Makes what it needs; `url` and `body` of the call. */
  make: (cast: AdminCast) => Promise<Omit<Call, 'method'>> | Omit<Call, 'method'>;
  /** What the answer is; 200 when left out. */
  answers?: number;
  /** The same call about a thing of the branch where the member of staff does not work: 404. */
  foreign?: (cast: AdminCast) => Promise<Omit<Call, 'method'>> | Omit<Call, 'method'>;
  /** Changes nothing that a journal could name: its line is not looked for. */
  leavesNoLine?: boolean;
};

/** The version of a record, for the `If-Match` of its change. */
export async function ifMatch(cast: AdminCast, url: string): Promise<Record<string, string>> {
  const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
  return { 'if-match': String(headers.etag) };
}

/** A form with one file, as a browser sends it. */
export async function fileForm(
  url: string,
  bytes: Buffer,
  name: string,
  more: Record<string, string> = {},
): Promise<Omit<Call, 'method'>> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  for (const [field, value] of Object.entries(more)) form.set(field, value);
  const request = new Request('http://idd.localhost/', { method: 'POST', body: form });
  return {
    url,
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': String(request.headers.get('content-type')) },
  };
}
