import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CityCases, cityCaseProblems, cityCases, cityCaseWords, proposeCityCases } from '#shared/city-cases.ts';
import { keysOf } from '#shared/keys-of.ts';
import { slugOf } from '#shared/transliterate.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { timeZones } from './address-fields.tsx';
import type { BranchRow } from './branch-types.ts';

type Texts = Record<'city' | 'region' | 'address' | 'phone' | 'id_1c' | 'domain', string>;

/** What is taken over from the branch whose hours and terms it begins with. */
const copied = {
  menu: 'Меню: разделы и свои ссылки',
  delivery: 'Доставка по городу: цены, часы, подъём',
  texts: 'Тексты для поисковых систем, где нет названия города',
} as const;
type Copied = keyof typeof copied;

const nothing: Texts = { city: '', region: '', address: '', phone: '', id_1c: '', domain: '' };

/** A branch in another city: buyers see it when it is filled and opened. */
export function NewBranch({ branches, onClose }: { branches: readonly BranchRow[]; onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const queries = useQueryClient();
  const open = branches.filter(({ is_draft: isDraft }) => !isDraft);
  const [texts, setTexts] = useState(nothing);
  const [cases, setCases] = useState<CityCases | null>(null);
  const [zone, setZone] = useState('Europe/Moscow');
  const [pricesOf, setPricesOf] = useState('');
  const [like, setLike] = useState(open.find(({ is_main: isMain }) => isMain)?.id ?? open[0]?.id ?? '');
  const [copies, setCopies] = useState<readonly Copied[]>(keysOf(copied));
  const create = useVerb<{ id: string }>(({ id }) => {
    void queries.invalidateQueries();
    void navigate(withBranch(`/branches/${id}`));
  });
  const { fields } = create;
  const city = texts.city.trim();
  const names_cases = cases ?? proposeCityCases(city);
  const domain = texts.domain || slugOf(city);

  function submit() {
    const { region, address, phone, id_1c } = texts;
    create.run('/api/admin/branches', {
      id_1c,
      domain,
      name_for_site: city,
      city,
      region,
      names_cases,
      address,
      time_zone: zone,
      phones: phone.trim() ? [phone] : [],
      prices_of: pricesOf || null,
      like,
      copies,
    });
  }

  const text = (name: keyof Texts, label: string, hint?: ReactNode, shown = texts[name]) => (
    <LineField
      label={label}
      hint={hint}
      error={fields[name === 'phone' ? 'phones.0' : name]}
      value={shown}
      onChange={(text) => setTexts({ ...texts, [name]: text })}
    />
  );
  return (
    <Dialog title="Новый филиал" className="dialog-wide" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="form form-pair">
          {text('city', 'Город')}
          {text('region', 'Область', 'Вологодская область')}
          {text('address', 'Улица и дом', 'ул. Гончарная, 2')}
          {text('phone', 'Телефон', 'Можно указать потом')}
          {text('id_1c', 'Код подразделения в 1С', '5 цифр; от него же номер склада')}
          {text('domain', 'Домен', 'Перед адресом магазина', domain)}
          <ZoneField value={zone} onChange={setZone} error={fields.time_zone} />
          <OpenBranch
            label="Цены"
            hint="Свои колонки сначала пустые"
            branches={open}
            value={pricesOf}
            onChange={setPricesOf}
            none="Свои колонки"
          />
          <OpenBranch
            label="Часы и сроки как в"
            hint="Потом их можно изменить"
            branches={open}
            value={like}
            onChange={setLike}
          />
        </div>
        <CopiedParts copies={copies} onChange={setCopies} />
        {city ? <Cases city={city} cases={names_cases} onChange={setCases} errors={fields} /> : null}
        <Problem words={Object.keys(fields).length > 0 ? 'Исправьте отмеченные поля' : create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy}>
            Завести
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type CopiedProps = { copies: readonly Copied[]; onChange: (copies: readonly Copied[]) => void };

function CopiedParts({ copies, onChange }: CopiedProps) {
  return (
    <fieldset className="checks checks-narrow">
      <legend className="strong">Взять оттуда же</legend>
      <ul>
        {keysOf(copied).map((part) => (
          <li key={part}>
            <label className="check">
              <input
                type="checkbox"
                checked={copies.includes(part)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...copies, part] : copies.filter((other) => other !== part))
                }
              />
              {copied[part]}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

type ZoneProps = { value: string; onChange: (zone: string) => void; error: string | undefined };

function ZoneField({ value, onChange, error }: ZoneProps) {
  return (
    <Field label="Часовой пояс" error={error}>
      {(given) => (
        <select {...given} value={value} onChange={({ target }) => onChange(target.value)}>
          {timeZones.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type OpenBranchProps = {
  label: string;
  hint: string;
  branches: readonly BranchRow[];
  value: string;
  onChange: (id: string) => void;
  /** What stands for no branch; absent: one must be chosen. */
  none?: string;
};

function OpenBranch({ label, hint, branches, value, onChange, none }: OpenBranchProps) {
  return (
    <Field label={label} hint={hint}>
      {(given) => (
        <select {...given} value={value} onChange={({ target }) => onChange(target.value)}>
          {none ? <option value="">{none}</option> : null}
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {none ? `Как в филиале «${name}»` : name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CasesProps = {
  city: string;
  cases: CityCases;
  onChange: (cases: CityCases) => void;
  errors: Record<string, string>;
};

/** The town in its six cases, as the rules propose them. */
function Cases({ city, cases, onChange, errors }: CasesProps) {
  const problems = cityCaseProblems(cases, city);
  return (
    <fieldset className="form form-pair">
      <legend className="strong">Город в шести падежах: проверьте</legend>
      {cityCases.map((key) => (
        <LineField
          key={key}
          label={cityCaseWords[key]}
          error={problems[key] ?? errors[`names_cases.${key}`]}
          maxLength={80}
          value={cases[key]}
          onChange={(text) => onChange({ ...cases, [key]: text })}
        />
      ))}
    </fieldset>
  );
}
