import { z } from 'zod';
import {
  activateCompany,
  answerRequest,
  dropMember,
  putMember,
  suspendCompany,
} from '#modules/accounts/company-management.ts';
import { Email } from '#modules/accounts/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import { Ok, ok } from './answers.ts';
import { aboutCompany, needCompany } from './need-company.ts';
import { type AdminRoute, adminWrite, NumberParam } from './route.ts';

const Role = z.enum(['owner', 'purchaser', 'accountant'], 'Выберите роль');
const permission = 'companies.manage';

/** What is decided of a firm and its people. */
export const companyPeopleRoutes: AdminRoute[] = [
  adminWrite({
    url: '/api/admin/companies/:id/activate',
    summary: 'Организация проверена: открыть ей цены для бизнеса и написать владельцу',
    permission,
    params: NumberParam,
    /** `owner`: the account of who represents it, needed when more than one person claims it. */
    body: z.object({ owner: z.uuid().nullable().default(null) }),
    response: Ok,
    async run({ db, scope, params: { id }, body: { owner }, now }) {
      const company = await needCompany(db, scope, id);
      const claims = [...company.members, ...company.requests];
      const claimant = claims.find(({ user_id }) => user_id === owner);
      if (owner && !claimant) throw new Refusal('bad_input', { fields: { owner: 'Этот человек о ней не просил' } });
      await activateCompany(db, company.inn, owner ? { owner } : {}, now);
      const words = `организация проверена${claimant ? `, владелец ${claimant.full_name}` : ''}`;
      return { answer: ok, audit: aboutCompany(company, words, { isAboutPerson: Boolean(claimant) }) };
    },
  }),

  adminWrite({
    url: '/api/admin/companies/:id/suspend',
    summary: 'Закрыть организации цены для бизнеса; заказы и документы остаются',
    permission,
    params: NumberParam,
    response: Ok,
    async run({ db, scope, params: { id }, now }) {
      const company = await needCompany(db, scope, id);
      await suspendCompany(db, company.inn, now);
      return { answer: ok, audit: aboutCompany(company, 'цены для бизнеса закрыты') };
    },
  }),

  adminWrite({
    url: '/api/admin/companies/:id/members',
    summary: 'Добавить человека в организацию или сменить его роль',
    permission,
    method: 'PUT',
    params: NumberParam,
    /** Whom: by the id of the account, or by its confirmed email. */
    body: z.object({ user_id: z.uuid().optional(), email: Email.optional(), role: Role }),
    response: Ok,
    async run({ db, scope, params: { id }, body: { user_id, email, role }, now }) {
      const who = user_id ?? email;
      if (!who) throw new Refusal('bad_input', { fields: { email: 'Укажите почту' } });
      const company = await needCompany(db, scope, id);
      await putMember(db, company.inn, who, role, now).catch(atField);
      const { members } = await needCompany(db, scope, id);
      const known = new Set(company.members.map((member) => member.user_id));
      const member =
        members.find((one) => one.user_id === user_id || one.email === email) ??
        members.find((one) => !known.has(one.user_id));
      const words = `${member?.full_name ?? 'сотрудник'} — ${companyRoleWords[role].name.toLowerCase()}`;
      return { answer: ok, audit: aboutCompany(company, words, { isAboutPerson: true, after: { role } }) };
    },
  }),

  adminWrite({
    url: '/api/admin/companies/:id/members/:user_id/remove',
    summary: 'Убрать человека из организации',
    permission,
    params: NumberParam.extend({ user_id: z.uuid() }),
    response: Ok,
    async run({ db, scope, params: { id, user_id } }) {
      const company = await needCompany(db, scope, id);
      const member = company.members.find((one) => one.user_id === user_id);
      if (!member) throw new Refusal('not_found');
      await dropMember(db, company.inn, user_id);
      const words = `${member.full_name} больше не в организации`;
      return {
        answer: ok,
        audit: aboutCompany(company, words, { isAboutPerson: true, before: { role: member.role } }),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/companies/:id/requests/:request_id/decide',
    summary: 'Ответ тому, кто просит добавить его в организацию',
    permission,
    params: NumberParam.extend({ request_id: z.coerce.number().int().positive() }),
    body: z.object({ accept: z.boolean(), role: Role.default('purchaser') }),
    response: Ok,
    async run({ db, scope, params: { id, request_id }, body: { accept, role }, now }) {
      const company = await needCompany(db, scope, id);
      const request = company.requests.find((one) => one.id === request_id);
      if (!request) throw new Refusal('not_found');
      await answerRequest(db, company.inn, request_id, accept ? { accept, role } : { accept }, now);
      const what = accept ? `принят, ${companyRoleWords[role].name.toLowerCase()}` : 'в просьбе отказано';
      return { answer: ok, audit: aboutCompany(company, `${request.full_name}: ${what}`, { isAboutPerson: true }) };
    },
  }),
];

/** Whom the address did not find is said at its field. */
function atField(error: unknown): never {
  if (error instanceof Refusal && error.code === 'not_found')
    throw new Refusal('bad_input', { fields: { email: error.message } }, error.message);
  throw error;
}
