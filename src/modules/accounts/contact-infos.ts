import type { Db } from '#platform/database.ts';

/** S3-04. */
export type ContactInfo = {
  id: number;
  type: 'phone' | 'email' | 'telegram';
  value: string;
  purpose: 'main' | 'additional' | 'VK' | 'Yandex';
};

/** How the person is reached, oldest first. */
export async function listContactInfos(db: Db, user_id: string): Promise<ContactInfo[]> {
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'type', 'value', 'purpose'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();
  return rows as ContactInfo[];
}
