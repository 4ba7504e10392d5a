import { useNewBranch } from '../parts/branch-field.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import { DatedList } from './dated-list.tsx';
import { DatedRecord, NewDated } from './dated-record.tsx';
import { type Banner, type BannerRow, bannerWords, themes } from './dated-words.ts';
import { SlideFields } from './slide-fields.tsx';

/** Slides of the home page, in the order in which they stand there. */
export function SlidesList() {
  return (
    <DatedList<BannerRow>
      resource="banners"
      path="/promo/slides"
      title="Слайды"
      create="Новый слайд"
      sort="position"
      empty={{
        title: 'Слайдов пока нет',
        words: 'Большая картинка со ссылкой вверху главной страницы, до пяти сразу.',
      }}
      columns={[
        {
          key: 'title',
          label: 'Слайд',
          render: ({ id, title, image }) => (
            <span className="promo-name">
              <Picture image={image} />
              <PageLink to={`/promo/slides/${id}`} className="strong cell-cut">
                {title}
              </PageLink>
            </span>
          ),
        },
        { key: 'position', label: '№', align: 'right', render: (row) => <span className="num">{row.position}</span> },
        { key: 'link', label: 'Ссылка', render: ({ link }) => <span className="cell-cut">{link}</span> },
        { key: 'theme', label: 'Фон', render: ({ theme }) => themes[theme] },
      ]}
    />
  );
}

export function SlidePage() {
  return (
    <DatedRecord<Banner>
      resource="banners"
      path="/promo/slides"
      title="Слайды"
      nameOf={({ title }) => title}
      words={bannerWords}
      render={(form) => <SlideFields form={form} />}
    />
  );
}

export function NewSlidePage() {
  const branch = useNewBranch();
  return (
    <NewDated
      resource="banners"
      path="/promo/slides"
      title="Слайды"
      name="Новый слайд"
      create="Создать слайд"
      initial={{
        place: 'home',
        title: '',
        text: '',
        button_text: 'Подробнее',
        link: '',
        image: null,
        theme: 'spruce',
        position: 0,
        department_id_1c: branch,
        starts_at: null,
        ends_at: null,
        is_draft: true,
      }}
      render={(form) => <SlideFields form={form} />}
    />
  );
}
