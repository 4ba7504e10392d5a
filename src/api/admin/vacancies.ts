import { z } from 'zod';
import { departmentDirectory } from '#modules/departments/directory.ts';
import {
  changeVacancy,
  closeVacancy,
  createVacancy,
  publishVacancy,
  recallVacancy,
  removeVacancyDraft,
} from '#modules/vacancies/change-vacancy.ts';
import { vacancyFields, vacancySchedules } from '#modules/vacancies/schema.ts';
import {
  listStaffVacancies,
  type StaffVacancy,
  type VacancyState,
  vacancyState,
  vacancyStates,
} from '#modules/vacancies/staff-vacancies.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import { keysOf } from '#shared/keys-of.ts';
import { vacancyUrl } from '#shared/urls.ts';
import { iso, Ok, ok } from './answers.ts';
import { Moment, PlannedMoment } from './branch-rows.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminRead, adminWrite, NumberParam } from './route.ts';

const State = z.enum(vacancyStates);
const Field = z.enum(keysOf(vacancyFields));
const Schedule = z.enum(keysOf(vacancySchedules));
const Kopecks = z.int().positive('Зарплата больше нуля').max(1_000_000_000, 'Слишком много').nullable();
const Html = z.string().max(20_000, 'Не длиннее 20 000 знаков');

const Row = z.object({
  id: z.int(),
  title: z.string(),
  department_id_1c: z.string(),
  department_name: z.string(),
  branch_id_1c: z.string(),
  field: Field,
  schedule: Schedule,
  salary_from_kopecks: z.int().nullable(),
  salary_to_kopecks: z.int().nullable(),
  state: State,
  published_at: z.string(),
  valid_until: z.string().nullable(),
  changed_at: z.string(),
});

const Vacancy = Row.extend({
  is_salary_after_tax: z.boolean(),
  duties: z.string(),
  requirements: z.string(),
  terms: z.string(),
  url: z.string(),
});

const Fields = z.strictObject({
  title: z.string().trim().max(160, 'Не длиннее 160 знаков'),
  /** A branch or one of its points. */
  department_id_1c: z.string().max(40),
  field: Field,
  schedule: Schedule,
  salary_from_kopecks: Kopecks,
  salary_to_kopecks: Kopecks,
  is_salary_after_tax: z.boolean(),
  duties: Html,
  requirements: Html,
  terms: Html,
  valid_until: Moment,
});

const vacancyReads: AdminRoute[] = [
  adminRead({
    url: '/api/admin/vacancies',
    summary: 'Вакансии: последние изменённые сверху',
    permission: 'content.write',
    query: listQuery({ q: z.string().max(200), state: z.array(State) }, ['changed_at']),
    response: listAnswer(Row),
    async run({ db, scope, now, query: { filter, ...page } }) {
      const { limit, offset } = windowOf(page);
      const q = filter.q?.trim().toLowerCase() ?? '';
      const found = (await listStaffVacancies(db, scope)).filter(
        (post) =>
          post.title.toLowerCase().includes(q) &&
          (!filter.state?.length || filter.state.includes(vacancyState(post, now))),
      );
      return { items: found.slice(offset, offset + limit).map((post) => rowOf(post, now)), ...totalOf(found.length) };
    },
  }),

  adminRead({
    url: '/api/admin/vacancy-places',
    summary: 'Филиалы и пункты, где бывает работа',
    permission: 'content.write',
    response: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), address: z.string() })) }),
    async run({ db, scope }) {
      const own = (await departmentDirectory(db)).filter(
        ({ id_1c, branch_id_1c }) => !scope.branches || scope.branches.includes(branch_id_1c ?? id_1c),
      );
      return { items: own.map(({ id_1c, name_for_site, address }) => ({ id: id_1c, name: name_for_site, address })) };
    },
  }),
];

const vacancyWrites: AdminRoute[] = [
  adminWrite({
    url: '/api/admin/vacancies',
    summary: 'Новая вакансия, черновиком',
    permission: 'content.write',
    body: Fields,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body, now }) {
      await needOwnChoice(db, staff, await branchOf(db, body.department_id_1c));
      const id = await createVacancy(db, body, now, { is_draft: true });
      return {
        answer: { id },
        audit: await lineOf(db, { ...body, id }, 'черновик'),
        location: `/api/admin/vacancies/${id}`,
      };
    },
  }),

  ...adminRecord({
    url: '/api/admin/vacancies/:id',
    resource: 'vacancies',
    summaries: { read: 'Вакансия', write: 'Сохранение вакансии' },
    permissions: { read: 'content.write', write: 'content.write' },
    params: NumberParam,
    response: Vacancy,
    /** `published_at`: of a post that is to come. */
    body: Fields.partial().extend({ published_at: PlannedMoment.optional() }),
    isUndoable: true,
    async read({ db, scope, params, now }) {
      const [post] = await listStaffVacancies(db, { ...scope, id: Number(params.id) });
      return post ? wholeOf(post, now) : null;
    },
    editable: (post) => ({ ...fieldsOf(post), published_at: post.published_at }),
    async change({ db, staff, may, params: { id }, body, now }, before) {
      const { published_at, ...fields } = body;
      needOwnRow(staff, before.branch_id_1c);
      const isMoved = published_at !== undefined;
      if ((before.state === 'shown' || isMoved) && !may('content.publish')) throw new Refusal('forbidden');
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const { valid_until } = before;
      const post = { ...fieldsOf(before), valid_until: valid_until ? new Date(valid_until) : null, ...given };
      await needOwnChoice(db, staff, await branchOf(db, post.department_id_1c));
      await changeVacancy(db, Number(id), post, now, published_at);
      const done = isMoved ? `выйдет ${formatDateTime(published_at)}` : 'изменена';
      const { words, department_id_1c } = await lineOf(db, { ...post, id: Number(id) }, done);
      return { words, department_id_1c };
    },
  }),
];

const vacancyVerbs: AdminRoute[] = [
  adminWrite({
    url: '/api/admin/vacancies/:id/publish',
    summary: 'Публикация вакансии: сейчас или к сроку',
    permission: 'content.publish',
    params: NumberParam,
    body: z.strictObject({ published_at: Moment.default(null) }),
    response: Ok,
    async run(asked) {
      const post = await needVacancy(asked, ['draft', 'coming', 'closed']);
      const { published_at } = asked.body;
      await publishVacancy(asked.db, post.id, published_at ?? asked.now, asked.now);
      const done = published_at ? `выйдет ${formatDateTime(published_at)}` : 'опубликована';
      return { answer: ok, audit: await lineOf(asked.db, post, done) };
    },
  }),
  adminWrite({
    url: '/api/admin/vacancies/:id/close',
    summary: 'Закрыть вакансию: страница останется и скажет, что место занято',
    permission: 'content.publish',
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const post = await needVacancy(asked, ['shown', 'coming']);
      await closeVacancy(asked.db, post.id, asked.now);
      return { answer: ok, audit: await lineOf(asked.db, post, 'закрыта') };
    },
  }),
  adminWrite({
    url: '/api/admin/vacancies/:id/recall',
    summary: 'Снятие вакансии с публикации: она снова черновик, страницы нет',
    permission: 'content.publish',
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const post = await needVacancy(asked, ['shown', 'coming', 'closed']);
      await recallVacancy(asked.db, post.id, asked.now);
      return { answer: ok, audit: await lineOf(asked.db, post, 'снята с публикации') };
    },
  }),
  adminWrite({
    url: '/api/admin/vacancies/:id',
    method: 'DELETE',
    summary: 'Удаление черновика вакансии',
    permission: 'content.write',
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const post = await needVacancy(asked, ['draft']);
      await removeVacancyDraft(asked.db, post.id);
      return { answer: ok, audit: await lineOf(asked.db, post, 'черновик удалён') };
    },
  }),
];

export const vacancyRoutes: AdminRoute[] = [...vacancyReads, ...vacancyWrites, ...vacancyVerbs];

async function needVacancy({ db, staff, scope, params: { id }, now }: Asked<{ id: number }>, states: VacancyState[]) {
  const [post] = await listStaffVacancies(db, { ...scope, id });
  if (!post) throw new Refusal('not_found');
  needOwnRow(staff, post.branch_id_1c);
  if (!states.includes(vacancyState(post, now))) throw new Refusal('wrong_text_state');
  return post;
}

/** The branch of a department; the department itself when there is none of this name. */
async function branchOf(db: Db, department_id_1c: string): Promise<string> {
  const department = (await departmentDirectory(db)).find(({ id_1c }) => id_1c === department_id_1c);
  return department?.branch_id_1c ?? department_id_1c;
}

async function lineOf(db: Db, post: Pick<StaffVacancy, 'id' | 'title' | 'department_id_1c'>, done: string) {
  const department_id_1c = await branchOf(db, post.department_id_1c);
  return { resource: 'vacancies', record_id: post.id, department_id_1c, words: `Вакансия «${post.title}»: ${done}` };
}

function fieldsOf(post: z.input<typeof Vacancy>) {
  const { title, department_id_1c, field, schedule, salary_from_kopecks, salary_to_kopecks } = post;
  const { is_salary_after_tax, duties, requirements, terms, valid_until } = post;
  return {
    title,
    department_id_1c,
    field,
    schedule,
    salary_from_kopecks,
    salary_to_kopecks,
    is_salary_after_tax,
    duties,
    requirements,
    terms,
    valid_until,
  };
}

function rowOf(post: StaffVacancy, now: Date): z.input<typeof Row> {
  const { id, title, department_id_1c, department_name, branch_id_1c, field, schedule } = post;
  const { salary_from_kopecks, salary_to_kopecks, published_at, valid_until, changed_at } = post;
  return {
    id,
    title,
    department_id_1c,
    department_name,
    branch_id_1c,
    field,
    schedule,
    salary_from_kopecks,
    salary_to_kopecks,
    state: vacancyState(post, now),
    published_at: published_at.toISOString(),
    valid_until: iso(valid_until),
    changed_at: changed_at.toISOString(),
  };
}

function wholeOf(post: StaffVacancy, now: Date): z.input<typeof Vacancy> {
  const { is_salary_after_tax, duties, requirements, terms } = post;
  return { ...rowOf(post, now), is_salary_after_tax, duties, requirements, terms, url: vacancyUrl(post.id) };
}
