import { type ReactNode, useState } from 'react';
import { consentGiven } from '#shared/form-fields.ts';
import { infoUrl, profileUrl } from '#shared/urls.ts';
import { type ShownConsent, useStandingConsent } from './standing-consent.ts';
import { TickField } from './tick-field.tsx';
import type { FieldProps, FormCheck } from './use-form-check.ts';

/**
 * The ticks under a form, those that its schema asks for: two, because one consent must not hang on the other; neither
 * is set for anybody. Who has given the consent to processing already is informed instead of asked, until the server
 * says that it stands no more. `purpose`: what the data are for, after a space.
 */
export function ConsentFields({ of, purpose = '' }: { of: FormCheck; purpose?: string }) {
  const { consent_personal_data: data, consent_advertising: advertising } = of.rules;
  const standing = useStandingConsent();
  const field = of.field('consent_personal_data');
  const [isAskedAgain, setAskedAgain] = useState(false);
  if (field.error && !isAskedAgain) setAskedAgain(true);
  return (
    <>
      {data && standing && !field.error && !isAskedAgain ? (
        <Standing consent={standing} name={field.name} />
      ) : data ? (
        // What was sent instead of the tick sets none.
        <DataConsent
          {...field}
          defaultValue={field.defaultValue === consentGiven ? undefined : field.defaultValue}
          purpose={purpose}
        />
      ) : null}
      {advertising ? <AdvertisingConsent {...of.field('consent_advertising')} /> : null}
    </>
  );
}

export function DataConsent({ purpose = '', ...field }: FieldProps & { purpose?: string }) {
  return (
    <TickField {...field}>
      Согласен на <Text slug="consent-personal-data">обработку персональных данных</Text>
      {purpose}
    </TickField>
  );
}

export function AdvertisingConsent(field: FieldProps) {
  return (
    <TickField {...field}>
      {field.required ? 'Согласен' : 'Хочу'} получать <Text slug="consent-advertising">рекламные сообщения</Text>
      {field.required ? '' : ' о\u00a0скидках'}
    </TickField>
  );
}

function Standing({ consent, name }: { consent: ShownConsent; name: string }) {
  return (
    <p className="small soft">
      <input type="hidden" name={name} value={consentGiven} />
      Согласие на <Text slug="consent-personal-data">обработку персональных данных</Text> вы дали{' '}
      <span className="num nowrap">{consent.given_on}</span>.{' '}
      <a className="link" href={`${profileUrl()}#consents`} target="_blank" rel="noreferrer">
        Все согласия
      </a>
    </p>
  );
}

/** Opened beside the form, so that nothing typed is lost. */
function Text({ slug, children }: { slug: string; children: ReactNode }) {
  return (
    <a className="link" href={infoUrl(slug)} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
