import { plural } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';

type ErrorSummaryProps = {
  /** In the order of the form; `id` of the field itself. None: nothing is shown. */
  broken: { id: string; text: string }[];
};

/** Every broken field as a link to it, above the form. */
export function ErrorSummary({ broken }: ErrorSummaryProps) {
  if (broken.length === 0) return null;
  return (
    <div className="errsum" role="alert">
      <b className="b">
        Проверьте {broken.length} {plural(broken.length, 'поле', 'поля', 'полей')}
      </b>
      <ul>
        {broken.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                const field = document.getElementById(id);
                if (!field) return;
                event.preventDefault();
                field.focus();
              }}
            >
              {unbroken(text)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
