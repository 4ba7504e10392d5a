import '../styles/seo.css';
import { placeholdersOf, seoFieldWords } from '#shared/seo-kinds.ts';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { useRecord } from '../record/use-record.ts';
import { placeId, type SeoField, type SeoRecord } from '../seo/seo-types.ts';
import { TextField } from '../seo/text-field.tsx';
import { usePreview } from '../seo/use-preview.ts';
import { useSession } from '../session/session.ts';

const shown: SeoField[] = ['title', 'description', 'unique_title'];

/** How search engines and visitors know a category in every branch: title, description, H1. */
export function CategorySeo({ code }: { code: string }) {
  const id = placeId('category', code, null);
  const form = useRecord<SeoRecord>(`/api/admin/seo-texts/${encodeURIComponent(id)}`, ({ fields }) => fields);
  const { all_branches: isEverywhere } = useSession().me;
  const { body: record, loadError } = form;
  const preview = usePreview(id, form.fields, record !== undefined);
  if (!record)
    return (
      <div className="panel">
        {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={6} height={56} />}
      </div>
    );
  return (
    <form
      className="panel form-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <fieldset className="form" disabled={!isEverywhere}>
        <legend className="hidden-words">Тексты для поисковых систем</legend>
        {shown.map((field) => (
          <TextField
            key={field}
            field={field}
            value={String(form.fields[field] ?? '')}
            onChange={(text) => form.set(field, text)}
            inherited={record.inherited[field]}
            placeholders={placeholdersOf('category')}
            error={form.errors[field]}
            problems={(preview.data?.problems ?? []).filter((problem) => problem.field === field)}
          />
        ))}
      </fieldset>
      <p className="soft">
        Общие для всех филиалов.{' '}
        <PageLink to={`/seo/texts/${id}`}>Текст под товарами и отличия филиалов — в «SEO»</PageLink>
      </p>
      {isEverywhere ? (
        <SaveBar form={form} />
      ) : (
        <p className="soft">Общее для всех филиалов меняет тот, кто работает во всех.</p>
      )}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={seoFieldWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </form>
  );
}
