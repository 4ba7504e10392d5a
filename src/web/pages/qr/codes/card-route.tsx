import { cardOfToken } from '#modules/loyalty/card-token.ts';
import { stateOf } from '#modules/loyalty/cards.ts';
import { cardKindWords, formatCardNumber } from '#modules/loyalty/schema.ts';
import { personalCardsUrl } from '#shared/urls.ts';
import { bonusesOf } from '#web/parts/loyalty/card-words.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import { qrPath } from '#web/ui/qr-path.ts';
import type { Route } from './+types/card-route.ts';

/**
 * S2-10: a card on a phone at the cash desk: its number as a code and as digits, and what is on it. A forged or
 * replaced one is unknown.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, requestContext, keys } = context.get(shop);
  const card = await cardOfToken(db, keys, params.token);
  const state = card && (await stateOf(db, card));
  if (!state) throw notFound();
  return {
    kind: state.kind,
    title: cardKindWords[state.kind],
    number: formatCardNumber(state.number),
    code: qrPath(state.number),
    ...bonusesOf(state, requestContext.department.time_zone),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.title ?? 'Карта'} — ИДД` }];

export default function CardOnScreen({ loaderData: card }: Route.ComponentProps) {
  return (
    <div className="qrtask qrtask--card">
      <h1>{card.title}</h1>
      <div className="qrtask__code">
        <QrCode code={card.code} label={`Код карты ${card.number}`} />
      </div>
      <p className="qrtask__number num">{card.number}</p>
      <p>
        {card.kind === 'bonus' ? (
          <>
            На карте <b className="b num">{card.balance_words}</b>
          </>
        ) : (
          <>Ступень {card.level_words ?? 'ещё не достигнута'}</>
        )}
      </p>
      {card.expiring_words ? <p className="soft">{card.expiring_words}</p> : null}
      <p className="soft">Покажите экран кассиру до оплаты. Если код не читается, прибавьте яркость.</p>
      <div className="qrtask__buttons">
        <a className="btn btn--quiet btn--lg" href={personalCardsUrl()}>
          История карты
        </a>
      </div>
    </div>
  );
}
