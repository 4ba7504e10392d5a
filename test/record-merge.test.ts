import { expect, test } from 'vitest';
import { changedNames, mergeFields } from '../admin/src/record/merge-fields.ts';

const base = { name: 'ИДД', phones: ['1'], limit: 5 };

test('fields that two people changed apart from each other are both kept', () => {
  expect(mergeFields(base, { ...base, name: 'ИДД Юг' }, { ...base, limit: 7 })).toEqual({
    merged: { name: 'ИДД Юг', phones: ['1'], limit: 7 },
    clashes: [],
  });
});

test('a field that both changed is asked about, unless they made the same of it', () => {
  const mine = { ...base, name: 'ИДД Юг', phones: ['2'] };
  const theirs = { ...base, name: 'ИДД Север', phones: ['2'] };
  expect(mergeFields(base, mine, theirs)).toEqual({ merged: { ...theirs, name: 'ИДД Юг' }, clashes: ['name'] });
});

test('a list is changed by what is in it', () => {
  expect(changedNames(base, { ...base, phones: ['1'] })).toEqual([]);
  expect(changedNames(base, { ...base, phones: [] })).toEqual(['phones']);
});
