import { findUserByEmail } from '#modules/accounts/create-user.ts';
import { type Card, findCard, movementsOf, stateOf } from '#modules/loyalty/cards.ts';
import { issueCard, replaceCard } from '#modules/loyalty/issue-card.ts';
import { adjustCard } from '#modules/loyalty/move-bonuses.ts';
import { cardKinds, cardKindWords, formatCardNumber, movementWords, readCardNumber } from '#modules/loyalty/schema.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { toE164 } from '#shared/phone.ts';
import { type Command, CommandFailure, json, textOf } from './command.ts';

const cardParameter = { name: 'КАРТА', summary: 'номер карты' };
const who = { type: 'string', value: 'КТО', summary: 'кто это делает, останется в истории карты' } as const;
const zone = 'Europe/Moscow';

/**
 * Cards from the command line, as the back office has them. Whatever changes one stays in its ledger with name and
 * reason.
 */
export const commands: Command[] = [
  {
    name: 'cards issue',
    changes: 'cards',
    summary: 'выдать карту; номер и код показываются один раз',
    options: {
      kind: { type: 'string', value: 'ВИД', summary: 'bonus (бонусная) или idd (карта ИДД)', default: 'bonus' },
      email: { type: 'string', value: 'ПОЧТА', summary: 'сразу привязать к кабинету с этой почтой' },
      phone: { type: 'string', value: 'ТЕЛЕФОН', summary: 'телефон владельца' },
      who,
    },
    async run({ db, args: { values }, out }) {
      const kind = cardKinds.find((kind) => kind === values.kind);
      if (!kind) throw new CommandFailure('--kind: bonus или idd');
      const phone = values.phone === undefined ? null : toE164(String(values.phone));
      if (values.phone !== undefined && !phone) throw new CommandFailure('--phone: это не телефон');
      const email = values.email === undefined ? null : String(values.email).trim().toLowerCase();
      const user = email === null ? null : await findUserByEmail(db, email);
      if (email !== null && !user) throw new CommandFailure(`Кабинета с почтой ${email} нет`);
      const card = await issueCard(db, { kind, user_id: user?.id ?? null, phone, who: readWho(values.who) });
      out.line(`${cardKindWords[kind]} ${formatCardNumber(card.number)}, код ${card.code}`);
    },
  },
  {
    name: 'cards show',
    summary: 'карта: владелец, баланс, ступень, история',
    parameters: [cardParameter],
    options: { json },
    async run({ db, args: { positionals, values }, out }) {
      const card = await readCard(db, positionals[0]);
      const state = await stateOf(db, card);
      const movements = await movementsOf(db, card.id, 100);
      if (values.json) return out.json({ ...state, movements });
      out.line(
        `${cardKindWords[card.kind]} ${formatCardNumber(card.number)}, выдана ${formatDateTime(card.issued_at, zone)}`,
      );
      out.line(card.user_id ? `Привязана к кабинету ${card.user_id}` : 'К кабинету не привязана');
      if (state?.programme.expiry_days)
        out.line(`Бонусов: ${state.balance}${state.held > 0 ? `, ещё ${state.held} отложено на заказы` : ''}`);
      if (state) {
        const level = state.level ? `«${state.level.name}», ${state.level.percent} %` : 'нет';
        out.line(`Ступень: ${level}; покупок за период ${formatPrice(state.purchases_kopecks)}`);
      }
      for (const movement of movements) {
        const amount = movement.amount > 0 ? `+${movement.amount}` : String(movement.amount);
        const purchase = movement.purchase_kopecks === 0 ? '' : `  покупка ${formatPrice(movement.purchase_kopecks)}`;
        const order = movement.order_number === null ? '' : `  заказ ${movement.order_number}`;
        out.line(
          `${formatDateTime(movement.at, zone)}  ${amount}  ${movementWords[movement.reason]}${purchase}${order}  ${movement.who}  ${movement.note}`.trimEnd(),
        );
      }
    },
  },
  {
    name: 'cards adjust',
    changes: 'cards',
    summary: 'начислить или списать бонусы, учесть покупку на кассе; всегда с причиной',
    parameters: [cardParameter],
    options: {
      bonuses: { type: 'string', value: 'N', summary: 'сколько бонусов: 100 или -100', default: '0' },
      purchase: { type: 'string', value: 'РУБЛИ', summary: 'покупка на кассе в счёт ступени', default: '0' },
      spent: { type: 'boolean', summary: 'списаны в оплату на кассе' },
      why: { type: 'string', value: 'ПРИЧИНА', summary: 'увидят владелец карты и сотрудники' },
      who,
    },
    async run({ db, args: { positionals, values }, out }) {
      const card = await readCard(db, positionals[0]);
      const change = {
        amount: Number(values.bonuses),
        purchase_kopecks: Math.round(Number(values.purchase) * 100),
        reason: values.spent ? ('spent' as const) : ('adjusted' as const),
        who: readWho(values.who),
        note: String(values.why ?? ''),
      };
      await db.transaction().execute((db) => adjustCard(db, card, change));
      const state = await stateOf(db, card);
      out.line(`Записано. Бонусов: ${state?.balance ?? 0}.`);
    },
  },
  {
    name: 'cards replace',
    changes: 'cards',
    summary: 'карта утеряна: новый номер и код, баланс и история остаются',
    parameters: [cardParameter],
    options: { who },
    async run({ db, args: { positionals, values }, out }) {
      const card = await readCard(db, positionals[0]);
      const made = await db.transaction().execute((db) => replaceCard(db, card.id, readWho(values.who)));
      out.line(`Новый номер ${formatCardNumber(made.number)}, код ${made.code}. Прежний больше не действует.`);
    },
  },
];

async function readCard(db: Db, typed = ''): Promise<Card> {
  const number = readCardNumber(typed);
  const card = number && (await findCard(db, number));
  if (!card) throw new CommandFailure(`Карта не найдена: ${typed}`);
  return card;
}

function readWho(typed: string | boolean | undefined): string {
  return textOf(typed)?.trim().slice(0, 100) || 'сотрудник';
}
