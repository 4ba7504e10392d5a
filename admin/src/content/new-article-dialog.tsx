import { useState } from 'react';
import { useNavigate } from 'react-router';
import { slugOf } from '#shared/transliterate.ts';
import { markedHtml } from '../editor/marked-text.ts';
import { BranchChoice } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useSession } from '../session/session.ts';
import type { Topics } from './content-types.ts';

type Props = { topics: Topics['items']; onClose: () => void };

/** An article that is not there yet: what it must have; the rest on its page. */
export function NewArticleDialog({ topics, onClose }: Props) {
  const { person, all_branches: isOfAll, branches } = useSession().me;
  const navigate = useNavigate();
  const withBranch = useAddress();
  const [title, setTitle] = useState('');
  const [topic, setTopic] = useState(topics[0]?.slug ?? '');
  const [lead, setLead] = useState('');
  const [text, setText] = useState('');
  const [branch, setBranch] = useState<string | null>(isOfAll ? null : (branches[0]?.id_1c ?? null));
  const create = useVerb<{ id: number }>(({ id }) => void navigate(withBranch(`/content/blog/${id}`)));
  const { fields } = create;
  return (
    <Dialog title="Новая статья" className="dialog-wide" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/articles', {
            title,
            slug: slugOf(title),
            topic,
            lead,
            author: person.full_name,
            department_id_1c: branch,
            blocks: [{ type: 'html', html: `<p>${markedHtml(text.trim())}</p>` }],
          });
        }}
      >
        <LineField
          label="Заголовок"
          error={fields.title ?? fields.slug}
          value={title}
          maxLength={160}
          onChange={setTitle}
        />
        <div className="form-pair">
          <Field label="Тема" error={fields.topic}>
            {(given) => (
              <select {...given} value={topic} onChange={({ target }) => setTopic(target.value)}>
                {topics.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Для кого" error={fields.department_id_1c}>
            {(given) => <BranchChoice given={given} value={branch} onChange={setBranch} />}
          </Field>
        </div>
        <Field label="Вступление" error={fields.lead} hint="Одно-два предложения: их видно в списке статей">
          {(given) => (
            <textarea
              {...given}
              rows={3}
              value={lead}
              maxLength={500}
              onChange={({ target }) => setLead(target.value)}
            />
          )}
        </Field>
        <Field label="Первый абзац" hint="Остальное наберёте дальше. На сайте статья появится после публикации">
          {(given) => (
            <textarea
              {...given}
              rows={4}
              value={text}
              maxLength={5_000}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Problem words={create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy}>
            Создать черновик
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
