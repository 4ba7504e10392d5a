import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  closeForm,
  holdForm,
  publishForm,
  publishFormDraft,
  recallForm,
  removeFormDraft,
  saveFormDraft,
} from '#modules/forms/form-schemas.ts';
import { type FormSchema, formFilesArea } from '#modules/forms/schema.ts';
import {
  listStaffForms,
  listStaffSubmissions,
  readStaffSubmission,
  type StaffForm,
  staffFormStates,
} from '#modules/forms/staff-forms.ts';
import { takeFromReleases } from '#modules/releases/releases.ts';
import { pathOf } from '#platform/private-files.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import { iso, Ok, ok } from './answers.ts';
import { Moment, PlannedMoment } from './branch-rows.ts';
import { needOwnRow } from './branch-rule.ts';
import { endlessAnswer, endlessQuery } from './list.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminFile, adminRead, adminWrite, NumberParam } from './route.ts';

const Code = z
  .string()
  .trim()
  .max(60, 'Не длиннее 60 знаков')
  .regex(/^[a-z][a-z0-9_]{1,59}$/, 'Код — латинские буквы, цифры и «_»');
const CodeParam = z.object({ id: Code });
const Words = z.string().trim().max(600, 'Не длиннее 600 знаков');
const Bound = z.union([z.number(), z.string().max(20)]);

const Field = z.strictObject({
  name: z.string().trim().min(1, 'Подпишите поле').max(200),
  type: z.enum(['text', 'email', 'number', 'date']).optional(),
  as: z.enum(['Input', 'Phone', 'Enum', 'File', 'Textarea', 'Checkbox']),
  look: z.enum(['select', 'radio']).optional(),
  order: z.number(),
  rules: z.strictObject({
    required: z.boolean().optional(),
    min: Bound.optional(),
    max: Bound.optional(),
    check: z.literal('inn').optional(),
  }),
  options: z
    .array(z.strictObject({ value: z.string().trim().min(1).max(100), name: z.string().trim().min(1).max(200) }))
    .max(100)
    .optional(),
  value: z.string().max(500).optional(),
  autocomplete: z.string().max(60).optional(),
  hint: Words.optional(),
});

const Schema = z.strictObject({
  code: Code,
  name: z.string().trim().min(1, 'Назовите форму').max(120, 'Не длиннее 120 знаков'),
  lead: Words.optional(),
  button: z.string().trim().max(60, 'Не длиннее 60 знаков').optional(),
  sent: Words.optional(),
  goals: z.strictObject({ open: z.string().max(60).optional(), sent: z.string().max(60).optional() }).optional(),
  about: z.strictObject({ kinds: z.array(z.string().max(40)).max(10), required: z.boolean().optional() }).optional(),
  fields: z.record(z.string().max(40), Field),
});

const Row = z.object({
  /** Its code. */
  id: z.string(),
  name: z.string(),
  version: z.int(),
  state: z.enum(staffFormStates),
  /** Visitors can fill it in, by this version or by one before it. */
  is_open: z.boolean(),
  fields: z.int(),
  sent: z.int(),
  published_at: z.string().nullable(),
  closed_at: z.string().nullable(),
});

const Line = z.object({
  /** Its number, by which people refer to it. */
  id: z.int(),
  code: z.string(),
  about_title: z.string(),
  /** The beginning of what was answered. */
  words: z.string(),
  city: z.string(),
  files: z.int(),
  created_at: z.string(),
});

const Submission = z.object({
  id: z.int(),
  code: z.string(),
  page: z.string(),
  about_title: z.string(),
  city: z.string(),
  created_at: z.string(),
  /** Its words were removed by their term. */
  forgotten_at: z.string().nullable(),
  answers: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.array(z.object({ id: z.string(), name: z.string(), size: z.int() })),
  consents: z.array(z.object({ purpose: z.string(), page_slug: z.string(), page_version: z.int() })),
});

const formCalls: AdminRoute[] = [
  adminRead({
    url: '/api/admin/forms',
    summary: 'Формы, составленные в магазине, последними версиями',
    permission: 'content.write',
    response: z.object({ items: z.array(Row), total: z.int() }),
    async run({ db, now }) {
      const items = (await listStaffForms(db, null, now)).map(rowOf);
      return { items, total: items.length };
    },
  }),

  ...adminRecord({
    url: '/api/admin/forms/:id',
    resource: 'forms',
    summaries: { read: 'Форма: поля, правила, версия', write: 'Другой день версии формы, которая ещё не вышла' },
    permissions: { read: 'content.write', write: 'content.publish' },
    params: CodeParam,
    response: Row.extend({ schema: z.looseObject({ code: z.string() }) }),
    body: z.strictObject({ published_at: PlannedMoment.optional() }),
    isUndoable: true,
    async read({ db, params, now }, isLocked) {
      const code = String(params.id);
      if (isLocked) await holdForm(db, code);
      const [form] = await listStaffForms(db, code, now);
      return form ? { ...rowOf(form), schema: form.schema } : null;
    },
    editable: ({ published_at }) => ({ published_at }),
    async change({ db, staff, body: { published_at }, now }, { id, name, version, state }) {
      needOwnRow(staff, null);
      if (published_at === undefined) return { words: `Форма «${name}»` };
      if (state !== 'coming') throw new Refusal('wrong_text_state');
      await publishFormDraft(db, id, published_at, now);
      return { words: `Форма «${name}»: версия ${version} выйдет ${formatDateTime(published_at)}` };
    },
  }),

  adminWrite({
    url: '/api/admin/forms',
    summary: 'Новая версия формы: действует сразу или ждёт черновиком; с новым кодом — новая форма',
    permission: 'content.publish',
    /** `based_on`: the version that was changed; null: the form is new. */
    body: z.strictObject({
      schema: Schema,
      based_on: z.int().positive().nullable().default(null),
      is_draft: z.boolean().default(false),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.string(), version: z.int() }),
    async run({ db, staff, body: { schema, based_on, is_draft }, now }) {
      needOwnRow(staff, null);
      const { version } = is_draft
        ? await saveFormDraft(db, schema as FormSchema, based_on)
        : await publishForm(db, schema as FormSchema, now, based_on);
      const words = `Форма «${schema.name}»: версия ${version}${is_draft ? ', черновик' : ''}`;
      return {
        answer: { id: schema.code, version },
        audit: { resource: 'forms', record_id: schema.code, words, after: schema },
        location: `/api/admin/forms/${schema.code}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/forms/:id/close',
    summary: 'Закрыть форму: новых заявок не будет',
    permission: 'content.publish',
    params: CodeParam,
    response: Ok,
    async run(asked) {
      const form = await needForm(asked);
      await closeForm(asked.db, form.code, asked.now);
      return { answer: ok, audit: lineOf(form, 'закрыта') };
    },
  }),

  adminWrite({
    url: '/api/admin/forms/:id/publish',
    summary: 'Публикация черновика формы: сейчас или к сроку',
    permission: 'content.publish',
    params: CodeParam,
    body: z.strictObject({ published_at: Moment.default(null) }),
    response: Ok,
    async run(asked) {
      const { db, body, now } = asked;
      const form = await needForm(asked);
      const { published_at: at } = body;
      await publishFormDraft(db, form.code, at ?? now, now);
      const done = at ? `выйдет ${formatDateTime(at)}` : 'опубликована';
      return { answer: ok, audit: lineOf(form, `версия ${form.version} ${done}`) };
    },
  }),

  adminWrite({
    url: '/api/admin/forms/:id/recall',
    summary: 'Снятие версии формы: она снова черновик, действует прежняя',
    permission: 'content.publish',
    params: CodeParam,
    response: Ok,
    async run(asked) {
      const form = await needForm(asked);
      await recallForm(asked.db, form.code, asked.now);
      return { answer: ok, audit: lineOf(form, `версия ${form.version} снята`) };
    },
  }),

  adminWrite({
    url: '/api/admin/forms/:id',
    method: 'DELETE',
    summary: 'Удаление черновика формы: действующая версия остаётся',
    permission: 'content.publish',
    params: CodeParam,
    response: Ok,
    async run(asked) {
      const { db } = asked;
      const form = await needForm(asked);
      await removeFormDraft(db, form.code);
      await takeFromReleases(db, { kind: 'forms', id: form.code });
      return { answer: ok, audit: lineOf(form, 'черновик удалён') };
    },
  }),
];

async function needForm({ db, staff, params: { id }, now }: Asked<{ id: string }>): Promise<StaffForm> {
  needOwnRow(staff, null);
  const [form] = await listStaffForms(db, id, now);
  if (!form) throw new Refusal('not_found');
  return form;
}

function lineOf({ code, schema }: StaffForm, done: string) {
  return { resource: 'forms', record_id: code, words: `Форма «${schema.name}»: ${done}` };
}

const submissionCalls: AdminRoute[] = [
  adminRead({
    url: '/api/admin/submissions',
    summary: 'Отправленные формы: новые сверху',
    permission: 'forms.read',
    query: endlessQuery({ code: Code }),
    response: endlessAnswer(Line),
    async run({ db, scope, query: { filter, after, per_page } }) {
      const asked = { ...(filter.code && { code: filter.code }), branches: scope.branches };
      const lines = await listStaffSubmissions(db, asked, { after: after ?? null, limit: per_page + 1 });
      const shown = lines.slice(0, per_page).map(({ number, answers, time_zone: _, ...line }) => ({
        ...line,
        id: number,
        created_at: line.created_at.toISOString(),
        words: answers
          .map(({ value }) => value)
          .join(', ')
          .slice(0, 200),
      }));
      return { items: shown, next: lines.length > per_page ? String(shown.at(-1)?.id) : null };
    },
  }),

  adminRead({
    url: '/api/admin/submissions/:id',
    summary: 'Отправленная форма целиком',
    permission: 'forms.read',
    params: NumberParam,
    response: Submission,
    async run(asked) {
      const { number, code, page, about_title, branch, created_at, forgotten_at, ...sent } =
        await needSubmission(asked);
      return {
        id: number,
        code,
        page,
        about_title,
        city: branch.city,
        created_at: created_at.toISOString(),
        forgotten_at: iso(forgotten_at),
        answers: sent.answers.map(({ name, value }) => ({ name, value })),
        files: sent.files.map(({ id, name, size }) => ({ id, name, size })),
        consents: sent.consents.map(({ purpose, page_slug, page_version }) => ({ purpose, page_slug, page_version })),
      };
    },
  }),

  adminFile({
    url: '/api/admin/submissions/:id/files/:file_id',
    summary: 'Файл, приложенный к форме',
    permission: 'forms.read',
    params: NumberParam.extend({ file_id: z.uuid() }),
    async run(asked) {
      const { files } = await needSubmission(asked);
      const file = files.find(({ id }) => id === asked.params.file_id);
      if (!file) throw new Refusal('not_found');
      const bytes = await readFile(pathOf(asked.context.config.DATA_DIR, formFilesArea, file.id)).catch(() => null);
      if (!bytes) throw new Refusal('not_found');
      // Whatever somebody has sent is not opened in the back office's own page.
      return { name: file.name, type: file.type, bytes, isSaved: true };
    },
  }),
];

/** Forms that staff put together, and what visitors have sent in all forms. */
export const formRoutes: AdminRoute[] = [...formCalls, ...submissionCalls];

async function needSubmission({ db, scope, params: { id } }: Pick<Asked<{ id: number }>, 'db' | 'scope' | 'params'>) {
  const submission = await readStaffSubmission(db, id, scope.branches);
  if (!submission) throw new Refusal('not_found');
  return submission;
}

function rowOf(form: StaffForm): z.input<typeof Row> {
  const { code, version, schema, state, is_open, sent, published_at, closed_at } = form;
  return {
    id: code,
    name: schema.name,
    version,
    state,
    fields: Object.keys(schema.fields).length,
    sent,
    is_open,
    published_at: iso(published_at),
    closed_at: iso(closed_at),
  };
}
