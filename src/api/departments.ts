import { z } from 'zod';
import { departmentDirectory } from '#modules/departments/directory.ts';
import type { Department } from '#modules/departments/queries.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { phoneList } from '#shared/phone.ts';
import { openState, workTimeLines } from '#shared/work-time.ts';
import type { Api, ApiContext } from './api.ts';

const Minute = z.int().min(0).max(1440);

/** S3-01; `domain` is the label under the main domain (S3-02). */
const DepartmentAnswer = z.object({
  id_1c: z.string(),
  parent: z.string(),
  name_for_site: z.string(),
  names_cases: z.object({
    nominative: z.string(),
    genitive: z.string(),
    dative: z.string(),
    accusative: z.string(),
    instrumental: z.string(),
    prepositional: z.string(),
  }),
  yandex_map_link: z.string().nullable(),
  domain: z.string(),
  is_pick_up_point: z.boolean(),
  base_price: z.string(),
  address: z.string(),
  work_time: z.string(),
  phones: z.record(z.string(), z.string()),
  city: z.string(),
  phones_list: z.array(z.string()),
  work_time_lines: z.array(z.string()),
  time_zone: z.string(),
  hours: z.array(z.object({ weekday: z.int().min(1).max(7), opens_minute: Minute, closes_minute: Minute })),
  hour_exceptions: z.array(
    z.object({
      date: z.string(),
      opens_minute: Minute.nullable(),
      closes_minute: Minute.nullable(),
      note: z.string().nullable(),
    }),
  ),
  is_open: z.boolean(),
  open_words: z.string(),
});

/** S7-01: all departments, never cached; the client keeps those whose parent is '00046', sorted by name_for_site. */
export function departmentRoutes(api: Api, { db }: ApiContext): void {
  api.get(
    '/api/expro/departments/',
    { schema: { summary: 'Филиалы и пункты выдачи', response: { 200: z.array(DepartmentAnswer) } } },
    async ({ requestContext }, reply) => {
      reply.header('Cache-Control', 'no-store');
      const at = shownAt(requestContext);
      return (await departmentDirectory(db)).map((department) => toAnswer(department, at));
    },
  );
}

function toAnswer(department: Department, at: Date): z.infer<typeof DepartmentAnswer> {
  const { is_open, words } = openState(department.hours, department.hour_exceptions, department.time_zone, at);
  return {
    ...department,
    phones_list: phoneList(department.phones),
    work_time_lines: workTimeLines(department.work_time),
    is_open,
    open_words: words,
  };
}
