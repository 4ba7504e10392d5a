import { z } from 'zod';
import { decideMisses } from '#modules/search/decisions.ts';
import {
  findPin,
  getPin,
  lastPlace,
  listPins,
  lockPin,
  removePin,
  type SearchPin,
  savePin,
  setPinDraft,
} from '#modules/search/pins.ts';
import type { RuleChange } from '#modules/search/preview.ts';
import { refuseFall } from '#modules/search/quality.ts';
import {
  findSearchRules,
  getSearchRule,
  removeSearchRule,
  type SearchRule,
  saveSearchRedirect,
  saveStopWord,
  saveSynonym,
  setRuleDraft,
} from '#modules/search/rules.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { iso } from './answers.ts';
import { branchContext } from './branch-context.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { type Asked, adminRead, adminWrite, IdParam, NumberParam } from './route.ts';

const permission = 'search.write';
/** Longer ones the verbs refuse at the field. */
const Text = z.string().max(200);
const Product = z.int().positive().max(2_147_483_647);

const shapes = {
  synonym: { kind: z.literal('synonym'), words: Text, means: Text, is_both: z.boolean().optional() },
  redirect: { kind: z.literal('redirect'), words: Text, means: Text },
  stop: { kind: z.literal('stop'), words: Text },
  pin: {
    kind: z.literal('pin'),
    words: Text,
    product_id: Product,
    position: z.int().min(1).max(lastPlace),
  },
};

/** A rule that is tried, or tried without. `means`: what a synonym means, where a redirect leads. */
export const RuleToTry = {
  add: z
    .discriminatedUnion('kind', [
      z.strictObject(shapes.synonym),
      z.strictObject(shapes.redirect),
      z.strictObject(shapes.stop),
      z.strictObject(shapes.pin),
    ])
    .optional(),
  remove: z.strictObject({ kind: z.enum(['synonym', 'redirect', 'stop', 'pin']), id: z.int().positive() }).optional(),
};

/** Who saves has seen that the judged queries will be answered worse. */
const accepts_fall = z.boolean().optional();
const where = {
  /** null: all branches. */
  department_id_1c: z.string().max(40).nullable(),
  /** The missed query that the rule answers: it leaves the queue. */
  answers: z.string().min(2).max(100).optional(),
  accepts_fall,
  /** Visitors do not search by it until it is published, alone or with a release. */
  is_draft: z.boolean().optional(),
};
const RuleToSave = z.discriminatedUnion('kind', [
  z.strictObject({ ...shapes.synonym, ...where }),
  z.strictObject({ ...shapes.redirect, ...where }),
  z.strictObject({ ...shapes.stop, ...where }),
]);
type RuleToSave = z.output<typeof RuleToSave>;

const Kind = z.enum(['synonym', 'redirect', 'stop']);
const Rule = z.object({
  /** `synonym-12`. */
  id: z.string(),
  /** The 12 of it, by which rules are tried and stand in releases. */
  number: z.int(),
  kind: Kind,
  words: z.string(),
  means: z.string().nullable(),
  is_both: z.boolean(),
  is_draft: z.boolean(),
  department_id_1c: z.string().nullable(),
});

const Moment = z.iso.datetime({ offset: true }).nullable();
const PinToSave = z.strictObject({
  words: Text,
  product_id: Product,
  position: z.int().min(1).max(lastPlace),
  starts_at: Moment,
  ends_at: Moment,
  ...where,
});
/** Where a pin stood before it was placed again. */
const PlaceOfPin = z.strictObject({
  position: z.int(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
});
const Pin = z.object({
  id: z.int(),
  words: z.string(),
  department_id_1c: z.string().nullable(),
  product_id: z.int(),
  product: z.string(),
  image: z.string().nullable(),
  is_on: z.boolean(),
  position: z.int(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  is_draft: z.boolean(),
  /** In force now: no draft, and within its dates. */
  is_due: z.boolean(),
});

/** What staff have said about words: synonyms, redirects of queries, stop words, pinned goods. */
export const searchRuleRoutes = [
  adminRead({
    url: '/api/admin/search-rules',
    summary: 'Правила поиска одного вида',
    permission,
    query: listQuery({ kind: Kind, q: z.string().max(100) }, ['words']),
    response: listAnswer(Rule),
    async run({ db, scope, query: { filter, sort: _sort, ids: _ids, ...page } }) {
      const { kind = 'synonym', q } = filter;
      const { rules, count } = await findSearchRules(db, { kind, branches: scope.branches, q }, windowOf(page));
      return {
        items: rules.map((rule) => ({ ...rule, id: `${rule.kind}-${rule.id}`, number: rule.id })),
        ...totalOf(count),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/search-rules',
    summary: 'Новое правило поиска',
    permission,
    body: RuleToSave,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.string() }),
    async run(asked) {
      const { db, body } = asked;
      await needOwnChoice(db, asked.staff, body.department_id_1c);
      const {
        department_id_1c: branch,
        answers: _,
        accepts_fall: isAccepted,
        is_draft: isDraft = false,
        ...rule
      } = body;
      const { id } = await saveRule(db, rule, { department_id_1c: branch, is_draft: isDraft });
      if (!isAccepted && !isDraft) await refuseFallIn(asked, branch, { add: rule });
      await answerMiss(asked, body, { kind: body.kind, id });
      return {
        answer: { id: `${body.kind}-${id}` },
        audit: {
          resource: 'search_rules',
          record_id: `${body.kind}-${id}`,
          department_id_1c: body.department_id_1c,
          words: `Поиск: ${isDraft ? 'добавлен черновик правила' : 'добавлено правило'} ${ruleWords({ is_both: false, means: null, ...body })}`,
          after: body,
        },
        location: '/api/admin/search-rules',
      };
    },
  }),

  adminWrite({
    url: '/api/admin/search-rules/:id/remove',
    summary: 'Снять правило поиска',
    permission,
    params: IdParam,
    body: z.strictObject({ accepts_fall }),
    response: z.object({ id: z.string() }),
    async run(asked) {
      const { kind, id, rule } = await ownRule(asked, asked.params.id);
      await removeSearchRule(asked.db, kind, id);
      if (!asked.body.accepts_fall && !rule.is_draft)
        await refuseFallIn(asked, rule.department_id_1c, { remove: { kind, id } });
      return {
        answer: { id: asked.params.id },
        audit: {
          resource: 'search_rules',
          record_id: asked.params.id,
          department_id_1c: rule.department_id_1c,
          words: `Поиск: снято правило ${ruleWords(rule)}`,
          before: rule,
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/search-rules/:id/publish',
    summary: 'Опубликовать черновик правила поиска',
    permission,
    params: IdParam,
    body: z.strictObject({ accepts_fall }),
    response: z.object({ id: z.string() }),
    async run(asked) {
      const { kind, id, rule } = await ownRule(asked, asked.params.id);
      needDraft(rule);
      await setRuleDraft(asked.db, kind, id, false);
      if (!asked.body.accepts_fall) await refuseFallIn(asked, rule.department_id_1c, { add: triedRule(rule) });
      return {
        answer: { id: asked.params.id },
        audit: {
          resource: 'search_rules',
          record_id: asked.params.id,
          department_id_1c: rule.department_id_1c,
          words: `Поиск: опубликовано правило ${ruleWords(rule)}`,
          before: { is_draft: true },
          after: { is_draft: false },
        },
      };
    },
  }),

  adminRead({
    url: '/api/admin/search-pins',
    summary: 'Товары, закреплённые в ответах поиска',
    permission,
    query: listQuery({ q: z.string().max(100) }, ['words']),
    response: listAnswer(Pin),
    async run({ db, scope, query: { filter, sort: _sort, ids: _ids, ...page }, now }) {
      const { pins, count } = await listPins(db, { branches: scope.branches, ...filter }, windowOf(page));
      return { items: pins.map((pin) => presentPin(pin, now)), ...totalOf(count) };
    },
  }),

  adminWrite({
    url: '/api/admin/search-pins',
    summary: 'Закрепить товар в ответе на запрос; закреплённый переставляется',
    permission,
    body: PinToSave,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run(asked) {
      const { db, body } = asked;
      await needOwnChoice(db, asked.staff, body.department_id_1c);
      const { answers: _, accepts_fall: isAccepted, starts_at, ends_at, is_draft: isDraft = false, ...pin } = body;
      const dates = { starts_at: momentOf(starts_at), ends_at: momentOf(ends_at) };
      const before = await findPin(db, pin);
      const { id } = await savePin(db, { ...pin, ...dates, is_draft: isDraft });
      const { words, product_id, position } = pin;
      const tried = { kind: 'pin' as const, words, product_id, position };
      if (!isAccepted && !isDraft) await refuseFallIn(asked, body.department_id_1c, { add: tried });
      await answerMiss(asked, body, { kind: 'pin', id });
      const saved = await getPin(db, id, null);
      return {
        answer: { id },
        audit: {
          resource: 'search_pins',
          record_id: id,
          department_id_1c: body.department_id_1c,
          words: `Поиск: «${saved?.product ?? ''}» закреплён ${isDraft ? 'черновиком ' : ''}по запросу «${body.words}» на месте ${body.position}`,
          ...(before && saved
            ? { before: placeOfPin(before), after: placeOfPin(saved) }
            : { before: null, after: body }),
        },
        location: '/api/admin/search-pins',
      };
    },
    undo: {
      resource: 'search_pins',
      fits: (before) => PlaceOfPin.safeParse(before).success,
      async run(asked, record_id, fields) {
        const { position, starts_at, ends_at } = PlaceOfPin.parse(fields);
        const { id } = NumberParam.parse({ id: record_id });
        await lockPin(asked.db, id);
        const pin = await ownPin(asked, id);
        const dates = { starts_at: momentOf(starts_at), ends_at: momentOf(ends_at) };
        await savePin(asked.db, { ...pin, position, ...dates });
        return {
          department_id_1c: pin.department_id_1c,
          before: placeOfPin(pin),
          after: { position, starts_at, ends_at },
        };
      },
    },
  }),

  adminWrite({
    url: '/api/admin/search-pins/:id/remove',
    summary: 'Открепить товар',
    permission,
    params: NumberParam,
    body: z.strictObject({ accepts_fall }),
    response: z.object({ id: z.int() }),
    async run(asked) {
      const { db, params, body, now } = asked;
      const pin = await ownPin(asked, params.id);
      await removePin(db, params.id);
      const remove = { kind: 'pin' as const, id: params.id };
      if (!body.accepts_fall && !pin.is_draft) await refuseFallIn(asked, pin.department_id_1c, { remove });
      return {
        answer: { id: params.id },
        audit: {
          resource: 'search_pins',
          record_id: params.id,
          department_id_1c: pin.department_id_1c,
          words: `Поиск: «${pin.product}» откреплён от запроса «${pin.words}»`,
          before: presentPin(pin, now),
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/search-pins/:id/publish',
    summary: 'Опубликовать черновик закреплённого товара',
    permission,
    params: NumberParam,
    body: z.strictObject({ accepts_fall }),
    response: z.object({ id: z.int() }),
    async run(asked) {
      const { db, params, body } = asked;
      const pin = await ownPin(asked, params.id);
      needDraft(pin);
      await setPinDraft(db, params.id, false);
      const { words, product_id, position } = pin;
      const tried = { kind: 'pin' as const, words, product_id, position };
      if (!body.accepts_fall) await refuseFallIn(asked, pin.department_id_1c, { add: tried });
      return {
        answer: { id: params.id },
        audit: {
          resource: 'search_pins',
          record_id: params.id,
          department_id_1c: pin.department_id_1c,
          words: `Поиск: «${pin.product}» закреплён по запросу «${pin.words}» на месте ${pin.position}, из черновика`,
          before: { is_draft: true },
          after: { is_draft: false },
        },
      };
    },
  }),
];

/** Throws not_found, and what `needOwnRow` does. */
async function ownRule({ db, scope, staff }: Asked, named: string) {
  const { kind, id } = readRuleId(named);
  const rule = await getSearchRule(db, kind, id, scope.branches);
  if (!rule) throw new Refusal('not_found');
  needOwnRow(staff, rule.department_id_1c);
  return { kind, id, rule };
}

/** The same of a pin. */
async function ownPin({ db, scope, staff }: Asked, id: number): Promise<SearchPin> {
  const pin = await getPin(db, id, scope.branches);
  if (!pin) throw new Refusal('not_found');
  needOwnRow(staff, pin.department_id_1c);
  return pin;
}

function needDraft({ is_draft }: { is_draft: boolean }): void {
  if (!is_draft) throw new Refusal('bad_input', {}, 'Уже опубликовано: обновите страницу');
}

/** A rule that stands as a draft, as it is tried. */
function triedRule({ kind, words, means, is_both }: SearchRule): RuleChange['add'] {
  if (kind === 'stop') return { kind, words };
  return kind === 'redirect' ? { kind, words, means: means ?? '' } : { kind, words, means: means ?? '', is_both };
}

function momentOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/**
 * Throws quality_falls when the judged queries would be answered worse: in the branch of the rule, in the main one for
 * a rule of all branches.
 */
async function refuseFallIn({ context, now }: Asked, branch: string | null, change: RuleChange): Promise<void> {
  // Outside of the transaction: the catalogue in memory answers, by the rules that hold now.
  const scope = { branches: null, isOwnPointsOnly: false };
  await refuseFall(context.db, await branchContext(context.db, scope, branch ?? undefined), change, now);
}

type RuleOfKind = RuleToSave extends infer Rule
  ? Rule extends RuleToSave
    ? Omit<Rule, 'department_id_1c' | 'answers' | 'accepts_fall' | 'is_draft'>
    : never
  : never;

function saveRule(
  db: Db,
  rule: RuleOfKind,
  where: { department_id_1c: string | null; is_draft: boolean },
): Promise<{ id: number }> {
  switch (rule.kind) {
    case 'synonym':
      return saveSynonym(db, { ...rule, is_both: rule.is_both ?? false, ...where });
    case 'redirect':
      return saveSearchRedirect(db, { words: rule.words, url: rule.means, ...where });
    case 'stop':
      return saveStopWord(db, { word: rule.words, ...where });
  }
}

/** The missed query that made somebody write the rule leaves the queue, where the rule holds. */
async function answerMiss(
  { db, staff, now }: Asked,
  { answers, department_id_1c }: { answers?: string | undefined; department_id_1c: string | null },
  rule: { kind: string; id: number },
): Promise<void> {
  if (answers === undefined) return;
  const branches = department_id_1c === null ? null : [department_id_1c];
  await decideMisses(db, { words: [answers], decision: 'ruled', branches, who: staff.full_name, rule }, now);
}

function ruleWords({ kind, words, means, is_both }: Pick<SearchRule, 'kind' | 'words' | 'means' | 'is_both'>): string {
  if (kind === 'stop') return `«${words}» не ищем`;
  if (kind === 'redirect') return `«${words}» ведёт на ${means}`;
  return `«${words}» ${is_both ? '↔' : '→'} «${means}»`;
}

function readRuleId(id: string): { kind: z.output<typeof Kind>; id: number } {
  const [, kind, number] = /^(synonym|redirect|stop)-([1-9]\d{0,8})$/.exec(id) ?? [];
  if (!kind) throw new Refusal('not_found');
  return { kind: Kind.parse(kind), id: Number(number) };
}

function placeOfPin({ position, starts_at, ends_at }: SearchPin): z.output<typeof PlaceOfPin> {
  return { position, starts_at: iso(starts_at), ends_at: iso(ends_at) };
}

function presentPin({ starts_at, ends_at, ...pin }: SearchPin, now: Date): z.input<typeof Pin> {
  return {
    ...pin,
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
    is_due: !pin.is_draft && (starts_at === null || starts_at <= now) && (ends_at === null || ends_at > now),
  };
}
