import { sql } from 'kysely';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { rehearse } from '#platform/rehearse.ts';
import { upperFirst } from '#shared/upper-first.ts';
import type { PublishTools, ReleaseKind } from './kinds.ts';
import { needWaiting, type Release, type ReleaseItem, readItems } from './releases.ts';
import { allKinds } from './rows/all-kinds.ts';

/** What a row of a kind is called before its name. */
export const kindNames: Record<ReleaseKind, string> = {
  products: 'правка товара',
  categories: 'правка раздела',
  brands: 'правка бренда',
  attributes: 'правка свойства',
  branches: 'правка филиала',
  settings: 'правка настроек',
  email_texts: 'правка слов письма',
  seo_texts: 'правка текстов страниц',
  coupons: 'купон',
  forms: 'форма',
  landings: 'посадочная',
  actions: 'акция',
  layouts: 'оформление главной',
  menu: 'ссылка меню',
  slides: 'слайд',
  wobblers: 'плашка',
  credit: 'кредит',
  vacancies: 'вакансия',
  wheels: 'колесо',
  synonyms: 'синоним',
  search_redirects: 'перенаправление поиска',
  stop_words: 'стоп-слово',
  pins: 'закреплённый товар',
  articles: 'статья',
  pages: 'страница',
  plans: 'план цен',
};

/** `lines`: of the records that were changed, for the audit log; the caller writes them in the same transaction. */
export type PublishedRelease = { release: Release; items: ReleaseItem[]; lines: AuditLine[] };

/**
 * Publishes every draft of the release by the verbs of their own modules. Throws not_found, and bad_input with the
 * first row that refuses and why: then nothing of it is published. Call in a transaction.
 */
export async function publishRelease(
  db: Db,
  id: number,
  published_by: string,
  tools: PublishTools,
): Promise<PublishedRelease> {
  const release = await needWaiting(db, id);
  const items = await readItems(db, id, tools.now, true);
  if (items.length === 0) throw new Refusal('bad_input', {}, 'В выпуске ничего нет: сначала положите в него черновики');
  const lines: AuditLine[] = [];
  for (const item of items) {
    const done = await publishItem(db, item, { ...tools, by: published_by });
    if (done.refusal) throw new Refusal('bad_input', {}, `${namedFirst(item)}: ${done.refusal}`);
    if (done.line) lines.push(done.line);
  }
  const { rows } = await sql`
    update release_items i set published = given.version
    from jsonb_to_recordset(${JSON.stringify(await versionsOf(db, id, tools.now))}::jsonb)
      as given (kind text, id text, version jsonb)
    where i.release_id = ${id} and i.kind = given.kind and i.record_id = given.id returning i.kind`.execute(db);
  if (rows.length !== items.length) throw new Error(`Выпуск ${id}: опубликованы не все части`);
  await db
    .updateTable('releases')
    .set({ state: 'published', failure: null, published_at: tools.now, published_by, changed_at: tools.now })
    .where('id', '=', id)
    .execute();
  return { release, items, lines };
}

/** Each row that would refuse to be published at this moment, in words: tried, and everything put back. */
export function tryRelease(
  db: Db,
  id: number,
  tools: PublishTools,
): Promise<{ kind: ReleaseKind; id: string; words: string }[]> {
  return rehearse(db, async (db) => {
    const found: { kind: ReleaseKind; id: string; words: string }[] = [];
    for (const item of await readItems(db, id, tools.now)) {
      // What one row refuses says nothing of the next.
      await sql`savepoint tried`.execute(db);
      const { refusal: words } = await publishItem(db, item, { ...tools, by: 'проверка' });
      if (!words) continue;
      await sql`rollback to savepoint tried`.execute(db);
      found.push({ kind: item.kind, id: item.id, words: `${namedFirst(item)}: ${words}` });
    }
    return found;
  });
}

type Tried = { refusal: string | null; line: AuditLine | null };

/** `refusal`: why it is not published; null: it is. */
async function publishItem(
  db: Db,
  { kind, id, row }: ReleaseItem,
  tools: PublishTools & { by: string },
): Promise<Tried> {
  if (!row) return refused('записи больше нет, уберите из выпуска');
  if (!row.is_draft) return refused('уже опубликовано отдельно: уберите из выпуска');
  if (row.ends_at && row.ends_at <= tools.now) return refused('срок кончится раньше публикации');
  try {
    return { refusal: null, line: await allKinds[kind].publish(db, id, tools) };
  } catch (error) {
    if (error instanceof Refusal) return refused(refusalWords(error));
    throw error;
  }
}

function refused(refusal: string): Tried {
  return { refusal, line: null };
}

/** The sentence of a refusal, with what it says of single fields. */
export function refusalWords({ message, details }: Refusal): string {
  const fields = Object.values((details.fields ?? {}) as Record<string, string>);
  return fields.length > 0 ? fields.join('; ') : message;
}

type Named = Pick<ReleaseItem, 'kind' | 'id' | 'row'> & Partial<Pick<ReleaseItem, 'draft_title'>>;

/** «Акция «Ёлки дешевле»». */
export function named({ kind, id, row, draft_title }: Named): string {
  return `${kindNames[kind]} «${row?.title ?? draft_title ?? id}»`;
}

/** The same at the beginning of a sentence. */
export function namedFirst(item: Named): string {
  return upperFirst(named(item));
}

async function versionsOf(db: Db, id: number, now: Date) {
  const items = await readItems(db, id, now);
  return items.map(({ kind, id, row }) => ({ kind, id, version: row?.version }));
}
