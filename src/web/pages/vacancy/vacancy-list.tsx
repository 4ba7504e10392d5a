import { unbroken } from '#shared/unbroken.ts';
import { Link } from '#web/ui/link.tsx';

export type ListedVacancy = {
  id: number;
  url: string;
  title: string;
  salary: string;
  salary_note: string;
  field: string;
  schedule: string;
  place: string;
  published: string;
};

/** Posts one under another: what, for how much, where and when. */
export function VacancyList({
  vacancies,
  heading: Heading = 'h2',
}: {
  vacancies: ListedVacancy[];
  heading?: 'h2' | 'h3' | 'h4';
}) {
  return (
    <ul className="vacs">
      {vacancies.map((vacancy) => (
        <li key={vacancy.id} className="vac">
          <Heading className="vac__title">
            <Link to={vacancy.url}>{vacancy.title}</Link>
          </Heading>
          <p className="vac__pay">
            <b className="price num">{vacancy.salary}</b> <span className="small soft">{vacancy.salary_note}</span>
          </p>
          <p className="small">
            {unbroken(`${vacancy.schedule} · ${vacancy.field}`)}
            <span className="vac__dot"> · </span>
            <span className="vac__place">{unbroken(vacancy.place)}</span>
          </p>
          <p className="vac__date small soft num">{vacancy.published}</p>
        </li>
      ))}
    </ul>
  );
}
