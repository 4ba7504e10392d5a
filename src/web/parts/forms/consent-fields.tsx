import type { ReactNode } from 'react';
import { infoUrl } from '#shared/urls.ts';
import { TickField } from './tick-field.tsx';
import type { FormCheck } from './use-form-check.ts';

/**
 * The ticks under a form, those that its schema asks for: two, because one consent must not hang on the other; neither
 * is set for anybody. `purpose`: what the data are for, after a space.
 */
export function ConsentFields({ of, purpose = '' }: { of: FormCheck; purpose?: string }) {
  const { consent_personal_data: data, consent_advertising: advertising } = of.rules;
  return (
    <>
      {data ? (
        <TickField {...of.field('consent_personal_data')}>
          Согласен на <Text slug="consent-personal-data">обработку персональных данных</Text>
          {purpose}
        </TickField>
      ) : null}
      {advertising ? (
        <TickField {...of.field('consent_advertising')}>
          {advertising.required ? 'Согласен' : 'Хочу'} получать{' '}
          <Text slug="consent-advertising">рекламные сообщения</Text>
          {advertising.required ? '' : ' о скидках'}
        </TickField>
      ) : null}
    </>
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
