import { z } from 'zod';
import { writeAudits } from '#modules/audit/write-audit.ts';
import { checkRelease, fallsOfRelease, isOfSearch } from '#modules/calendar/check-release.ts';
import { calendarKinds } from '#modules/calendar/read-calendar.ts';
import { copyPlanOf } from '#modules/releases/copy-plan.ts';
import { listFreeDrafts } from '#modules/releases/drafts.ts';
import { kindsInOrder, type PublishTools, releaseKinds } from '#modules/releases/kinds.ts';
import { named, publishRelease } from '#modules/releases/publish-release.ts';
import {
  acceptFalls,
  addToRelease,
  changeRelease,
  createRelease,
  listReleases,
  mostItems,
  needRow,
  type Release,
  type ReleaseFall,
  type ReleaseItem,
  readItems,
  readRelease,
  readRow,
  releaseStates,
  removeRelease,
  takeFromRelease,
  waitsIn,
} from '#modules/releases/releases.ts';
import { undoRelease, wasChanged } from '#modules/releases/undo-release.ts';
import { mayChangeRowOf, ownBranches, whyNotOwn } from '#modules/staff/require-staff.ts';
import { imageHostsOf } from '#platform/image-sources.ts';
import { MomentInput } from '#platform/moment-input.ts';
import { Refusal } from '#platform/refusal.ts';
import { keysOf } from '#shared/keys-of.ts';
import { planKeeps } from '#shared/plan-shift.ts';
import { countOf } from '#shared/plurals.ts';
import { Ok, ok } from './answers.ts';
import { adminRecord } from './record.ts';
import { isSeen, needOwnPart, needOwnParts, type Person, refuseUnseenParts, rightToPut } from './release-rights.ts';
import { type AdminRoute, type Asked, adminAction, adminRead, adminWrite, NumberParam } from './route.ts';

const permission = 'preview.use';
const Kind = z.enum(kindsInOrder);
const Key = z.object({ kind: Kind, id: z.string().min(1).max(80) });
const Keys = z
  .array(Key)
  .min(1, 'Выберите хотя бы одну запись')
  .max(mostItems, `Не больше, чем ${countOf(mostItems, 'запись', 'записи', 'записей')}`);

const Row = z.object({
  id: z.int(),
  name: z.string(),
  publish_at: z.string().nullable(),
  state: z.enum(releaseStates),
  failure: z.string().nullable(),
  author: z.string(),
  created_at: z.string(),
  published_at: z.string().nullable(),
  published_by: z.string().nullable(),
  items: z.int(),
});

/** How much worse the search may get at the moment of a release, and who has accepted that. */
const Accepted = z.object({ words: z.string(), by: z.string() });
/** Who sends it has seen that the judged queries will be answered worse. */
const AcceptsFall = z.boolean().optional();

const Item = Key.extend({
  /** Of changed fields: of the record that has them. */
  record_id: z.string().nullable(),
  title: z.string(),
  department_id_1c: z.string().nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  /** `gone`: it was removed; `changed`: not what the release published any more. */
  state: z.enum(['waiting', 'elsewhere', 'published', 'changed', 'undone', 'gone']),
  /** The person may publish it and take it back. */
  is_own: z.boolean(),
  /** The person may take it out of the release. */
  may_take: z.boolean(),
});

const Name = z.string().trim().min(1, 'Назовите выпуск').max(120, 'Не длиннее 120 знаков');
const PublishAt = MomentInput.nullable();
const Fields = z.strictObject({ name: Name, publish_at: PublishAt });
const DoubtAt = z.object({ kind: Kind, id: z.string(), words: z.string() });
const fieldWords: Record<string, string> = { name: 'название', publish_at: 'время публикации' };

const recordRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/releases',
    summary: 'Выпуски: черновики, которые публикуются вместе',
    permission,
    response: z.object({ items: z.array(Row), total: z.int() }),
    async run({ db }) {
      const items = (await listReleases(db)).map(present);
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/releases',
    summary: 'Новый выпуск',
    permission,
    body: z.strictObject({ name: Name, publish_at: PublishAt.default(null) }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body, now }) {
      const id = await createRelease(db, { ...body, publish_at: momentOf(body.publish_at) }, staff, now);
      return {
        answer: { id },
        audit: { resource: 'releases', record_id: id, words: `Заведён выпуск «${body.name}»`, after: body },
        location: `/api/admin/releases/${id}`,
      };
    },
  }),

  ...adminRecord({
    url: '/api/admin/releases/:id',
    resource: 'releases',
    summaries: { read: 'Выпуск с его записями', write: 'Название и время выпуска' },
    permissions: { read: permission, write: permission },
    params: NumberParam,
    response: Row.extend({ parts: z.array(Item), accepted_falls: z.array(Accepted) }),
    body: Fields.partial().extend({ accepts_fall: AcceptsFall }),
    isUndoable: true,
    async read(asked, isLocked) {
      const { db, params, now } = asked;
      const release = await readRelease(db, Number(params.id), isLocked);
      if (!release) return null;
      // Staff of some branches see no row of another.
      const parts = (await readItems(db, release.id, now)).filter(({ row }) => isSeen(asked.staff, row));
      const { accepted_falls } = release;
      return { ...present(release), accepted_falls, parts: parts.map((item) => presentItem(asked, item)) };
    },
    editable: ({ name, publish_at }) => ({ name, publish_at }),
    async change(asked, before) {
      const { db, context, staff, params, body, now } = asked;
      const id = Number(params.id);
      // Whoever sets the moment, or takes it away, decides of everything in it.
      await needOwnParts(asked, id);
      const { accepts_fall, ...fields } = body;
      const { name, publish_at } = fields;
      const falls = publish_at ? await fallsOfRelease(context.db, id, now, accepts_fall === true) : [];
      await changeRelease(
        db,
        id,
        {
          ...(name !== undefined && { name }),
          ...(publish_at !== undefined && { publish_at: momentOf(publish_at), falls }),
        },
        staff,
        now,
      );
      const changed = Object.keys(fields).map((name) => fieldWords[name] ?? name);
      return { words: `Выпуск «${before.name}»: ${changed.join(', ')}${acceptedWords(falls)}` };
    },
  }),

  adminWrite({
    url: '/api/admin/releases/:id',
    method: 'DELETE',
    summary: 'Роспуск выпуска: его записи остаются черновиками',
    permission,
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const { db, params } = asked;
      const release = await needRelease(db, params.id);
      await needOwnParts(asked, params.id);
      await removeRelease(db, params.id);
      return { answer: ok, audit: lineOf(release, ' распущен, записи остались черновиками') };
    },
  }),
];

const partRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/release-drafts',
    summary: 'Черновики, которые можно положить в выпуск',
    permission,
    response: z.object({
      items: z.array(Item.omit({ state: true, is_own: true, may_take: true, record_id: true })),
      total: z.int(),
    }),
    async run({ db, staff, may }) {
      const kinds = kindsInOrder.filter((kind) => may(rightToPut(kind)));
      const drafts = await listFreeDrafts(db, kinds, {
        branches: ownBranches(staff),
        isCostShown: may('prices.cost'),
      });
      const own = drafts.filter(({ department_id_1c }) => mayChangeRowOf(staff, department_id_1c));
      return { items: own.map((draft) => ({ ...draft, ...datesOf(draft) })), total: own.length };
    },
  }),

  adminRead({
    url: '/api/admin/release-of',
    summary: 'В каком выпуске ждёт черновик',
    permission,
    query: z.strictObject({ kind: Kind, id: z.string().min(1).max(80) }),
    response: z.object({ release: z.object({ id: z.int(), name: z.string() }).nullable() }),
    async run({ db, staff, may, query, now }) {
      // Only rows that this person could put into a release are answered about.
      const row = may(rightToPut(query.kind)) ? await readRow(db, query, now) : null;
      const isShown = row !== null && isSeen(staff, row) && (!row.uses_cost || may('prices.cost'));
      return { release: isShown ? await waitsIn(db, query) : null };
    },
  }),

  adminWrite({
    url: '/api/admin/releases/:id/parts',
    summary: 'Черновики в выпуск',
    permission,
    params: NumberParam,
    body: z.strictObject({ items: Keys, accepts_fall: AcceptsFall }),
    response: Ok,
    async run(asked) {
      const { db, staff, params, body, now } = asked;
      const release = await needRelease(db, params.id, true);
      const names: string[] = [];
      for (const key of body.items) {
        const row = await needRow(db, key, now);
        // What goes into a release with a moment is published without another look at it.
        needOwnPart(asked, key.kind, row, release.publish_at ? releaseKinds[key.kind] : rightToPut(key.kind));
        await addToRelease(db, release.id, key, now);
        names.push(named({ ...key, row }));
      }
      // Its moment may be set already: what the new rules do to the search is accepted now.
      const isAsked = release.publish_at !== null && body.items.some(({ kind }) => isOfSearch(kind));
      const falls = isAsked ? await fallsOfRelease(db, release.id, now, body.accepts_fall === true) : [];
      if (isAsked) await acceptFalls(db, release.id, falls, staff);
      return { answer: ok, audit: lineOf(release, `: добавлено — ${listed(names)}${acceptedWords(falls)}`) };
    },
  }),

  adminWrite({
    url: '/api/admin/releases/:id/parts/remove',
    summary: 'Черновик из выпуска',
    permission,
    params: NumberParam,
    body: z.strictObject(Key.shape),
    response: Ok,
    async run(asked) {
      const { db, params, body } = asked;
      const release = await needRelease(db, params.id);
      const part = (await readItems(db, release.id, asked.now)).find(
        ({ kind, id }) => kind === body.kind && id === body.id,
      );
      if (!part) throw new Refusal('not_found');
      if (part.row) needOwnPart(asked, part.kind, part.row, rightToPut(part.kind));
      await takeFromRelease(db, release.id, body);
      return { answer: ok, audit: lineOf(release, `: убрано — ${named(part)}`) };
    },
  }),
];

const publishRoutes: AdminRoute[] = [
  adminAction({
    url: '/api/admin/releases/:id/check',
    summary: 'Проверка выпуска до публикации: что откажет, что столкнётся, что сомнительно написано',
    permission,
    params: NumberParam,
    body: z.strictObject({}),
    response: z.object({
      refusals: z.array(DoubtAt),
      collisions: z.array(
        z.object({
          words: z.string(),
          at: z.string(),
          things: z.array(z.object({ kind: z.enum(keysOf(calendarKinds)), id: z.string(), title: z.string() })),
        }),
      ),
      doubts: z.array(DoubtAt),
      search: z.array(z.object({ words: z.string() })),
    }),
    async run(asked) {
      const { db, params, may } = asked;
      await needRelease(db, params.id);
      await needOwnParts(asked, params.id);
      const checked = await checkRelease(db, params.id, toolsOf(asked), may);
      return { ...checked, collisions: checked.collisions.map((one) => ({ ...one, at: one.at.toISOString() })) };
    },
  }),

  adminWrite({
    url: '/api/admin/releases/:id/publish',
    summary: 'Публикация выпуска сейчас: всё или ничего',
    permission,
    params: NumberParam,
    /** `seen`: the parts that the person has looked at; another one that came meanwhile is not published. */
    body: z.strictObject({ seen: z.array(Key).max(mostItems), accepts_fall: AcceptsFall }),
    response: Ok,
    async run(asked, author) {
      const { db, context, staff, params, body, now } = asked;
      await needRelease(db, params.id, true);
      await needOwnParts(asked, params.id);
      refuseUnseenParts(body.seen, await readItems(db, params.id, now));
      if (!body.accepts_fall) await fallsOfRelease(context.db, params.id, now, false);
      const { release, items, lines } = await publishRelease(db, params.id, staff.full_name, toolsOf(asked));
      await writeAudits(db, author, lines, now);
      return { answer: ok, audit: lineOf(release, ` опубликован: ${listed(items.map(named))}`) };
    },
  }),

  adminWrite({
    url: '/api/admin/releases/:id/undo',
    summary: 'Отмена выпуска или одной его записи, пока её не меняли',
    permission,
    params: NumberParam,
    /** null: everything that still stands. */
    body: z.strictObject({ part: z.strictObject(Key.shape).nullable() }),
    response: Ok,
    async run(asked, author) {
      const { db, params, body, now } = asked;
      await needOwnParts(asked, params.id, body.part);
      const { release, items, lines } = await undoRelease(db, params.id, body.part, toolsOf(asked));
      await writeAudits(db, author, lines, now);
      const what = body.part ? ': отменено —' : ' отменён целиком:';
      return { answer: ok, audit: lineOf(release, `${what} ${listed(items.map(named))}`) };
    },
  }),

  adminWrite({
    url: '/api/admin/releases/copy',
    summary: 'План прошлого года черновиками в новый выпуск',
    permission,
    body: z.strictObject({
      name: Name,
      years: z.int().min(1, 'Не меньше года').max(5, 'Не больше пяти лет'),
      /** Whether days of the week or dates stay as they were. */
      keeps: z.enum(planKeeps).default('weekdays'),
      items: Keys,
      /** The new code of each coupon by its old one. */
      codes: z.record(z.string().max(40), z.string().max(60)).default({}),
    }),
    status: 201,
    needsKey: true,
    response: z.object({
      id: z.int(),
      copied: z.array(Key.extend({ title: z.string() })),
      left: z.array(Key.extend({ words: z.string() })),
      notes: z.array(z.string()),
    }),
    async run(asked) {
      const { db, staff, may, body } = asked;
      const { name, years, keeps, items, codes } = body;
      const { release_id, ...done } = await copyPlanOf(
        db,
        {
          ...{ name, items, codes, shift: { years, keeps } },
          isSeen: (row) => isSeen(staff, row),
          refusalOf: (kind, { department_id_1c }) =>
            may(releaseKinds[kind]) ? whyNotOwn(staff, department_id_1c) : 'Такие записи вам недоступны',
        },
        { ...toolsOf(asked), author: staff, mayCost: may('prices.cost') },
      );
      const count = countOf(done.copied.length, 'запись', 'записи', 'записей');
      return {
        answer: { id: release_id, ...done },
        audit: {
          resource: 'releases',
          record_id: release_id,
          words: `План прошлого года повторён в выпуске «${name}», ${keepsWords[keeps]}: ${count}`,
        },
        location: `/api/admin/releases/${release_id}`,
      };
    },
  }),
];

export const releaseRoutes: AdminRoute[] = [...recordRoutes, ...partRoutes, ...publishRoutes];

const keepsWords = { weekdays: 'по дням недели', dates: 'по числам' };
/** So many names stand in a line of the audit log. */
const mostNamed = 20;

function listed(names: string[]): string {
  const rest = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(rest > 0 ? [`и ещё ${rest}`] : [])].join(', ');
}

async function needRelease(db: Asked['db'], id: number, isLocked = false): Promise<Release> {
  const release = await readRelease(db, id, isLocked);
  if (!release) throw new Refusal('not_found');
  return release;
}

function toolsOf({ context, now }: Pick<Asked, 'context' | 'now'>): PublishTools {
  return { now, imageHosts: imageHostsOf(context.config) };
}

function lineOf({ id, name }: Pick<Release, 'id' | 'name'>, done: string) {
  return { resource: 'releases', record_id: id, words: `Выпуск «${name}»${done}` };
}

function acceptedWords(falls: ReleaseFall[]): string {
  return falls.length > 0 ? `; согласие на поиск хуже — ${falls.map(({ words }) => words).join('; ')}` : '';
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function present({
  publish_at,
  created_at,
  published_at,
  accepted_falls: _,
  ...release
}: Release): z.input<typeof Row> {
  return {
    ...release,
    publish_at: publish_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    published_at: published_at?.toISOString() ?? null,
  };
}

function datesOf({ starts_at, ends_at }: { starts_at: Date | null; ends_at: Date | null }) {
  return { starts_at: starts_at?.toISOString() ?? null, ends_at: ends_at?.toISOString() ?? null };
}

function presentItem({ may, staff }: Person, item: ReleaseItem): z.input<typeof Item> {
  const { kind, id, row, draft_title } = item;
  const isOfOwn = mayChangeRowOf(staff, row?.department_id_1c ?? null);
  return {
    kind,
    id,
    record_id: row?.record_id ?? null,
    title: row?.title ?? draft_title ?? id,
    department_id_1c: row?.department_id_1c ?? null,
    ...datesOf(row ?? { starts_at: null, ends_at: null }),
    state: stateOf(item),
    is_own: isOfOwn && may(releaseKinds[kind]),
    may_take: isOfOwn && may(rightToPut(kind)),
  };
}

function stateOf(item: ReleaseItem): z.input<typeof Item>['state'] {
  if (item.undone_at || (item.published && item.row?.is_taken_back)) return 'undone';
  if (!item.row) return 'gone';
  if (!item.published) return item.row.is_draft ? 'waiting' : 'elsewhere';
  return wasChanged(item) ? 'changed' : 'published';
}
