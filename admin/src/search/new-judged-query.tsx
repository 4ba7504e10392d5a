import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

/** A query to judge; which goods answer it is marked on its page. */
export function NewJudgedQuery({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const queries = useQueryClient();
  const [words, setWords] = useState('');
  const create = useVerb<{ id: number }>(({ id }) => {
    void queries.invalidateQueries();
    void navigate(withBranch(`/search/quality/${id}`));
  });
  const { fields } = create;
  return (
    <Dialog title="Проверочный запрос" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/judged-queries', { words });
        }}
      >
        <LineField
          label="Запрос"
          error={fields.words}
          hint="Так, как его набирают покупатели"
          maxLength={80}
          value={words}
          onChange={(text) => {
            setWords(text);
            create.reset();
          }}
        />
        <Problem words={Object.keys(fields).length > 0 ? null : create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy}>
            Отметить товары
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
