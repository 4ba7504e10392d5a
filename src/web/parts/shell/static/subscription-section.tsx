import { newsForm } from '#modules/subscriptions/schema.ts';
import { infoUrl, newsUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Required } from '#web/ui/required.tsx';

const { email } = newsForm;

/**
 * The subscription block (S2-42, S4-15). Static like the whole footer: without JavaScript the form leads to its own
 * page, with it `parts/dialogs/subscription-form.ts` comes when the block is about to be seen.
 */
export function SubscriptionSection({ site }: { site: string }) {
  return (
    <section className="sub" data-subscription={site} aria-labelledby="subscribe-title">
      <div className="wrap">
        <div>
          <h2 id="subscribe-title">Скидки и новинки — раз&nbsp;в&nbsp;неделю</h2>
          <p className="soft">
            Только товары, которые есть в вашем городе. Первым придёт письмо с просьбой подтвердить адрес, отписаться
            можно в один клик.
          </p>
        </div>
        <form method="post" action={newsUrl()} noValidate>
          <label className="field__label" htmlFor="subscribe-email">
            {email.label}
            <Required />
          </label>
          <input
            className="input"
            id="subscribe-email"
            name="email"
            type={email.type}
            inputMode="email"
            autoComplete={email.autoComplete}
            maxLength={email.max}
            aria-required={email.required}
          />
          <FieldMessage name="email" />
          <Consent name="consent_personal_data" slug="consent-personal-data" words="Согласен на">
            обработку персональных данных
          </Consent>
          <Consent name="consent_advertising" slug="consent-advertising" words="Согласен получать">
            рекламные сообщения
          </Consent>
          <button type="submit" className="btn btn--primary" name="intent" value="subscribe">
            Подписаться
          </button>
        </form>
        <div className="sub__done" role="status" />
      </div>
    </section>
  );
}

/** A tick of the schema and the text that it is for. */
function Consent({ name, slug, words, children }: ConsentProps) {
  return (
    <>
      <label className="tick">
        <input
          type={newsForm[name].type}
          className="tick__box"
          id={`subscribe-${name}`}
          name={name}
          value="1"
          aria-required={newsForm[name].required}
        />
        <span>
          {words}{' '}
          <a className="link" href={infoUrl(slug)} target="_blank" rel="noreferrer">
            {children}
          </a>
          <Required />
        </span>
      </label>
      <FieldMessage name={name} />
    </>
  );
}

type ConsentProps = {
  name: Exclude<keyof typeof newsForm, 'email'>;
  slug: string;
  words: string;
  children: string;
};

/** Its words come with the script. */
function FieldMessage({ name }: { name: keyof typeof newsForm }) {
  return (
    <p className="field__err" id={`subscribe-${name}-error`} hidden>
      <Icon name="circle-alert" size="s" />
      <span />
    </p>
  );
}
