import { cardFields } from '#modules/loyalty/schema.ts';
import { formatCount } from '#shared/plurals.ts';
import { refusals } from '#shared/refusals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { bonusCardUrl, iddCardUrl, personalOrderUrl } from '#shared/urls.ts';
import { CardNumberFields } from '#web/parts/forms/card-number-fields.tsx';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { NextLevel } from '#web/parts/loyalty/next-level.tsx';
import { CardFace } from '#web/parts/written/written-page.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { answerTo, FieldForm, Section, SmallForm } from '../section.tsx';
import type { CardSecret, CardsData } from './route.tsx';

type CardsScreenProps = { found: CardsData; answer: FormAnswer | null; secret: CardSecret['secret'] | null };

/** Balance, level and history of every card, a new one, and one that was taken at a cash desk. */
export function CardsScreen({ found, answer, secret }: CardsScreenProps) {
  const sent = { done: found.done, answer };
  return (
    <>
      <section className="sheet">
        <h1>Карты</h1>
        <div role="status">{secret ? <Secret secret={secret} /> : null}</div>
        {answer && answer.form !== 'attach' && answer.error ? (
          <Note kind="err" role="alert" className="lk__said">
            {answer.error}
          </Note>
        ) : null}
        <p className="lk__lead">
          {found.cards.length === 0 ? 'Карт пока нет. ' : ''}
          <Link className="link" to={bonusCardUrl()}>
            Бонусная карта
          </Link>{' '}
          возвращает бонусами часть заказа,{' '}
          <Link className="link" to={iddCardUrl()}>
            карта ИДД
          </Link>{' '}
          даёт скидку на кассе.
        </p>
        {found.can_issue && !found.is_acting ? (
          <SmallForm name="issue">
            <p>Бонусная карта бесплатная и работает сразу: номер можно показать на кассе с телефона.</p>
            <button type="submit" className="btn btn--primary">
              Получить бонусную карту
            </button>
          </SmallForm>
        ) : null}
      </section>
      {found.cards.map((card) => (
        <CardSheet key={card.kind} card={card} is_acting={found.is_acting} />
      ))}
      {found.cards.length < 2 && !found.is_acting ? (
        <Section id="attach" title="Привязать карту" sent={sent} words={{ attach: 'Карта привязана.' }}>
          <FieldForm
            name="attach"
            className="form"
            rules={cardFields}
            answer={answerTo(sent, 'attach')}
            fields={(check) => (
              <div className="two">
                <CardNumberFields of={check} />
              </div>
            )}
          >
            <button type="submit" className="btn btn--quiet">
              Привязать
            </button>
          </FieldForm>
        </Section>
      ) : null}
    </>
  );
}

function Secret({ secret }: { secret: CardSecret['secret'] }) {
  return (
    <Note kind="ok" className="lk__said">
      <p>
        Карта <b className="b num">{secret.number}</b>, код:
      </p>
      <p className="club__code num">{secret.code}</p>
      <p>Запишите код: больше мы его не покажем. Он нужен, чтобы проверить карту без входа в кабинет.</p>
    </Note>
  );
}

type Card = CardsData['cards'][number];

function CardSheet({ card, is_acting }: { card: Card; is_acting: boolean }) {
  const id = `card-${card.kind}`;
  return (
    <section className="sheet" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{card.title}</h2>
      <div className="club__part">
        <div className="club__own">
          <CardFace kind={card.kind} title={card.title} number={card.number} />
          <div>
            <div className="row row--wrap between club__balance">
              <p className="club__sum num">
                {card.kind === 'bonus' ? card.balance_words : (card.level_words ?? 'Скидки пока нет')}
              </p>
              {card.show_url ? (
                <a className="btn btn--primary" href={card.show_url}>
                  <Icon name="qr-code" size="s" />
                  Показать на кассе
                </a>
              ) : null}
            </div>
            {card.held_words ? <p className="num">{card.held_words}</p> : null}
            {card.expiring_words ? <p>{card.expiring_words}</p> : null}
            {card.kind === 'bonus' && card.level_words ? <p className="soft">Ступень {card.level_words}</p> : null}
            <p className="soft">
              {unbroken(
                `${card.counted_words} зачтено покупок на ${card.purchases_words}${card.kind === 'bonus' ? ', без товаров со сниженной ценой' : ''}.`,
              )}
              {card.next_words ? ` ${unbroken(card.next_words)}.` : ''}
            </p>
            <NextLevel progress={card.progress} />
          </div>
        </div>
        {card.is_blocked ? (
          <Note kind="err" className="lk__said">
            {refusals.card_blocked.message}
          </Note>
        ) : null}
        {is_acting || card.is_blocked ? null : (
          <div className="club__acts">
            <SmallForm name="code" className="club__inline">
              <input type="hidden" name="kind" value={card.kind} />
              <button type="submit" className="link">
                Сменить код карты
              </button>
            </SmallForm>
            <details className="club__fold">
              <summary className="link">Карта утеряна</summary>
              <SmallForm name="lost">
                <input type="hidden" name="kind" value={card.kind} />
                <p className="small">
                  Номер и код сменятся, прежние перестанут действовать.{' '}
                  {card.kind === 'bonus' ? 'Бонусы и история останутся.' : 'Скидка и история останутся.'}
                </p>
                <button type="submit" className="btn btn--quiet">
                  Перевыпустить карту
                </button>
              </SmallForm>
            </details>
          </div>
        )}
        <History card={card} />
      </div>
    </section>
  );
}

function History({ card }: { card: Card }) {
  if (card.movements.length + card.holds.length === 0) return <p className="soft">Движений по карте ещё не было.</p>;
  return (
    <>
      <h3 className="club__history">История</h3>
      <ul className="lkrows" aria-label="История карты">
        {card.holds.map(({ order, amount, at }) => (
          <li key={order.id} className="lkrow">
            <div>
              <p>
                Отложено,{' '}
                <Link className="link" to={personalOrderUrl(order.id)}>
                  заказ <span className="num">{order.number}</span>
                </Link>
              </p>
              <p className="small soft num">
                {at}
                {'\u00a0'}· спишутся, когда заказ получен; вернутся, если его отменить
              </p>
            </div>
            <b className="b num nowrap">−{formatCount(amount)}</b>
          </li>
        ))}
        {card.movements.map((movement) => (
          <li key={movement.id} className="lkrow">
            <div>
              <p>
                {card.kind === 'idd' && movement.amount === 0 ? 'Покупка учтена' : movement.words}
                {movement.order ? (
                  <>
                    {', '}
                    <Link className="link" to={personalOrderUrl(movement.order.id)}>
                      заказ <span className="num">{movement.order.number}</span>
                    </Link>
                  </>
                ) : null}
              </p>
              <p className="small soft num">
                {unbroken(
                  [movement.at, movement.basis_words, movement.note, movement.left_words]
                    .filter(Boolean)
                    .join('\u00a0· '),
                )}
              </p>
            </div>
            <b className="b num nowrap">
              {movement.amount === 0
                ? movement.purchase_words
                : `${movement.amount > 0 ? '+' : '−'}${formatCount(Math.abs(movement.amount))}`}
            </b>
          </li>
        ))}
      </ul>
    </>
  );
}
