import { Form } from 'react-router';
import type { CalculatorForm } from '#shared/calculators.ts';
import { writeIds } from '#shared/lists.ts';
import { savedListsUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';

type SaveCalculationProps = {
  product_id: number;
  numbers: Partial<CalculatorForm>;
  /** What is ticked beside it. */
  extras?: { id: number }[];
  className: string;
};

/**
 * To the page where a name is given and the calculation is kept; a guest passes the login on the way. A form, not a
 * link: search engines have nothing to follow.
 */
export function SaveCalculation({ product_id, numbers, extras = [], className }: SaveCalculationProps) {
  return (
    <Form method="get" action={savedListsUrl()}>
      <input type="hidden" name="from" value="calculation" />
      <input type="hidden" name="product" value={product_id} />
      {Object.entries(numbers).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      {extras.length > 0 ? <input type="hidden" name="with" value={writeIds(extras.map(({ id }) => id))} /> : null}
      <button type="submit" className={className}>
        <Icon name="bookmark-plus" size="s" />
        Сохранить расчёт
      </button>
    </Form>
  );
}
