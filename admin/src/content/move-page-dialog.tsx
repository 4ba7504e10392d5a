import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { PageRecord } from './content-types.ts';

type Props = { page: PageRecord; onClose: () => void; onMoved: (slug: string) => void };

/** Another address for a page; the former one leads to it. */
export function MovePageDialog({ page, onClose, onMoved }: Props) {
  const [slug, setSlug] = useState(page.id);
  const move = useVerb<{ id: string }>(({ id }) => onMoved(id));
  return (
    <Dialog title={`Новый адрес: ${page.title}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          move.run(`/api/admin/pages/${page.id}/move`, { slug });
        }}
      >
        <LineField
          label="Адрес"
          error={move.fields.slug}
          hint={`${page.url} будет вести на /info/${slug}/`}
          value={slug}
          maxLength={80}
          onChange={(text) => setSlug(text.trim())}
        />
        <Problem words={move.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={move.isBusy} disabled={slug === page.id || slug === ''}>
            Сменить адрес
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
