import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { shortUrl } from '#shared/urls.ts';
import { Doubts } from '../editor/doubts.tsx';
import { TextEditor } from '../editor/text-editor.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Questions } from '../parts/questions.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeInput } from '../parts/whole-input.tsx';
import { TextField } from '../record/text-field.tsx';
import { useRecord } from '../record/use-record.ts';
import { useCan } from '../session/session.ts';
import type { Short } from './assortment-types.ts';
import { shortWords } from './assortment-words.ts';
import { RecordPage } from './record-page.tsx';
import { ShortFilters } from './short-filters.tsx';

export function ShortPage() {
  const { id = '' } = useParams();
  return <ShortOf key={id} id={id} />;
}

/** A short listing: name, address, what stands in it, its words. */
function ShortOf({ id }: { id: string }) {
  const form = useRecord<Short>(
    `/api/admin/shorts/${id}`,
    ({ code, name, title, description, text, faq, filters, position }) => ({
      code,
      name,
      title,
      description,
      text,
      faq,
      filters,
      position,
    }),
  );
  const { fields, set, errors, body } = form;
  const canWrite = useCan('catalogue.write');
  return (
    <RecordPage
      form={form}
      kind="Подборка"
      title={({ name }) => name}
      list={{
        label: body?.category_name ?? 'Категории',
        to: body ? `/catalogue/categories/${body.category_id}?tab=shorts` : '/catalogue/categories',
      }}
      resource="shorts"
      id={id}
      words={shortWords}
      actions={({ category_code: category, code, name }) => (
        <>
          {canWrite ? <Removal id={id} name={name} /> : null}
          <a href={shortUrl(category, code)} target="_blank" rel="noreferrer" className="btn btn-plain">
            <ExternalLink size={16} aria-hidden="true" />
            На сайте
          </a>
        </>
      )}
    >
      {({ category_id: categoryId }) => (
        <>
          <div className="form form-pair">
            <TextField form={form} name="name" label="Название" />
            <TextField form={form} name="code" label="Адрес страницы" hint="После смены прежний адрес ведёт сюда" />
            <Field label="Порядок" hint="Чем меньше, тем выше в разделе" error={errors.position}>
              {(given) => (
                <WholeInput {...given} value={fields.position} onChange={(value) => set('position', value)} />
              )}
            </Field>
          </div>
          <ShortFilters
            categoryId={categoryId}
            filters={(fields.filters ?? {}) as Short['filters']}
            error={errors.filters}
            onChange={(filters) => set('filters', filters)}
          />
          <TextField
            form={form}
            name="title"
            label="Заголовок в поиске"
            hint="Пусто — по правилу магазина"
            isOptional
          />
          <TextField
            form={form}
            name="description"
            label="Описание в поиске"
            hint="Пусто — по правилу магазина"
            rows={3}
            isOptional
          />
          <Doubts words={[fields.name, fields.title, fields.description]} />
          <TextEditor
            label="Текст под списком"
            value={String(fields.text ?? '')}
            onChange={(html) => set('text', html === '' ? null : html)}
            isEditable={canWrite}
            problem={errors.text}
          />
          <Questions
            value={fields.faq}
            least={0}
            error={Object.entries(errors).find(([name]) => name.startsWith('faq'))?.[1]}
            onChange={(faq) => set('faq', faq)}
          />
          <Doubts words={((fields.faq ?? []) as Short['faq']).flatMap(({ question, answer }) => [question, answer])} />
        </>
      )}
    </RecordPage>
  );
}

function Removal({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const remove = useVerb<{ category_id: number }>(({ category_id: category }) => {
    void queries.invalidateQueries();
    void navigate(withBranch(`/catalogue/categories/${category}?tab=shorts`));
  });
  return (
    <>
      <Button icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => setAsked(true)}>
        Удалить
      </Button>
      {isAsked ? (
        <Dialog title={`Удалить подборку «${name}»?`} onClose={() => setAsked(false)}>
          <p>Её адрес поведёт в раздел. Слова останутся в журнале.</p>
          <Problem words={remove.problem} />
          <div className="form-actions">
            <Button onClick={() => setAsked(false)}>Закрыть</Button>
            <Button kind="danger" isBusy={remove.isBusy} onClick={() => remove.run(`/api/admin/shorts/${id}/remove`)}>
              Удалить
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
