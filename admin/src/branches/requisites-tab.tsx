import type { Got } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { useRecord } from '../record/use-record.ts';
import { bankFields } from '../settings/setting-fields.ts';
import { SettingInputs } from '../settings/setting-inputs.tsx';
import { fieldsOfBranch, requisiteWords } from './requisite-words.ts';

/** Under which КПП, bank and signature the papers of a branch are written: its own or the shop's. */
export function RequisitesTab({ id }: { id: string }) {
  const form = useRecord<Got<'/api/admin/branches/{id}/requisites'>>(
    `/api/admin/branches/${id}/requisites`,
    ({ value }) => value,
  );
  const { body, loadError, fields, set } = form;
  if (!body)
    return (
      <div className="panel">
        {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={6} height={56} />}
      </div>
    );
  const isOwn = fields.is_own === true;
  return (
    <form
      className="panel form-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <p className="soft">
        Стоят в счетах, УПД и коммерческих предложениях этого филиала и на его страницах «Оплата» и «Контакты».
        Название, ИНН, ОГРН и НДС — общие, из <PageLink to="/settings?tab=requisites">настроек</PageLink>. Выписанные
        документы не меняются.
      </p>
      <label className="check">
        <input type="checkbox" checked={isOwn} onChange={({ target }) => set('is_own', target.checked)} />
        <span>У филиала свои КПП, банк и подпись</span>
      </label>
      {isOwn ? <SettingInputs fields={fieldsOfBranch} form={form} /> : <SharedRequisites fields={fields} />}
      <SaveBar form={form} />
      {form.clash ? <ClashDialog clash={form.clash} words={requisiteWords} mine={fields} settle={form.settle} /> : null}
    </form>
  );
}

/** The shop's, which this branch uses, to be read. */
function SharedRequisites({ fields }: { fields: Record<string, unknown> }) {
  const rows = bankFields.filter(({ name }) => fields[name]);
  if (rows.length === 0) return <p>Общие реквизиты ещё не указаны: счета и УПД не выписываются.</p>;
  return (
    <dl className="facts requisites-shared">
      {rows.map(({ name, label }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{String(fields[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
