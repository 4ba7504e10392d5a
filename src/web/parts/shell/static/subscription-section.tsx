import { infoUrl, newsUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';

/**
 * The subscription block (S2-42, S4-15). Static like the whole footer: without JavaScript the form leads to its own
 * page, with it `parts/dialogs/subscription-form.ts` comes when the block is about to be seen.
 */
export function SubscriptionSection({ site }: { site: string }) {
  return (
    <section className="sub" data-subscription={site} aria-labelledby="subscribe-title">
      <div className="wrap">
        <div>
          <h2 id="subscribe-title">Скидки и новинки — раз в неделю</h2>
          <p className="soft">
            Только товары, которые есть в вашем городе. Первым придёт письмо с просьбой подтвердить адрес, отписаться
            можно в один клик.
          </p>
        </div>
        <form method="post" action={newsUrl()} noValidate>
          <label className="field__label" htmlFor="subscribe-email">
            Почта
            <span className="req" aria-hidden="true">
              {' '}
              *
            </span>
          </label>
          <input
            className="input"
            id="subscribe-email"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            aria-required="true"
          />
          <button type="submit" className="btn btn--primary" name="intent" value="subscribe">
            Подписаться
          </button>
          <FieldMessage name="email" />
          <label className="tick">
            <input
              type="checkbox"
              className="tick__box"
              id="subscribe-consent_personal_data"
              name="consent_personal_data"
              value="1"
            />
            <span>
              Согласен на{' '}
              <a className="link" href={infoUrl('consent-personal-data')} target="_blank" rel="noreferrer">
                обработку персональных данных
              </a>
            </span>
          </label>
          <FieldMessage name="consent_personal_data" />
          <label className="tick">
            <input
              type="checkbox"
              className="tick__box"
              id="subscribe-consent_advertising"
              name="consent_advertising"
              value="1"
            />
            <span>
              Согласен получать{' '}
              <a className="link" href={infoUrl('consent-advertising')} target="_blank" rel="noreferrer">
                рекламные сообщения
              </a>
            </span>
          </label>
          <FieldMessage name="consent_advertising" />
        </form>
        <div className="sub__done" role="status" />
      </div>
    </section>
  );
}

/** Its words come with the script. */
function FieldMessage({ name }: { name: string }) {
  return (
    <p className="field__err" id={`subscribe-${name}-error`} hidden>
      <Icon name="circle-alert" size="s" />
      <span />
    </p>
  );
}
