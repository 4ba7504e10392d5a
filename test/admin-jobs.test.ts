import { expect, test } from 'vitest';
import { taskWords } from '#api/admin/jobs.ts';
import { type JobContext, taskList } from '#jobs/tasks.ts';

test('every task of the worker is named in words', () => {
  // The context is used by a task that runs, and none does.
  const tasks = Object.keys(taskList({} as JobContext));
  expect(tasks.filter((task) => !/^[А-ЯЁ0-9]/.test(taskWords[task] ?? ''))).toEqual([]);
  expect(Object.keys(taskWords).filter((task) => !tasks.includes(task))).toEqual([]);
});
