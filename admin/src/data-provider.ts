import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import { idempotencyKey, type RequestOptions, request } from './request.ts';

type ListAnswer<Row> = { items: Row[]; total?: number; more?: boolean; next?: string | null; totals?: unknown };
type Row = RaRecord<Identifier>;

/**
 * react-admin's calls over /api/admin/{resource}. Lists and records are summaries and whole things of the server; the
 * mark of a record's version (ETag) is kept from its reading and sent with its change, so that nobody overwrites what
 * somebody else has just done.
 */
export function createDataProvider(): DataProvider {
  const marks = new Map<string, string>();
  const addressOf = (resource: string, id?: Identifier) =>
    `/api/admin/${resource}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

  async function read(resource: string, id: Identifier, signal?: AbortSignal): Promise<Row> {
    const { body, headers } = await request<Row>(addressOf(resource, id), { signal });
    return remember(resource, { ...body, id: body.id ?? id }, headers);
  }

  function remember(resource: string, record: Row, headers: Headers): Row {
    const mark = headers.get('ETag');
    if (mark) marks.set(addressOf(resource, record.id), mark);
    return record;
  }

  async function readMany(resource: string, ids: Identifier[], signal?: AbortSignal): Promise<Row[]> {
    const rows: Row[] = [];
    for (let from = 0; from < ids.length; from += 200) {
      const part = ids
        .slice(from, from + 200)
        .map(encodeURIComponent)
        .join(',');
      const { body } = await request<ListAnswer<Row>>(`${addressOf(resource)}?ids=${part}&per_page=200`, { signal });
      rows.push(...body.items);
    }
    return rows;
  }

  async function readList(resource: string, query: ListQuery, signal?: AbortSignal) {
    const { body } = await request<ListAnswer<Row>>(`${addressOf(resource)}?${listSearch(query)}`, { signal });
    const meta = { more: body.more === true, totals: body.totals, next: body.next ?? null };
    if (body.total === undefined)
      return { data: body.items, pageInfo: { hasNextPage: Boolean(body.next), hasPreviousPage: false }, meta };
    return { data: body.items, total: body.total, meta };
  }

  async function change(resource: string, id: Identifier, data: Partial<Row>, previous: Partial<Row> | undefined) {
    const mark = marks.get(addressOf(resource, id));
    const { body, headers } = await request<Row>(addressOf(resource, id), {
      method: 'PATCH',
      body: changedFields(data, previous),
      headers: mark ? { 'If-Match': mark } : {},
    });
    return remember(resource, { ...body, id: body.id ?? id }, headers);
  }

  const remove = async (resource: string, id: Identifier) => {
    const mark = marks.get(addressOf(resource, id));
    const options: RequestOptions = { method: 'DELETE', headers: mark ? { 'If-Match': mark } : {} };
    await request(addressOf(resource, id), options);
    marks.delete(addressOf(resource, id));
  };

  const provider = {
    supportAbortSignal: true,
    getList: (resource: string, params: ListQuery & Signal) => readList(resource, params, params.signal),
    getOne: async (resource: string, { id, signal }: { id: Identifier } & Signal) => ({
      data: await read(resource, id, signal),
    }),
    getMany: async (resource: string, { ids, signal }: { ids: Identifier[] } & Signal) => ({
      data: await readMany(resource, ids, signal),
    }),
    getManyReference: (resource: string, params: ListQuery & Signal & { target: string; id: Identifier }) =>
      readList(resource, { ...params, filter: { ...params.filter, [params.target]: params.id } }, params.signal),
    create: async (resource: string, { data, meta }: { data: Partial<Row>; meta?: { idempotencyKey?: string } }) => {
      const { body, headers } = await request<Row>(addressOf(resource), {
        method: 'POST',
        body: data,
        headers: { 'Idempotency-Key': meta?.idempotencyKey ?? idempotencyKey() },
      });
      return { data: remember(resource, body, headers) };
    },
    update: async (resource: string, params: { id: Identifier; data: Partial<Row>; previousData?: Partial<Row> }) => ({
      data: await change(resource, params.id, params.data, params.previousData),
    }),
    updateMany: refuseMany,
    delete: async (resource: string, { id, previousData }: { id: Identifier; previousData?: Row }) => {
      await remove(resource, id);
      return { data: previousData ?? { id } };
    },
    deleteMany: refuseMany,
  };
  // react-admin's methods are generic over a record that only the caller knows.
  return provider as unknown as DataProvider;
}

/** Changes of many records are jobs of the server with a rehearsal and an undo, never a call for each. */
async function refuseMany(): Promise<never> {
  throw new Error('a change of many records is a job: POST /api/admin/bulk/{kind}');
}

type Signal = { signal?: AbortSignal };

type ListQuery = {
  filter?: Record<string, unknown>;
  sort?: { field: string; order: 'ASC' | 'DESC' };
  pagination?: { page: number; perPage: number };
  meta?: { after?: string };
};

/** The query of a list, as the server reads it; without what is empty. */
export function listSearch({ filter = {}, sort, pagination, meta }: ListQuery): URLSearchParams {
  const search = new URLSearchParams();
  const kept = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (kept.length > 0) search.set('filter', JSON.stringify(Object.fromEntries(kept)));
  if (sort?.field) search.set('sort', `${sort.order === 'DESC' ? '-' : ''}${sort.field}`);
  if (meta?.after) search.set('after', meta.after);
  else if (pagination) search.set('page', String(pagination.page));
  if (pagination) search.set('per_page', String(pagination.perPage));
  return search;
}

/** Fields of `data` that differ from what was read; all of them when that is not known. */
function changedFields(data: Partial<Row>, previous: Partial<Row> | undefined): Record<string, unknown> {
  const fields = Object.entries(data).filter(([name]) => name !== 'id');
  if (!previous) return Object.fromEntries(fields);
  return Object.fromEntries(fields.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(previous[name])));
}
