import { Doubts } from '../editor/doubts.tsx';
import { BranchChoice } from '../parts/branch-choice.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { LineField } from '../parts/line-field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import type { RecordForm } from '../record/use-record.ts';
import type { ArticleRecord, Topics } from './content-types.ts';
import { articleSeasons } from './content-words.ts';

/** What an article has besides its blocks. */
export function ArticleFields({ form: { fields, set, errors, body } }: { form: RecordForm<ArticleRecord> }) {
  const topics = useGot<Topics>('/api/admin/blog-topics');
  const text = (name: string) => String(fields[name] ?? '');
  const [title, lead] = [text('title'), text('lead')];
  return (
    <>
      <LineField
        label="Заголовок"
        error={errors.title}
        value={title}
        maxLength={160}
        onChange={(text) => set('title', text)}
      />
      <Field label="Вступление" error={errors.lead}>
        {(given) => (
          <textarea
            {...given}
            rows={3}
            value={lead}
            maxLength={500}
            onChange={({ target }) => set('lead', target.value)}
          />
        )}
      </Field>
      <Doubts words={[title, lead]} />
      <div className="form form-columns">
        <Field
          label="Адрес"
          error={errors.slug}
          hint={body?.state === 'draft' ? '/blog/…/' : 'После смены прежний адрес ведёт сюда'}
        >
          {(given) => (
            <input
              {...given}
              value={text('slug')}
              maxLength={120}
              onChange={({ target }) => set('slug', target.value.trim())}
            />
          )}
        </Field>
        <Field label="Тема" error={errors.topic}>
          {(given) => (
            <select {...given} value={text('topic')} onChange={({ target }) => set('topic', target.value)}>
              {(topics.data?.items ?? []).map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Сезон" error={errors.season} hint="В свои месяцы статья стоит на главной блога">
          {(given) => (
            <select {...given} value={text('season')} onChange={({ target }) => set('season', target.value || null)}>
              <option value="">круглый год</option>
              {Object.entries(articleSeasons).map(([season, label]) => (
                <option key={season} value={season}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <LineField
          label="Автор"
          error={errors.author}
          value={text('author')}
          maxLength={120}
          onChange={(text) => set('author', text)}
        />
        <Field label="Для кого" error={errors.department_id_1c}>
          {(given) => (
            <BranchChoice
              given={given}
              value={fields.department_id_1c ? text('department_id_1c') : null}
              onChange={(branch) => set('department_id_1c', branch)}
            />
          )}
        </Field>
      </div>
      <PictureField
        label="Картинка статьи"
        value={fields.picture ? text('picture') : null}
        error={errors.picture}
        onChange={(picture) => set('picture', picture)}
      />
    </>
  );
}
