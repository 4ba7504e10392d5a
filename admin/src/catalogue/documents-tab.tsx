import { FileUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { Problem } from '../parts/problem.tsx';
import type { Product } from '../parts/product.ts';
import { refusalWords, upload } from '../parts/table-file.tsx';
import { Field } from './field.tsx';
import type { TabProps } from './tab-props.ts';

type Document = Product['documents'][number];

const kinds: { value: Document['kind']; label: string }[] = [
  { value: 'passport', label: 'Паспорт изделия' },
  { value: 'certificate', label: 'Сертификат' },
  { value: 'instruction', label: 'Инструкция' },
  { value: 'safety', label: 'Паспорт безопасности' },
];

/** PDFs that a buyer finds on the page of the product. */
export function DocumentsTab({ product, problems, isEditable, set }: TabProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { documents } = product;
  const change = (at: number, fields: Partial<Document>) =>
    set({ documents: documents.map((one, index) => (index === at ? { ...one, ...fields } : one)) });

  async function add(file: File | undefined) {
    if (!file) return;
    setBusy(true);
    setProblem(null);
    try {
      const sent = (await (await upload('/api/admin/files', file)).json()) as {
        kind: string;
        file: string;
        size_bytes: number;
      };
      if (sent.kind !== 'pdf') setProblem('Документ загружают в PDF');
      else
        set({
          documents: [
            ...documents.filter((one) => one.file !== sent.file),
            {
              name: file.name.replace(/\.pdf$/i, '').slice(0, 200),
              kind: 'certificate',
              file: sent.file,
              size_bytes: sent.size_bytes,
              issued_on: null,
            },
          ],
        });
    } catch (failure) {
      setProblem(refusalWords(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="panel goods-panel" aria-label="Документы" aria-busy={isBusy}>
      <h2>Документы</h2>
      {documents.length === 0 ? <p className="soft">Документов пока нет.</p> : null}
      {documents.map((one, at) => (
        <DocumentFields
          key={one.file}
          document={one}
          at={at}
          problem={problems[`documents.${at}.name`] ?? problems[`documents.${at}.issued_on`]}
          isEditable={isEditable}
          change={(fields) => change(at, fields)}
          remove={() => set({ documents: documents.filter((_, index) => index !== at) })}
        />
      ))}
      {isEditable ? (
        <p>
          <label htmlFor={id} className="btn">
            <FileUp size={16} aria-hidden="true" />
            {isBusy ? 'Загружается…' : 'Загрузить PDF'}
          </label>
          <input
            id={id}
            className="hidden-words"
            type="file"
            accept="application/pdf"
            aria-label="Загрузить документ PDF"
            disabled={isBusy}
            onChange={({ target }) => {
              void add(target.files?.[0]);
              target.value = '';
            }}
          />
        </p>
      ) : null}
      <Problem words={problem ?? problems.documents ?? null} />
    </section>
  );
}

type FieldsProps = {
  document: Document;
  at: number;
  problem: string | undefined;
  isEditable: boolean;
  change: (fields: Partial<Document>) => void;
  remove: () => void;
};

function DocumentFields({ document, at, problem, isEditable, change, remove }: FieldsProps) {
  return (
    <div className="goods-form goods-document">
      <Field label={`Название документа ${at + 1}`} problem={problem}>
        {(id) => (
          <input
            id={id}
            value={document.name}
            readOnly={!isEditable}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <Field label="Вид">
        {(id) => (
          <select
            id={id}
            value={document.kind}
            disabled={!isEditable}
            onChange={({ target }) => change({ kind: target.value as Document['kind'] })}
          >
            {kinds.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Выдан">
        {(id) => (
          <input
            id={id}
            type="date"
            value={document.issued_on ?? ''}
            readOnly={!isEditable}
            onChange={({ target }) => change({ issued_on: target.value || null })}
          />
        )}
      </Field>
      <a href={`/files/${document.file}`} target="_blank" rel="noreferrer" className="small">
        PDF, {formatCount(Math.max(1, Math.round(document.size_bytes / 1024)))} КБ
      </a>
      {isEditable ? (
        <button type="button" className="icon-button" aria-label={`Убрать документ ${at + 1}`} onClick={remove}>
          <Trash2 size={16} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
