import { useState } from 'react';
import { slugOf } from '#shared/transliterate.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Topics } from './content-types.ts';

type Topic = Topics['items'][number];
type Props = { topics: readonly Topic[]; onClose: () => void; onSaved: () => void };

/** Topics of the blog: their names, and a new one. */
export function TopicsDialog({ topics, onClose, onSaved }: Props) {
  return (
    <Dialog title="Темы блога" onClose={onClose}>
      <div className="form">
        {topics.map((topic) => (
          <TopicField key={topic.slug} topic={topic} onSaved={onSaved} />
        ))}
        <TopicField
          key={`new ${topics.length}`}
          topic={{ slug: '', name: '', position: (topics.at(-1)?.position ?? 0) + 10 }}
          onSaved={onSaved}
        />
      </div>
    </Dialog>
  );
}

function TopicField({ topic, onSaved }: { topic: Topic; onSaved: () => void }) {
  const [name, setName] = useState(topic.name);
  const save = useVerb(onSaved);
  const isNew = topic.slug === '';
  return (
    <form
      className="inline-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.run('/api/admin/blog-topics', { ...topic, slug: isNew ? slugOf(name) : topic.slug, name }, 'PUT');
      }}
    >
      <LineField
        label={isNew ? 'Новая тема' : `/blog/?topic=${topic.slug}`}
        error={save.fields.name ?? save.fields.slug}
        value={name}
        maxLength={60}
        onChange={setName}
      />
      <Button type="submit" isBusy={save.isBusy} disabled={name.trim() === topic.name}>
        {isNew ? 'Добавить' : 'Сохранить'}
      </Button>
      <Problem words={save.problem} />
    </form>
  );
}
