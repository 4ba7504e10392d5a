import { z } from 'zod';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import { clashesOf, type Draft, waitingDraft } from '#modules/drafts/drafts.ts';
import type { DraftKey, DraftResource } from '#modules/drafts/kinds.ts';
import { publishDraft } from '#modules/drafts/publish-draft.ts';
import { discardDraft, planDraft, saveDraft, settleDraft } from '#modules/drafts/save-draft.ts';
import { takeFromReleases, waitsIn } from '#modules/releases/releases.ts';
import type { Permission } from '#modules/staff/permissions.ts';
import type { Db } from '#platform/database.ts';
import { MomentInput } from '#platform/moment-input.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { countOf } from '#shared/plurals.ts';
import { needOwnRow } from './branch-rule.ts';
import type { RecordGiven } from './record.ts';
import { refuseChanged, whoChanged } from './record-changed.ts';
import { type AdminRoute, type Asked, adminRead, adminWrite } from './route.ts';

type Fields = Record<string, unknown>;

const View = z.object({
  /** null: nothing waits over the record. */
  draft: z
    .object({
      id: z.int(),
      version: z.int(),
      author: z.string(),
      changed_at: z.string(),
      publish_at: z.string().nullable(),
      /** Why it was not published at its moment. */
      failure: z.string().nullable(),
      patch: z.record(z.string(), z.unknown()),
      /** The same fields when they were typed. */
      base: z.record(z.string(), z.unknown()),
      /** Fields that somebody has changed in the record since. */
      clashes: z.array(z.string()),
      changed_by: z.string().nullable(),
      record_changed_at: z.string().nullable(),
      /** The release that publishes it. */
      release: z.object({ id: z.int(), name: z.string() }).nullable(),
    })
    .nullable(),
});

const Version = z.int().positive();

type Params = { id: string | number };
type Here = Pick<Asked, 'db' | 'scope' | 'staff'> & { params: Params };
type Named = Pick<Draft, 'title' | 'department_id_1c' | 'record_id'>;

/** What every call of a draft knows of its record. */
type Known = {
  resource: DraftResource;
  permission: Permission;
  params: z.ZodType<Params>;
  body: z.ZodType<Fields>;
  url: string;
  /** Of what, in the genitive: «товара». */
  ofWhat: string;
  keyOf: (params: Params) => DraftKey;
  /** The record as this person sees it, which they may change. Throws not_found, forbidden. */
  need: (asked: Here) => Promise<Fields>;
  /** The same; a record that is gone is answered for by the draft that waits over it, which can only be thrown away. */
  needOrGone: (asked: Here) => Promise<void>;
  view: (asked: Here) => Promise<z.input<typeof View>>;
  lineOf: (draft: Named, words: string, after?: object) => AuditLine;
};

/**
 * Calls of the draft that waits over a record, behind the address of the record itself. `branchOf`: whose the record
 * is, where it does not say so in `department_id_1c`; null: common to all.
 */
export function draftRoutes<R extends z.ZodType, B extends z.ZodType<Fields>>(
  given: RecordGiven<R, B> & { resource: DraftResource },
  ofWhat: string,
  branchOf: (record: z.input<R>) => string | null = commonUnlessNamed,
): AdminRoute[] {
  const { resource, params, permissions, body } = given;
  const keyOf = ({ id }: Params): DraftKey => ({ resource, record_id: String(id) });

  const read = (asked: Here) => given.read(asked as unknown as Parameters<typeof given.read>[0], false);

  async function need(asked: Here): Promise<Fields> {
    const record = await read(asked);
    if (record === null) throw new Refusal('not_found');
    needOwnRow(asked.staff, branchOf(record));
    return given.editable(record);
  }

  async function needOrGone(asked: Here): Promise<void> {
    if ((await read(asked)) !== null) return void (await need(asked));
    const draft = await waitingDraft(asked.db, keyOf(asked.params));
    if (draft === null) throw new Refusal('not_found');
    needOwnRow(asked.staff, draft.department_id_1c);
  }

  async function view(asked: Here): Promise<z.input<typeof View>> {
    const draft = await waitingDraft(asked.db, keyOf(asked.params));
    return { draft: draft && (await present(asked.db, draft, await need(asked))) };
  }

  const lineOf = (draft: Named, words: string, after?: object): AuditLine => ({
    resource: `${resource}_drafts`,
    record_id: draft.record_id,
    department_id_1c: draft.department_id_1c,
    words: `Черновик ${ofWhat} «${draft.title}»${words}`,
    ...(after && { after }),
  });

  const permission = permissions.write;
  const url = `${given.url}/draft`;
  const known: Known = { resource, permission, params, body, url, ofWhat, keyOf, need, needOrGone, view, lineOf };
  const shown = adminRead({
    url,
    summary: `Черновик ${ofWhat}: что изменится, когда его опубликуют`,
    permission,
    params,
    response: View,
    async run(asked) {
      await need(asked);
      return view(asked);
    },
  });
  return [shown, ...changeRoutes(known), ...publishRoutes(known)];
}

function commonUnlessNamed(record: unknown): string | null {
  return (record as { department_id_1c?: string | null }).department_id_1c ?? null;
}

function changeRoutes(known: Known): AdminRoute[] {
  const { resource, permission, params, url, ofWhat, keyOf, need, needOrGone, view, lineOf } = known;
  const save = adminWrite({
    url,
    method: 'PUT',
    summary: `Поля ${ofWhat} черновиком, вдобавок к тем, что уже в нём`,
    permission,
    params,
    body: z.strictObject({ fields: known.body, version: Version.nullable(), etag: z.string().max(80) }),
    response: View,
    async run(asked) {
      const { db, staff, now } = asked;
      const { fields, version, etag } = asked.body as { fields: Fields; version: number | null; etag: string };
      const id = asked.params.id;
      await refuseChanged(db, { resource, id }, { ifMatch: etag, current: await need(asked), typed: fields });
      await saveDraft(db, keyOf(asked.params), { fields, version }, staff, now);
      const saved = ensure(await waitingDraft(db, keyOf(asked.params)));
      return { answer: await view(asked), audit: lineOf(saved, sizeOf(fields), fields) };
    },
  });

  const settle = adminWrite({
    url: `${url}/settle`,
    summary: `Черновик ${ofWhat} после чужой правки: что из своего оставить`,
    permission,
    params,
    body: z.strictObject({ version: Version, mine: z.array(z.string().max(100)).max(100) }),
    response: View,
    async run(asked) {
      const { db, staff, body, now } = asked;
      await need(asked);
      const before = await waitingDraft(db, keyOf(asked.params));
      const isLeft = await settleDraft(db, keyOf(asked.params), body, staff, now);
      const { id } = ensure(before);
      if (!isLeft) await takeFromReleases(db, { kind: resource, id: String(id) });
      const words = isLeft ? ': сверен с тем, что изменили в самой записи' : ' отменён: взято то, что изменили другие';
      return { answer: await view(asked), audit: lineOf(ensure(before), words) };
    },
  });

  const discard = adminWrite({
    url: `${url}/discard`,
    summary: `Отмена черновика ${ofWhat}`,
    permission,
    params,
    body: z.strictObject({ version: Version }),
    response: View,
    async run(asked) {
      await needOrGone(asked);
      const draft = await discardDraft(asked.db, keyOf(asked.params), asked.body.version, asked.now);
      await takeFromReleases(asked.db, { kind: resource, id: String(draft.id) });
      return { answer: { draft: null }, audit: lineOf(draft, ' отменён', draft.patch) };
    },
  });

  return [save, settle, discard];
}

function publishRoutes(known: Known): AdminRoute[] {
  const { resource, permission, params, url, ofWhat, keyOf, need, needOrGone, view, lineOf } = known;

  async function refuseInRelease({ db, params }: Here): Promise<void> {
    const draft = await waitingDraft(db, keyOf(params));
    const release = draft && (await waitsIn(db, { kind: resource, id: String(draft.id) }));
    if (release)
      throw new Refusal('bad_input', {}, `Черновик выйдет с выпуском «${release.name}»: время назначают ему`);
  }

  const plan = adminWrite({
    url: `${url}/plan`,
    summary: `Когда опубликовать черновик ${ofWhat}`,
    permission,
    params,
    body: z.strictObject({ version: Version, publish_at: MomentInput.nullable() }),
    response: View,
    async run(asked) {
      const { db, body, now } = asked;
      await need(asked);
      const publish_at = body.publish_at === null ? null : new Date(body.publish_at);
      if (publish_at) await refuseInRelease(asked);
      const draft = await planDraft(db, keyOf(asked.params), { version: body.version, publish_at }, now);
      const words = publish_at ? `: публикация ${formatDateTime(publish_at)}` : ': публикация кнопкой';
      return { answer: await view(asked), audit: lineOf(draft, words) };
    },
  });

  const publish = adminWrite({
    url: `${url}/publish`,
    summary: `Публикация черновика ${ofWhat} сейчас`,
    permission,
    params,
    body: z.strictObject({ version: Version }),
    response: View,
    async run(asked) {
      const { db, staff, body, now, params } = asked;
      await needOrGone(asked);
      const draft = await waitingDraft(db, keyOf(params), true);
      if (!draft) throw new Refusal('not_found', {}, 'Этого черновика больше нет. Обновите страницу');
      if (draft.version !== body.version) throw new Refusal('draft_changed');
      return { audit: await publishDraft(db, draft.id, staff.full_name, now), answer: { draft: null } };
    },
  });

  return [plan, publish];
}

function sizeOf(fields: Fields): string {
  return `: ${countOf(Object.keys(fields).length, 'поле', 'поля', 'полей')}`;
}

async function present(db: Db, draft: Draft, current: Fields) {
  const { id, version, author, changed_at, publish_at, failure, patch, base, resource, record_id } = draft;
  const clashes = clashesOf(draft, current);
  const who = clashes.length > 0 ? await whoChanged(db, { resource, id: record_id }) : null;
  return {
    ...{ id, version, author, failure, patch, base, clashes },
    changed_at: changed_at.toISOString(),
    publish_at: publish_at?.toISOString() ?? null,
    changed_by: who?.changed_by ?? null,
    record_changed_at: who?.changed_at ?? null,
    release: await waitsIn(db, { kind: resource, id: String(id) }),
  };
}
