import { renderSVG } from 'uqr';
import { z } from 'zod';
import { Email } from '#modules/accounts/schema.ts';
import { endOwnSession, listSessions } from '#modules/accounts/session-list.ts';
import { freeOrdersOf } from '#modules/orders/assign-order.ts';
import { type ActingStay, listActing } from '#modules/staff/acting-log.ts';
import { changeRights } from '#modules/staff/change-rights.ts';
import { inviteStaff } from '#modules/staff/invite-staff.ts';
import { staffRoles, staffRoleWords } from '#modules/staff/schema.ts';
import { dismissStaff, listStaff, resetTotp, type StaffRow } from '#modules/staff/staff.ts';
import { otpauthUrl } from '#modules/staff/totp.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { Ok, ok } from './answers.ts';
import { refuseUnknownBranches } from './branch-rule.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminRead, adminWrite, IdParam } from './route.ts';

const Role = z.enum(staffRoles as [(typeof staffRoles)[number], ...typeof staffRoles]);

const Member = z.object({
  id: z.string(),
  full_name: z.string(),
  email: z.string().nullable(),
  roles: z.array(Role),
  role_words: z.array(z.string()),
  /** id_1c of branches; empty: all. */
  departments: z.array(z.string()),
  created_at: z.string(),
  dismissed_at: z.string().nullable(),
  has_second_factor: z.boolean(),
  last_visit_at: z.string().nullable(),
});

const Session = z.object({
  id: z.string(),
  city: z.string(),
  device: z.string(),
  address: z.string().nullable(),
  created_at: z.string(),
  used_at: z.string(),
});

/** One stay in a customer's cabinet (S6-05). */
const Stay = z.object({
  id: z.string(),
  user_id: z.string(),
  customer_name: z.string(),
  reason: z.string(),
  started_at: z.string(),
  /** null: still going on. */
  ended_at: z.string().nullable(),
  entries: z.array(z.object({ at: z.string(), what: z.string() })),
  orders: z.array(z.object({ id: z.string(), number: z.int() })),
});
/** The latest; older ones stand in the customers' cabinets. */
const shownStays = 100;

/** The second factor, shown this once: a QR code and the same address in text. */
const SecondFactor = z.object({ id: z.string(), otpauth_url: z.string(), qr_svg: z.string() });

const Rights = z.object({
  roles: z.array(Role).min(1, 'Выберите хотя бы одну роль'),
  departments: z.array(z.string().max(40)).max(200),
});

const record = { resource: 'staff', isAboutPerson: true } as const;

export const staffRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/staff',
    summary: 'Сотрудники',
    permission: 'staff.manage',
    response: z.object({ items: z.array(Member), total: z.int() }),
    async run({ db }) {
      const members = (await listStaff(db)).map(present);
      return { items: members, total: members.length };
    },
  }),

  adminWrite({
    url: '/api/admin/staff',
    summary: 'Приглашение сотрудника',
    permission: 'staff.manage',
    needsKey: true,
    isShownOnce: true,
    body: Rights.extend({
      email: Email,
      full_name: z.string().trim().min(2, 'Укажите имя и фамилию').max(120, 'Максимум 120 символов'),
    }),
    status: 201,
    response: SecondFactor,
    async run({ db, context, origin, body, now }) {
      await refuseUnknownBranches(db, body.departments);
      const { user_id, full_name, otpauth_url } = await inviteStaff(db, context.keys, body, origin, now);
      return {
        answer: secondFactorOf(user_id, otpauth_url),
        audit: {
          ...lineOf(user_id, body.departments),
          words: `${full_name}: открыт доступ, роли: ${wordsOf(body.roles)}`,
          after: { roles: body.roles, departments: body.departments },
        },
        location: `/api/admin/staff/${user_id}`,
      };
    },
  }),

  adminRead({
    url: '/api/admin/staff/:id/acting',
    summary: 'Когда сотрудник работал в кабинетах покупателей',
    permission: 'staff.manage',
    params: IdParam,
    response: z.object({ items: z.array(Stay), total: z.int() }),
    async run({ db, params: { id }, now }) {
      if (!(await listStaff(db)).some(({ user_id }) => user_id === id)) throw new Refusal('not_found');
      const stays = (await listActing(db, { staff_user_id: id }, shownStays, now)).map(presentStay);
      return { items: stays, total: stays.length };
    },
  }),

  ...adminRecord({
    url: '/api/admin/staff/:id',
    resource: 'staff',
    summaries: { read: 'Сотрудник', write: 'Роли и филиалы сотрудника' },
    permissions: { read: 'staff.manage', write: 'staff.manage' },
    params: IdParam,
    response: Member,
    body: Rights.partial(),
    isUndoable: true,
    async read({ db, params: { id } }) {
      const member = (await listStaff(db)).find(({ user_id }) => user_id === id);
      return member ? present(member) : null;
    },
    editable: ({ roles, departments }) => ({ roles, departments }),
    async change({ db, params: { id }, body }, { full_name, roles, departments }) {
      const rights = { roles: body.roles ?? roles, departments: body.departments ?? departments };
      await refuseUnknownBranches(db, rights.departments);
      await changeRights(db, String(id), rights);
      const where =
        rights.departments.length === 0
          ? 'все филиалы'
          : countOf(rights.departments.length, 'филиал', 'филиала', 'филиалов');
      const isMoved = branchOf(departments) !== branchOf(rights.departments);
      return {
        words: `${full_name}: роли: ${wordsOf(rights.roles)}; ${where}`,
        department_id_1c: isMoved ? null : branchOf(departments),
        isAboutPerson: true,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/staff/:id/dismiss',
    summary: 'Увольнение: права снимаются сразу, заказы человека снова ничьи',
    permission: 'staff.manage',
    params: IdParam,
    /** Orders that the person looked after, and nobody does now. */
    response: z.object({ freed_orders: z.int() }),
    async run({ db, params: { id }, now }) {
      const { full_name, departments } = await needMember(db, id);
      await dismissStaff(db, id, now);
      const freed = await freeOrdersOf(db, id);
      return {
        answer: { freed_orders: freed.length },
        audit: {
          ...lineOf(id, departments),
          words: `${full_name}: больше не работает в магазине${freed.length > 0 ? `, освобождено: ${ordersWords(freed.length)}` : ''}`,
          ...(freed.length > 0 && { after: { freed_orders: freed } }),
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/staff/:id/reset-totp',
    summary: 'Новый QR-код второго фактора: прежний больше не действует',
    permission: 'staff.manage',
    needsKey: true,
    isShownOnce: true,
    params: IdParam,
    response: SecondFactor,
    async run({ db, context, params: { id }, now }) {
      const { full_name, email, departments } = await needMember(db, id);
      const { secret } = await resetTotp(db, context.keys, id, now);
      return {
        answer: secondFactorOf(id, otpauthUrl(secret, email ?? full_name)),
        audit: { ...lineOf(id, departments), words: `${full_name}: выдан новый код для приложения` },
      };
    },
  }),

  adminRead({
    url: '/api/admin/staff/:id/sessions',
    summary: 'Открытые сеансы сотрудника',
    permission: 'sessions.end',
    params: IdParam,
    response: z.object({ items: z.array(Session), total: z.int() }),
    async run({ db, params: { id }, now }) {
      await needMember(db, id);
      const sessions = await listSessions(db, id, now);
      const items = sessions.map(({ way: _, created_at, used_at, ...session }) => ({
        ...session,
        created_at: created_at.toISOString(),
        used_at: used_at.toISOString(),
      }));
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/staff/:id/sessions/:session_id/end',
    summary: 'Завершение сеанса сотрудника',
    permission: 'sessions.end',
    params: z.object({ id: z.uuid(), session_id: z.uuid() }),
    response: Ok,
    async run({ db, params: { id, session_id }, now }) {
      const { full_name, departments } = await needMember(db, id);
      await endOwnSession(db, id, session_id, now);
      return {
        answer: ok,
        audit: { ...lineOf(id, departments), words: `${full_name}: сеанс завершён` },
      };
    },
  }),
];

async function needMember(db: Db, id: string): Promise<StaffRow> {
  const member = (await listStaff(db)).find(({ user_id, dismissed_at }) => user_id === id && dismissed_at === null);
  if (!member) throw new Refusal('not_found');
  return member;
}

/** null: they work in several or all. */
function branchOf(departments: string[]): string | null {
  return departments.length === 1 ? (departments[0] ?? null) : null;
}

function lineOf(user_id: string, departments: string[]) {
  return { ...record, record_id: user_id, department_id_1c: branchOf(departments) };
}

function ordersWords(count: number): string {
  return countOf(count, 'заказ', 'заказа', 'заказов');
}

function wordsOf(roles: readonly (typeof staffRoles)[number][]): string {
  return roles.map((role) => staffRoleWords[role]).join(', ');
}

function secondFactorOf(id: string, otpauth_url: string): z.input<typeof SecondFactor> {
  return { id, otpauth_url, qr_svg: renderSVG(otpauth_url, { border: 2 }) };
}

function present({
  user_id,
  created_at,
  dismissed_at,
  last_visit_at,
  roles,
  ...member
}: StaffRow): z.input<typeof Member> {
  return {
    ...member,
    id: user_id,
    roles,
    role_words: roles.map((role) => staffRoleWords[role]),
    created_at: created_at.toISOString(),
    dismissed_at: dismissed_at?.toISOString() ?? null,
    last_visit_at: last_visit_at?.toISOString() ?? null,
  };
}

function presentStay({ started_at, ended_at, entries, staff_name: _, ...stay }: ActingStay): z.input<typeof Stay> {
  return {
    ...stay,
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    entries: entries.map(({ at, what }) => ({ at: at.toISOString(), what })),
  };
}
