import { renderUnicodeCompact } from 'uqr';
import { createUser, findUserByEmail } from '#modules/accounts/create-user.ts';
import { Email } from '#modules/accounts/schema.ts';
import { freeOrdersOf } from '#modules/orders/assign-order.ts';
import { findStaffSession, issueActingLink } from '#modules/staff/acting.ts';
import { findCustomers } from '#modules/staff/find-customers.ts';
import { ownBranches } from '#modules/staff/require-staff.ts';
import { isStaffRole, staffRoles, staffRoleWords } from '#modules/staff/schema.ts';
import { dismissStaff, hireStaff, listStaff, resetTotp } from '#modules/staff/staff.ts';
import { otpauthUrl } from '#modules/staff/totp.ts';
import type { Db } from '#platform/database.ts';
import { formatDate } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { phoneDigits } from '#shared/phone.ts';
import { loginByUserUrl } from '#shared/urls.ts';
import { type Command, CommandFailure, json, type Out, refusing, textOf } from './command.ts';
import { mainOrigin } from './main-origin.ts';
import { readDepartments } from './read-departments.ts';

const person = { name: 'ПОЧТА', summary: 'адрес, с которым сотрудник входит' };
const email = { type: 'string', value: 'ПОЧТА', summary: 'с этим адресом человек входит на сайт' } as const;
const name = { type: 'string', value: 'ИМЯ', summary: 'имя и фамилия' } as const;

/** People who work here, from the command line: the first owner comes this way. */
export const commands: Command[] = [
  {
    name: 'user create',
    changes: 'customers',
    summary: 'создать покупателя; войдёт по коду из письма, пароль задаст сам',
    options: { email, name, phone: { type: 'string', value: 'ТЕЛЕФОН', summary: 'телефон, необязательно' } },
    async run({ db, args: { values }, out }) {
      const given = {
        email: readEmail(values.email),
        full_name: readName(values.name),
        phone: values.phone === undefined ? undefined : readPhone(String(values.phone)),
      };
      const { id } = await db.transaction().execute((db) => createUser(db, given));
      out.line(`Покупатель ${given.full_name} создан: ${given.email} (${id}).`);
    },
  },
  {
    name: 'staff create',
    changes: 'staff',
    summary: 'сделать человека сотрудником и показать код для приложения второго фактора',
    options: {
      email,
      name: { ...name, summary: 'имя и фамилия; не нужно, если человек уже зарегистрирован' },
      roles: {
        type: 'string',
        value: 'РОЛИ',
        summary: `через запятую: ${staffRoles.map((role) => `${role} (${staffRoleWords[role]})`).join(', ')}`,
      },
      departments: {
        type: 'string',
        value: 'ФИЛИАЛЫ',
        summary: 'id_1c филиалов через запятую; не указано — все филиалы',
      },
    },
    async run({ db, keys, args: { values }, out }) {
      const address = readEmail(values.email);
      const roles = readRoles(values.roles);
      const departments = await readDepartments(db, values.departments);
      const known = await findUserByEmail(db, address);
      const full_name = known?.full_name || readName(values.name);
      const { secret } = await db.transaction().execute(async (db) => {
        const user = known ?? (await createUser(db, { email: address, full_name }));
        return hireStaff(db, keys, { user_id: user.id, roles, departments });
      });
      out.line(`Сотрудник ${full_name}: ${roles.map((role) => staffRoleWords[role]).join(', ')}.`);
      showSecret(out, secret, address);
    },
  },
  {
    name: 'staff list',
    summary: 'сотрудники, их роли и филиалы',
    options: { json },
    async run({ db, args: { values }, out }) {
      const staff = await listStaff(db);
      if (values.json) return out.json(staff);
      if (staff.length === 0) return out.line('Сотрудников нет.');
      for (const { full_name, email, roles, departments, dismissed_at } of staff)
        out.line(
          [
            full_name,
            email ?? 'без почты',
            roles.map((role) => staffRoleWords[role]).join(', '),
            departments.length > 0 ? `филиалы ${departments.join(', ')}` : 'все филиалы',
            ...(dismissed_at ? [`уволен ${formatDate(dismissed_at, 'Europe/Moscow')}`] : []),
          ].join('  '),
        );
    },
  },
  {
    name: 'staff dismiss',
    changes: 'staff',
    summary: 'снять все права сотрудника; покупателем он остаётся',
    parameters: [person],
    async run({ db, args: { positionals }, out }) {
      const { id, full_name } = await readPerson(db, positionals[0]);
      const freed = await refusing(
        () =>
          db.transaction().execute(async (db) => {
            await dismissStaff(db, id);
            return freeOrdersOf(db, id);
          }),
        'Такого сотрудника нет',
      );
      out.line(`${full_name} больше не сотрудник.`);
      if (freed.length > 0) out.line(`Эти заказы больше никто не ведёт: ${freed.join(', ')}.`);
    },
  },
  {
    name: 'staff reset-totp',
    changes: 'staff',
    summary: 'выдать новый код для приложения второго фактора, прежний перестаёт действовать',
    parameters: [person],
    async run({ db, keys, args: { positionals }, out }) {
      const { id } = await readPerson(db, positionals[0]);
      const { secret } = await refusing(
        () => db.transaction().execute((db) => resetTotp(db, keys, id)),
        'Такого сотрудника нет',
      );
      showSecret(out, secret, ensure(positionals[0]).toLowerCase());
    },
  },
  {
    name: 'staff link',
    changes: 'customers',
    summary: 'ссылка, по которой сотрудник войдёт за покупателя: на минуту, один раз, в уже открытом у него браузере',
    parameters: [person],
    options: {
      customer: { type: 'string', value: 'КТО', summary: 'телефон, почта, номер заказа или имя покупателя' },
      reason: { type: 'string', value: 'ПРИЧИНА', summary: 'от 5 до 500 символов; её увидит покупатель' },
    },
    async run({ db, config, args: { positionals, values }, out }) {
      const { id: user_id, full_name } = await readPerson(db, positionals[0]);
      const session = await findStaffSession(db, user_id);
      if (!session)
        throw new CommandFailure(
          `${full_name} сейчас не может войти за покупателя: нужны роль login_by_user и код из приложения, введённый на сайте`,
        );
      const { customers } = await findCustomers(db, { user_id }, textOf(values.customer) ?? '', ownBranches(session));
      const [customer] = customers;
      if (!customer || customers.length > 1)
        throw new CommandFailure(customer ? 'Нашлось несколько покупателей, уточните' : 'Покупатель не найден');
      const given = { user_id: customer.user_id, reason: textOf(values.reason) ?? '' };
      const { token } = await issueActingLink(db, { user_id, session_id: session.session_id }, given);
      const origin = await mainOrigin(db, config);
      out.line(`${full_name} войдёт как ${customer.full_name}. Ссылка действует минуту:`);
      out.line(`${origin}${loginByUserUrl()}?link=${token}`);
    },
  },
];

/** Once and nowhere else: the database holds the secret encrypted. */
function showSecret(out: Out, secret: string, address: string): void {
  const url = otpauthUrl(secret, address);
  out.line('Отсканируйте код приложением для одноразовых паролей. Больше он показан не будет.');
  out.line('');
  out.line(renderUnicodeCompact(url, { border: 2 }));
  out.line('');
  out.line(url);
}

async function readPerson(db: Db, typed: string | undefined) {
  const user = await findUserByEmail(db, readEmail(typed));
  if (!user) throw new CommandFailure(`Никто не входит с адресом ${typed}`);
  return user;
}

function readEmail(typed: string | boolean | undefined): string {
  const address = Email.safeParse(typed);
  if (!address.success)
    throw new CommandFailure(`Нужен адрес почты: --email imya@firma.example${typed ? `, а указано: ${typed}` : ''}`);
  return address.data;
}

function readName(typed: string | boolean | undefined): string {
  const full_name = typeof typed === 'string' ? typed.trim() : '';
  if (full_name.length < 2 || full_name.length > 120) throw new CommandFailure('Нужно имя: --name "Имя Фамилия"');
  return full_name;
}

function readPhone(typed: string): string {
  const digits = phoneDigits(typed);
  if (!/^7\d{10}$/.test(digits))
    throw new CommandFailure(`Телефон пишется как +7 (921) 000-00-00, а указано: ${typed}`);
  return `+${digits}`;
}

function readRoles(typed: string | boolean | undefined) {
  const words = (typeof typed === 'string' ? typed : '').split(',').map((word) => word.trim());
  return words.map((word) => {
    if (!isStaffRole(word)) throw new CommandFailure(`--roles: роли через запятую из ${staffRoles.join(', ')}`);
    return word;
  });
}
