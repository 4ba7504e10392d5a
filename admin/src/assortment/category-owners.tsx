import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { type OwnedCategoryField, ownedCategoryFields } from '#shared/category-fields.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useUnlocked } from '../record/use-unlocked.ts';
import { useCan } from '../session/session.ts';
import type { Category } from './assortment-types.ts';

type Locks = {
  /** 1C leads the field, and nobody has unlocked it. */
  isLocked: (field: OwnedCategoryField) => boolean;
  /** «1С» with what unlocks the field; null: it is not locked. */
  lock: (field: OwnedCategoryField) => ReactNode;
};

/** Which fields of a category 1C feeds, and which of them were unlocked here. */
export function useCategoryLocks({ id_1c, own_fields }: Pick<Category, 'id_1c' | 'own_fields'>): Locks {
  const canWrite = useCan('catalogue.write');
  const { isUnlocked, unlock } = useUnlocked(own_fields);
  const isLocked = (field: OwnedCategoryField) => id_1c !== null && !own_fields.includes(field) && !isUnlocked(field);
  return {
    isLocked,
    lock: (field) =>
      isLocked(field) ? (
        <>
          <Tag tone="outline">1С</Tag>{' '}
          {canWrite ? (
            <Button kind="text" size="small" onClick={() => unlock(field)}>
              <Lock size={12} aria-hidden="true" /> Править здесь: {ownedCategoryFields[field]}
            </Button>
          ) : null}
        </>
      ) : null,
  };
}

/** Fields that the shop took from 1C, and the way back. */
export function OwnedOfCategory({ category, onReturned }: { category: Category; onReturned: () => void }) {
  const canWrite = useCan('catalogue.write');
  const verb = useVerb(onReturned);
  if (category.id_1c === null || category.own_fields.length === 0) return null;
  return (
    <section aria-label="Правятся в магазине">
      <h2>Правятся в магазине</h2>
      <p className="soft small">Обмен с 1С эти поля не трогает.</p>
      <ul className="goods-owned">
        {category.own_fields.map((field) => (
          <li key={field}>
            {upperFirst(ownedCategoryFields[field])}
            {canWrite ? (
              <Button
                kind="text"
                size="small"
                isBusy={verb.isBusy}
                onClick={() => verb.run(`/api/admin/categories/${category.id}/release`, { field })}
              >
                Вернуть 1С: {ownedCategoryFields[field]}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <Problem words={verb.problem} />
    </section>
  );
}
