import { type ChangeEvent, useEffect, useRef } from 'react';
import { Form, useFetcher } from 'react-router';
import { isInn } from '#shared/company-numbers.ts';
import { companyFields, companyProblems } from '#shared/company-rules.ts';
import { companyUrl } from '#shared/urls.ts';
import type { Problems } from '#web/parts/forms/use-form-check.ts';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { FormError, type ScreenProps } from './company-screen.tsx';
import type { CompaniesPage } from './read-companies.ts';

/** A pause in typing before the register is asked. */
const pauseMs = 300;

/**
 * A firm by its ИНН: the register fills the other fields in when it answers, and they are typed when it does not. Without JavaScript the
 * button beside the ИНН asks it.
 */
export function AddCompany({ found, answer }: ScreenProps) {
  const own = answer?.form === 'add' ? answer : null;
  const check = useFormCheck(own, (form) => companyProblems(companyFields(form)));
  const { party, ask } = useParty(found.party);
  const typed = own?.values;
  const values = party ?? typed ?? {};
  const inn = party?.inn ?? typed?.inn ?? found.asked_inn;
  return (
    <section className="sheet" id="add" aria-labelledby="add-title">
      <h2 id="add-title">Добавить организацию</h2>
      <p className="soft">
        Если организация уже покупает у нас, её владелец получит вашу просьбу: пока он не согласится, вы не увидите ни
        её заказов, ни цен.
      </p>
      <Form method="get" id="find-company" />
      <Form method="post" noValidate className="lk__form" preventScrollReset {...check.handlers}>
        <div className="row firm__inn">
          <Field
            name="inn"
            label="ИНН"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={14}
            defaultValue={inn}
            error={check.errors.inn}
            onChange={(event: ChangeEvent<HTMLInputElement>) => ask(event.target.value)}
          />
          <button type="submit" className="btn btn--line no-js" form="find-company" formNoValidate>
            Найти по ИНН
          </button>
        </div>
        {party ? (
          <Note kind={party.is_operating ? 'ok' : 'warn'} role="status" className="firm__note">
            {party.is_operating
              ? 'Заполнили по государственному реестру. Проверьте и поправьте, если нужно.'
              : 'По государственному реестру организация не работает. Менеджер уточнит это при проверке.'}
          </Note>
        ) : null}
        <CompanyDetails key={party?.inn ?? ''} values={values} errors={check.errors} inn={inn} />
        <FormError answer={answer} name="add" />
        <button type="submit" className="btn btn--primary" name="intent" value="add">
          Добавить организацию
        </button>
      </Form>
    </section>
  );
}

type DetailsProps = { values: Record<string, unknown>; errors: Problems; inn: string; prefix?: string };

/** Everything of a firm but its ИНН. */
export function CompanyDetails({ values, errors, inn, prefix = '' }: DetailsProps) {
  const field = (name: string) => ({
    name,
    id: prefix + name,
    defaultValue: String(values[name] ?? ''),
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <div className="two">
      <Field {...field('name')} label="Название" required maxLength={250} autoComplete="organization" />
      <Field
        {...field('kpp')}
        label="КПП"
        maxLength={9}
        hint={inn.length === 12 ? 'У предпринимателя КПП нет' : 'Если есть'}
      />
      <Field {...field('ogrn')} label="ОГРН или ОГРНИП" inputMode="numeric" maxLength={15} />
      <Field {...field('legal_address')} label="Юридический адрес" maxLength={500} />
    </div>
  );
}

/** What the register says of the ИНН being typed; a newer ИНН forgets the question about the older. */
function useParty(first: CompaniesPage['party']) {
  const { data, load } = useFetcher<CompaniesPage>({ key: 'company-party' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    party: data?.party ?? first,
    ask(typed: string) {
      clearTimeout(timer.current);
      const inn = typed.replace(/\s/g, '');
      if (isInn(inn)) timer.current = setTimeout(() => load(`${companyUrl()}?inn=${inn}`), pauseMs);
    },
  };
}
