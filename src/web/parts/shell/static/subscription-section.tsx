import { newsForm } from '#modules/subscriptions/schema.ts';
import { newsUrl } from '#shared/urls.ts';
import { AdvertisingConsent, DataConsent } from '#web/parts/forms/consent-fields.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { FieldError } from '#web/ui/field-error.tsx';

/**
 * The subscription block (S2-42, S4-15). Static like the whole footer: without JavaScript the form leads to its own
 * page, with it `parts/forms/subscription-form.ts` comes when the block is about to be seen, and copies the `template`
 * for what is wrong.
 */
export function SubscriptionSection({ site }: { site: string }) {
  const check = useFormCheck(newsForm, null, { prefix: 'subscribe-' });
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
          <FormField of={check} name="email" />
          <DataConsent {...check.field('consent_personal_data')} />
          <AdvertisingConsent {...check.field('consent_advertising')} />
          <button type="submit" className="btn btn--primary" name="intent" value="subscribe">
            Подписаться
          </button>
          <template>
            <FieldError id="subscribe-error">{null}</FieldError>
          </template>
        </form>
        <div className="sub__done" role="status" />
      </div>
    </section>
  );
}
