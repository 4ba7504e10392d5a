import { consentPurposeWords } from '#modules/consents/schema.ts';
import { countOf } from '#shared/plurals.ts';
import { infoUrl } from '#shared/urls.ts';
import { Link } from '#web/ui/link.tsx';
import { Section, type Sent, SmallForm } from '../section.tsx';
import type { ProfileData } from './route.tsx';

const words = {
  'consents:withdraw': 'Согласие отозвано. Подписки остановлены; письма о заказах и безопасности приходят и дальше.',
  'consents:give': 'Согласие сохранено. Что присылать, выбирается на странице «Подписки».',
};

/** Every consent with its date and text; one press takes it back. Each order's use of an earlier one is folded. */
export function Consents({ found, sent }: { found: ProfileData; sent: Sent }) {
  const { consents } = found;
  const given = consents.filter(({ under_text }) => under_text === null);
  const uses = consents.filter(({ under_text }) => under_text !== null);
  const advertises = consents.some(({ purpose, withdrawn_text }) => purpose === 'advertising' && !withdrawn_text);
  return (
    <Section id="consents" title="Согласия" sent={sent} words={words}>
      {consents.length === 0 ? <p className="soft">Согласий вы не давали.</p> : null}
      <Rows consents={given} />
      {uses.length > 0 ? (
        <details className="lksessions">
          <summary className="link">
            Ещё {countOf(uses.length, 'подтверждение', 'подтверждения', 'подтверждений')}
          </summary>
          <Rows consents={uses} />
        </details>
      ) : null}
      {advertises ? null : (
        <SmallForm name="consents:give">
          <button type="submit" className="btn btn--line lk__lead">
            Согласиться на рекламные сообщения
          </button>
        </SmallForm>
      )}
      <p className="small soft lk__lead">
        Если отозвать согласие на обработку данных, рассылки и уведомления прекратятся. Начатые заказы мы выполним, а
        чеки и документы сохраним, сколько требует закон. Чтобы удалить остальное, удалите кабинет.
      </p>
    </Section>
  );
}

function Rows({ consents }: { consents: ProfileData['consents'] }) {
  return (
    <ul className="lkrows">
      {consents.map((consent) => (
        <li key={consent.id} className="lkrow">
          <div>
            <Link className="b link" to={infoUrl(consent.page_slug)} target="_blank">
              {consentPurposeWords[consent.purpose]}
            </Link>
            <p className="small soft num">
              {consent.under_text
                ? `Использовано ${consent.where} ${consent.given_text}: согласие от ${consent.under_text}`
                : `Дано ${consent.where} ${consent.given_text}`}
              , редакция {consent.page_version}.
              {consent.uses > 0 && !consent.withdrawn_text
                ? ` Отзыв отменит и ${consent.uses === 1 ? 'подтверждение' : 'все подтверждения'} ниже.`
                : ''}
              {consent.withdrawn_text ? ` Отозвано ${consent.withdrawn_text}.` : ''}
            </p>
          </div>
          {consent.withdrawn_text ? null : (
            <SmallForm name="consents:withdraw" row={consent.id}>
              <button type="submit" className="btn btn--sm btn--line">
                Отозвать
              </button>
            </SmallForm>
          )}
        </li>
      ))}
    </ul>
  );
}
