import { useNewBranch } from '../parts/branch-field.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import { DatedList } from './dated-list.tsx';
import { DatedRecord, NewDated } from './dated-record.tsx';
import { places, type Wobbler, type WobblerRow, wobblerWords } from './dated-words.ts';
import { WobblerFields } from './wobbler-fields.tsx';

/** Wobblers, the newest first. */
export function WobblersList() {
  return (
    <DatedList<WobblerRow>
      resource="wobblers"
      path="/promo/wobblers"
      title="Плашки"
      create="Новая плашка"
      sort="id"
      empty={{
        title: 'Плашек пока нет',
        words: 'Небольшое предложение у края каждой страницы, которое можно закрыть.',
      }}
      columns={[
        {
          key: 'words',
          label: 'Плашка',
          render: ({ id, words, background_image: image }) => (
            <span className="promo-name">
              <Picture image={image} />
              <PageLink to={`/promo/wobblers/${id}`} className="strong cell-cut">
                {words}
              </PageLink>
            </span>
          ),
        },
        { key: 'place', label: 'Место', render: ({ position }) => places[position] },
        { key: 'link', label: 'Ссылка', render: ({ action_link: link }) => <span className="cell-cut">{link}</span> },
      ]}
    />
  );
}

export function WobblerPage() {
  return (
    <DatedRecord<Wobbler>
      resource="wobblers"
      path="/promo/wobblers"
      title="Плашки"
      nameOf={({ words }) => words}
      words={wobblerWords}
      render={(form) => <WobblerFields form={form} />}
    />
  );
}

export function NewWobblerPage() {
  const branch = useNewBranch();
  return (
    <NewDated
      resource="wobblers"
      path="/promo/wobblers"
      title="Плашки"
      name="Новая плашка"
      create="Создать плашку"
      initial={{
        position: 'bottom',
        text: '',
        background_image: null,
        button_text: null,
        action_link: '',
        filter_is_show_once: false,
        advertising: null,
        department_id_1c: branch,
        starts_at: null,
        ends_at: null,
        is_draft: true,
      }}
      render={(form) => <WobblerFields form={form} />}
    />
  );
}
