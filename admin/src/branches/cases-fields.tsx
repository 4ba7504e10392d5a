import { CircleAlert, CircleCheck, WandSparkles } from 'lucide-react';
import { useId } from 'react';
import { inCity } from '#shared/cities.ts';
import {
  type CityCase,
  type CityCases,
  cityCaseProblems,
  cityCases,
  cityCaseWords,
  proposeCityCases,
} from '#shared/city-cases.ts';
import { Button } from '../parts/button.tsx';
import type { BranchForm } from './branch-page.tsx';

const questions: Record<CityCase, string> = {
  nominative: 'кто? что?',
  genitive: 'кого? чего?',
  dative: 'кому? чему?',
  accusative: 'кого? что?',
  instrumental: 'кем? чем?',
  prepositional: 'о ком? где?',
};

/** A sentence of the shop around the form: before it, after it. */
const sentences: Record<CityCase, readonly [string, string]> = {
  nominative: ['Ваш город — ', '?'],
  genitive: ['Жителям ', ' скидка на первый заказ'],
  dative: ['Доставка по ', ' завтра'],
  accusative: ['Привезём в ', ' за два дня'],
  instrumental: ['Доставка в города рядом с ', ''],
  prepositional: ['Купить ', ' сухие смеси'],
};

/** The town in six cases, each in a sentence, doubts beneath; doubtful ones are kept only when a person says so. */
export function CasesFields({ form }: { form: BranchForm }) {
  const id = useId();
  const cases = form.fields.names_cases as CityCases;
  const city = String(form.fields.city ?? '');
  const problems = cityCaseProblems(cases, city);
  const proposed = proposeCityCases(city);
  const doubtful = cityCases.filter((key) => problems[key]);
  const isEmpty = doubtful.some((key) => cases[key].trim() === '');
  const isSure = form.fields.are_cases_sure === true;
  function setCases(next: CityCases) {
    form.set('names_cases', next);
    if (isSure) form.set('are_cases_sure', undefined);
  }
  return (
    <section className="panel" aria-labelledby={`${id}-title`}>
      <div className="panel-head">
        <h2 id={`${id}-title`}>Город в шести падежах</h2>
        <div className="panel-actions">
          <Button
            kind="quiet"
            size="small"
            icon={<WandSparkles size={14} aria-hidden="true" />}
            disabled={city.trim() === ''}
            onClick={() => setCases(proposed)}
          >
            Подобрать заново
          </Button>
        </div>
      </div>
      <ul className="cases">
        {cityCases.map((key) => {
          const problem = problems[key] ?? form.errors[`names_cases.${key}`];
          const [before, after] = sentences[key];
          const shown = key === 'prepositional' ? inCity(cases[key]) : cases[key];
          return (
            <li key={key} className={problem ? 'doubtful' : undefined}>
              <label htmlFor={`${id}-${key}`}>
                {cityCaseWords[key]}
                <small>{questions[key]}</small>
              </label>
              <input
                id={`${id}-${key}`}
                autoComplete="off"
                maxLength={80}
                value={cases[key]}
                aria-invalid={problem ? true : undefined}
                aria-describedby={`${id}-${key}-note`}
                onChange={({ target }) => setCases({ ...cases, [key]: target.value })}
              />
              <p id={`${id}-${key}-note`}>
                {before}
                <mark>{shown || '…'}</mark>
                {after}
                {problem ? <span className="field-error small">{problem}</span> : null}
              </p>
              {problem ? (
                <CircleAlert size={16} className="bad" aria-hidden="true" />
              ) : (
                <CircleCheck size={16} className="alarm-good" aria-hidden="true" />
              )}
            </li>
          );
        })}
      </ul>
      {doubtful.length > 0 ? (
        <div className="cases-foot">
          <p className="field-error">С такими падежами филиал не сохранится.</p>
          <Button kind="quiet" size="small" onClick={() => setCases({ ...cases, ...pick(proposed, doubtful) })}>
            Исправить
          </Button>
          {isEmpty ? null : (
            <label className="check">
              <input
                type="checkbox"
                checked={isSure}
                onChange={({ target }) => form.set('are_cases_sure', target.checked || undefined)}
              />
              Так и есть, проверено
            </label>
          )}
        </div>
      ) : null}
    </section>
  );
}

function pick(cases: CityCases, keys: CityCase[]): Partial<CityCases> {
  return Object.fromEntries(keys.map((key) => [key, cases[key]]));
}
