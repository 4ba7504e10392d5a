import { useState } from 'react';
import { useNavigate } from 'react-router';
import { markedHtml } from '../editor/marked-text.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Fields } from '../record/merge-fields.ts';
import { PostFields } from './vacancy-fields.tsx';

/** A post that is not there yet: what it must have; the rest on its page. */
export function NewVacancyDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const [fields, setFields] = useState<Fields>({
    title: '',
    department_id_1c: '',
    field: 'sales',
    schedule: 'five_two',
    salary_from_kopecks: null,
    salary_to_kopecks: null,
    is_salary_after_tax: true,
    valid_until: null,
  });
  const [duties, setDuties] = useState('');
  const [terms, setTerms] = useState('');
  const create = useVerb<{ id: number }>(({ id }) => void navigate(withBranch(`/content/vacancies/${id}`)));
  const html = (text: string) => text.trim() && `<p>${markedHtml(text.trim())}</p>`;
  return (
    <Dialog title="Новая вакансия" className="dialog-widest" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/vacancies', { ...fields, duties: html(duties), requirements: '', terms: html(terms) });
        }}
      >
        <PostFields
          fields={fields}
          errors={create.fields}
          set={(name, value) => setFields((before) => ({ ...before, [name]: value }))}
        />
        <div className="form-pair">
          <Field label="Что делать" error={create.fields.duties}>
            {(given) => (
              <textarea
                {...given}
                rows={4}
                value={duties}
                maxLength={5_000}
                onChange={({ target }) => setDuties(target.value)}
              />
            )}
          </Field>
          <Field label="Условия" error={create.fields.terms}>
            {(given) => (
              <textarea
                {...given}
                rows={4}
                value={terms}
                maxLength={5_000}
                onChange={({ target }) => setTerms(target.value)}
              />
            )}
          </Field>
        </div>
        <Problem words={create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy} disabled={fields.department_id_1c === ''}>
            Создать черновик
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
