import { z } from 'zod';
import {
  CreditProgramFields,
  createCreditProgram,
  endCreditProgram,
  saveCreditProgram,
} from '#modules/payments/save-credit-program.ts';
import {
  creditProgramStates,
  fieldsOfCreditProgram,
  listStaffCreditPrograms,
  readStaffCreditProgram,
  type StaffCreditProgram,
} from '#modules/payments/staff-credit-programs.ts';
import { Refusal } from '#platform/refusal.ts';
import { needOwnRow } from './branch-rule.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { changedWords, takeOff } from './promo-shared.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminRead, adminWrite, NumberParam } from './route.ts';

const offer = {
  partner: z.string(),
  name: z.string(),
  min_sum_kopecks: z.int(),
  max_sum_kopecks: z.int(),
  months: z.array(z.int()),
  /** Here and below: hundredths of a percent a year. */
  rate_from: z.int(),
  rate_to: z.int(),
  full_cost_from: z.int(),
  full_cost_to: z.int(),
};

const Row = z.object({
  id: z.int(),
  state: z.enum(creditProgramStates),
  ...offer,
  is_example: z.boolean(),
  position: z.int(),
  is_draft: z.boolean(),
  starts_at: z.string(),
  ends_at: z.string().nullable(),
});

/** As stored: what was made by a command need not pass the checks of the form. */
const Stored = z.object({
  ...offer,
  documents: z.string(),
  terms: z.string(),
  is_example: z.boolean(),
  position: z.int(),
  is_draft: z.boolean(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
});

const permission = 'promo.write';
/** Programmes belong to all branches. */
const { shape } = CreditProgramFields;

const words: Record<string, string> = {
  partner: 'банк',
  name: 'название',
  min_sum_kopecks: 'сумма',
  max_sum_kopecks: 'сумма',
  months: 'сроки',
  rate_from: 'ставка',
  rate_to: 'ставка',
  full_cost_from: 'полная стоимость',
  full_cost_to: 'полная стоимость',
  documents: 'документы',
  terms: 'условия',
  is_example: 'пометка примера',
  position: 'порядок',
  is_draft: 'черновик',
  starts_at: 'срок показа',
  ends_at: 'срок показа',
};

/** Banks' terms of credit, as /kredit/ names them. */
export const creditProgramRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/credit-programs',
    summary: 'Кредитные программы',
    permission,
    query: listQuery({ q: z.string().max(200), state: z.array(z.enum(creditProgramStates)) }, ['position']),
    response: listAnswer(Row),
    async run({ db, now, query: { filter, ...page } }) {
      const window = { ...windowOf(page), count_to: countedRows };
      const { programs, count } = await listStaffCreditPrograms(db, filter, window, now);
      return { items: programs.map(rowOf), ...totalOf(count) };
    },
  }),

  ...adminRecord({
    url: '/api/admin/credit-programs/:id',
    resource: 'credit-programs',
    summaries: { read: 'Кредитная программа', write: 'Сохранение кредитной программы' },
    permissions: { read: permission, write: permission },
    params: NumberParam,
    response: Row.extend({ fields: Stored }),
    body: CreditProgramFields.partial(),
    isUndoable: true,
    async read({ db, params, now }, isLocked) {
      const program = await readStaffCreditProgram(db, Number(params.id), now, isLocked);
      return program && { ...rowOf(program), fields: fieldsOfCreditProgram(program) };
    },
    editable: ({ fields }) => fields,
    async change({ db, staff, body, now }, { id, name, fields }) {
      needOwnRow(staff, null);
      // The type of `partial` allows undefined, which JSON does not carry.
      await saveCreditProgram(db, id, fields, body as Partial<CreditProgramFields>, now);
      return { words: `Кредит «${name}»: ${changedWords(body, words)}` };
    },
  }),

  adminWrite({
    url: '/api/admin/credit-programs',
    summary: 'Новая кредитная программа',
    permission,
    body: CreditProgramFields.extend({
      is_example: shape.is_example.default(false),
      position: shape.position.default(0),
      is_draft: shape.is_draft.default(false),
      starts_at: shape.starts_at.default(null),
      ends_at: shape.ends_at.default(null),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body, now }) {
      needOwnRow(staff, null);
      const id = await createCreditProgram(db, body, now);
      return {
        answer: { id },
        audit: {
          resource: 'credit-programs',
          record_id: id,
          after: body,
          words: `Заведена кредитная программа «${body.name}», ${body.partner}`,
        },
        location: `/api/admin/credit-programs/${id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/credit-programs/:id/end',
    summary: 'Снятие кредитной программы с показа',
    permission,
    params: NumberParam,
    response: Row,
    async run(asked) {
      const { ended, audit } = await takeOff(asked, {
        resource: 'credit-programs',
        need(isLocked) {
          needOwnRow(asked.staff, null);
          return needProgram(asked, asked.params.id, isLocked);
        },
        end: endCreditProgram,
        fieldsOf: fieldsOfCreditProgram,
        wordsOf: ({ name }) => `Кредит «${name}» снят с показа`,
        over: 'Программа уже не показывается',
      });
      return { answer: rowOf(ended), audit };
    },
  }),
];

async function needProgram({ db, now }: Pick<Asked, 'db' | 'now'>, id: number, isLocked = false) {
  const program = await readStaffCreditProgram(db, id, now, isLocked);
  if (!program) throw new Refusal('not_found');
  return program;
}

function rowOf(program: StaffCreditProgram): z.input<typeof Row> {
  const { documents: _documents, terms: _terms, ...row } = program;
  return {
    ...row,
    starts_at: program.starts_at.toISOString(),
    ends_at: program.ends_at?.toISOString() ?? null,
  };
}
