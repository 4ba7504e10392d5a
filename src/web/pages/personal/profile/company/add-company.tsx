import { type ChangeEvent, useEffect, useRef } from 'react';
import { Form, useFetcher } from 'react-router';
import { isInn } from '#shared/company-numbers.ts';
import { type CompanyFields, companyForm } from '#shared/company-rules.ts';
import { unbroken } from '#shared/unbroken.ts';
import { companyUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { type FormCheck, useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import type { CompaniesPage } from './read-companies.ts';
import { Refused } from './refused.tsx';

/** A pause in typing before the register is asked. */
const pauseMs = 300;

/**
 * A firm by its ИНН, folded for whoever has one already: the register fills the other fields in when it answers, and
 * they are typed when it does not. Without JavaScript the button beside the ИНН asks it.
 */
export function AddCompany({ found, answer }: { found: CompaniesPage; answer: FormAnswer | null }) {
  const own = answer?.form === 'add' ? answer : null;
  const { party, ask } = useParty(found.party);
  const inn = party?.inn ?? own?.values?.inn ?? found.asked_inn;
  const check = useFormCheck(companyForm, own, { values: { inn: found.asked_inn } });
  const known = party
    ? { name: party.name, kpp: party.kpp ?? '', ogrn: party.ogrn ?? '', legal_address: party.legal_address }
    : {};
  const isFirst = found.companies.length + found.requests.length === 0;
  const form = (
    <>
      <p className="soft">
        {unbroken(
          `Менеджер проверит организацию${found.check_term ? ` ${found.check_term}` : ''} и откроет цены для бизнеса, о решении напишем на почту. До проверки можно заказывать по розничным ценам.`,
        )}
      </p>
      <p className="soft small">
        Если организация уже покупает у нас, её владелец получит вашу просьбу: пока он не согласится, вы не увидите ни
        её заказов, ни цен.
      </p>
      <Form method="get" id="find-company" />
      <Form method="post" className="form" preventScrollReset {...check.form}>
        <div className="row firm__inn">
          <Field
            {...check.field('inn')}
            hint={`10 цифр у организации, 12 у предпринимателя${found.has_register ? '. Остальное заполним по нему' : ''}`}
            inputMode="numeric"
            defaultValue={inn}
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
        <CompanyDetails key={party?.inn ?? ''} of={check} known={known} inn={inn} isFolded={!found.has_register} />
        <Refused answer={answer} name="add" />
        <button type="submit" className="btn btn--primary" name="intent" value="add">
          Добавить организацию
        </button>
      </Form>
    </>
  );
  return (
    <section className="sheet" id="add" aria-labelledby="add-title">
      {isFirst ? (
        <>
          <h2 id="add-title">Добавить организацию</h2>
          {form}
        </>
      ) : (
        <details className="firm__another" open={own !== null || found.asked_inn !== ''}>
          <summary>
            <h2 id="add-title">Добавить ещё одну организацию</h2>
          </summary>
          {form}
        </details>
      )}
    </section>
  );
}

type DetailsProps = {
  of: FormCheck<keyof typeof companyForm>;
  /** What the register has told stands instead of what was typed. */
  known?: Partial<CompanyFields>;
  inn: string;
  /** Nobody fills the numbers in: what may stay empty is asked for below a line that opens. */
  isFolded?: boolean;
};

const mayStayEmpty = ['kpp', 'ogrn', 'legal_address'] as const;

/** Everything of a firm but its ИНН. */
export function CompanyDetails({ of, known = {}, inn, isFolded = false }: DetailsProps) {
  const field = (name: keyof CompanyFields) => ({ of, name, ...(name in known && { defaultValue: known[name] }) });
  const name = <FormField {...field('name')} />;
  const numbers = (
    <>
      <FormField {...field('kpp')} hint={inn.length === 10 ? 'Если есть' : 'У ИП КПП нет'} />
      <FormField {...field('ogrn')} />
      <FormField {...field('legal_address')} />
    </>
  );
  if (!isFolded)
    return (
      <div className="two">
        {name}
        {numbers}
      </div>
    );
  const isFilled = mayStayEmpty.some((name) => of.errors[name] || of.field(name).defaultValue);
  return (
    <>
      {name}
      <details className="firm__more" open={isFilled}>
        <summary className="link">Добавить реквизиты</summary>
        <div className="two">{numbers}</div>
      </details>
    </>
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
