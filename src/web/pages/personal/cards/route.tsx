import { data } from 'react-router';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { attachCard } from '#modules/loyalty/attach-card.ts';
import { cardToken } from '#modules/loyalty/card-token.ts';
import { cardsOf, type Movement, movementsOf, openHolds } from '#modules/loyalty/cards.ts';
import { issueCard, renewCode, replaceCard } from '#modules/loyalty/issue-card.ts';
import { leftOfLots, readLots } from '#modules/loyalty/ledger.ts';
import { findProgramme } from '#modules/loyalty/programmes.ts';
import { proveCard } from '#modules/loyalty/prove-card.ts';
import { cardFields, cardKindWords, formatCardNumber, movementWords } from '#modules/loyalty/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { cardQrUrl, personalCardsUrl } from '#shared/urls.ts';
import { answerForm, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { bonusesOf, termWords } from '#web/parts/loyalty/card-words.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/route.ts';
import { CardsScreen } from './cards-screen.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Карты — ИДД' }];

export const handle: PersonalHandle = { crumbs: () => ({ here: 'Карты' }) };

const shownMovements = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, requestContext, keys } = context.get(shop);
  const { user_id, acting } = requireAccount(requestContext, request);
  const [cards, bonus] = await Promise.all([cardsOf(db, user_id), findProgramme(db, 'bonus')]);
  const zone = requestContext.department.time_zone;
  const programmes = await Promise.all(cards.map(({ kind }) => findProgramme(db, kind)));
  const histories = await Promise.all(
    cards.map(({ id }) => Promise.all([movementsOf(db, id, shownMovements), openHolds(db, id), readLots(db, id)])),
  );
  const lefts = histories.map(([, , lots]) => leftOfLots(lots));
  return {
    done: new URL(request.url).searchParams.get('done'),
    is_acting: acting !== null,
    can_issue: bonus !== null && !cards.some(({ kind }) => kind === 'bonus'),
    cards: cards.map((card, index) => ({
      kind: card.kind,
      title: cardKindWords[card.kind],
      number: formatCardNumber(card.number),
      ...bonusesOf(card, zone),
      counted_words: countedWords(programmes[index]?.counting_days ?? null),
      purchases_words: formatPrice(card.purchases_kopecks),
      // S6-05: what opens the card at a cash desk is the customer's alone.
      show_url: acting || card.blocked_at ? null : cardQrUrl(cardToken(keys, card)),
      is_blocked: card.blocked_at !== null,
      holds: (histories[index]?.[1] ?? []).map(({ order_id, order_number, amount, at }) => ({
        order: { id: order_id, number: order_number },
        amount,
        at: zonedDayWords(at, zone),
      })),
      movements: (histories[index]?.[0] ?? []).map((movement) => ({
        id: movement.id,
        at: zonedDayWords(movement.at, zone),
        amount: movement.amount,
        words: wordsOf(movement),
        purchase_words: movement.purchase_kopecks === 0 ? null : formatPrice(movement.purchase_kopecks),
        order:
          movement.order_id && movement.order_number ? { id: movement.order_id, number: movement.order_number } : null,
        basis_words: basisWords(movement),
        left_words: leftWords(movement, lefts[index]?.get(movement.id) ?? movement.amount, zone),
        note: movement.note,
      })),
    })),
  };
}

/** «За год»: of which time purchases count towards the level. */
function countedWords(days: number | null): string {
  return days === null ? 'Всего' : days === 365 ? 'За год' : `За ${termWords(days)}`;
}

export type CardsData = Awaited<ReturnType<typeof loader>>;

/** «осталось 445, действуют до 2 августа 2027», «потрачены»: of bonuses that came; null: they went, or have no term. */
function leftWords({ amount, expires_at }: Movement, left: number, zone: string): string | null {
  if (amount <= 0 || expires_at === null) return null;
  const day = zonedDayWords(expires_at, zone);
  if (expires_at <= new Date()) return `действовали до ${day}`;
  if (left === 0) return 'потрачены';
  return left < amount ? `осталось ${formatCount(left)}, действуют до ${day}` : `действуют до ${day}`;
}

/** «3 % с 1 800 ₽, без товаров со сниженной ценой»: what bonuses came of; null: they came of no purchase. */
function basisWords({ amount, percent, purchase_kopecks, leaves_out }: Movement): string | null {
  if (amount <= 0 || purchase_kopecks <= 0) return null;
  const sum = formatPrice(purchase_kopecks);
  if (percent === null) return `с покупки на ${sum}`;
  return `${percent}\u00a0% с\u00a0${sum}${leaves_out ? ', без товаров со сниженной ценой' : ''}`;
}

/** What was spent without an order was spent at a cash desk. */
function wordsOf({ reason, purchase_kopecks, order_id, note }: Movement): string {
  if (reason === 'adjusted' && purchase_kopecks > 0) return 'Начислено за покупку на кассе';
  return reason === 'spent' && !order_id && note ? 'Списано на кассе' : movementWords[reason];
}

/** A code that was made just now: it is shown once and kept nowhere. */
export type CardSecret = { secret: { number: string; code: string } };

export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const account = requireAccount(found.requestContext, request);
  const form = await request.formData();
  const intent = textOf(form, 'intent');
  let made: CardSecret['secret'] | null = null;
  const answer = await answerForm(personalCardsUrl(), intent, form, async () => {
    refuseWhileActing(account);
    if (intent === 'attach') await attach(found, account.user_id, form);
    else made = await makeSecret(found, account.user_id, intent, textOf(form, 'kind'));
  });
  // A code is shown in the answer itself: an address would stay in the browser's history.
  if (made && answer instanceof Response) return data<CardSecret>({ secret: made });
  return answer;
}

export default function Cards({ loaderData, actionData }: Route.ComponentProps) {
  const notice = actionData as FormAnswer | CardSecret | undefined;
  const secret = notice && 'secret' in notice ? notice.secret : null;
  return <CardsScreen found={loaderData} answer={notice && !('secret' in notice) ? notice : null} secret={secret} />;
}

async function attach({ db, requestContext }: Shop, user_id: string, form: FormData): Promise<void> {
  const card = await proveCard(db, checkForm(cardFields, form), { visitor: user_id, address: requestContext.address });
  await db.transaction().execute((db) => attachCard(db, card, user_id));
}

async function makeSecret({ db }: Shop, user_id: string, intent: string, kind: string): Promise<CardSecret['secret']> {
  if (intent === 'issue') {
    const made = await issueCard(db, { kind: 'bonus', user_id, phone: null, who: 'покупатель' });
    return { number: formatCardNumber(made.number), code: made.code };
  }
  const card = (await cardsOf(db, user_id)).find((own) => own.kind === kind);
  if (!card) throw new Refusal('not_found');
  // Staff blocked it: another number would release it.
  if (card.blocked_at) throw new Refusal('card_blocked');
  if (intent === 'code') return { number: formatCardNumber(card.number), code: await renewCode(db, card.id) };
  if (intent !== 'lost') throw new Refusal('bad_input');
  const made = await db.transaction().execute((db) => replaceCard(db, card.id, 'покупатель'));
  return { number: formatCardNumber(made.number), code: made.code };
}
