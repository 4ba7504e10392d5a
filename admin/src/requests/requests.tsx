import '../styles/shop.css';
import { Navigate, Route, Routes } from 'react-router';
import { LinkTabs } from '../parts/link-tabs.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Empty } from '../parts/states.tsx';
import { useSession } from '../session/session.ts';
import { Leads } from './leads.tsx';
import { Questions } from './questions.tsx';
import { Reviews } from './reviews.tsx';
import { Submissions } from './submissions.tsx';
import { TemplatesScreen } from './templates.tsx';
import { Tickets } from './tickets.tsx';

const queues = [
  { path: 'tickets', label: 'Поддержка', permission: 'tickets.write', Screen: Tickets },
  { path: 'reviews', label: 'Отзывы', permission: 'moderation.write', Screen: Reviews },
  { path: 'questions', label: 'Вопросы', permission: 'moderation.write', Screen: Questions },
  { path: 'leads', label: 'Заявки', permission: 'leads.read', Screen: Leads },
  { path: 'submissions', label: 'Заявки с форм', permission: 'forms.read', Screen: Submissions },
  { path: 'templates', label: 'Шаблоны', permission: 'moderation.write', Screen: TemplatesScreen },
];

/** What people write to the shop: a queue for each kind that this person works with. */
export default function Requests() {
  const { me } = useSession();
  const own = queues.filter(({ permission }) => me.permissions.includes(permission));
  const toAddress = useAddress();
  const [first] = own;
  const tabs = <LinkTabs label="Обращения" tabs={own.map(({ path, label }) => ({ to: `/requests/${path}`, label }))} />;
  if (!first)
    return (
      <PageFrame title="Обращения">
        <Empty title="Здесь нет ваших очередей" />
      </PageFrame>
    );
  return (
    <Routes>
      <Route index element={<Navigate to={toAddress(`/requests/${first.path}`)} replace />} />
      {own.map(({ path, label, Screen }) => (
        <Route
          key={path}
          path={path}
          element={
            <PageFrame title={label} beside={tabs}>
              <Screen />
            </PageFrame>
          }
        />
      ))}
    </Routes>
  );
}
