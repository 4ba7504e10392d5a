import { expect, test } from 'vitest';
import { mostScale, moved, swipeOf, whole, zoomed } from './zoom-view.ts';

const box = { width: 400, height: 300 };

test('what is under the finger stays there while the picture grows, and it grows no more than so many times', () => {
  expect(zoomed(whole, 2, { x: 100, y: 50 }, box)).toEqual({ scale: 2, x: -100, y: -50 });
  expect(zoomed(whole, 99, { x: 0, y: 0 }, box)).toEqual({ scale: mostScale, x: 0, y: 0 });
  expect(zoomed({ scale: 2, x: -100, y: -50 }, 0.1, { x: 0, y: 0 }, box)).toEqual(whole);
});

test('an enlarged picture is moved up to its edges; a whole one not at all', () => {
  const twice = zoomed(whole, 2, { x: 0, y: 0 }, box);
  expect(moved(twice, { x: 50, y: -20 }, box)).toEqual({ scale: 2, x: 50, y: -20 });
  expect(moved(twice, { x: 999, y: -999 }, box)).toEqual({ scale: 2, x: 200, y: -150 });
  expect(moved(whole, { x: 50, y: 50 }, box)).toEqual(whole);
});

test('a long way to the side turns the pictures; up, down and a tap do not', () => {
  expect(swipeOf({ x: -80, y: 10 })).toBe(1);
  expect(swipeOf({ x: 80, y: -10 })).toBe(-1);
  expect(swipeOf({ x: 80, y: 70 })).toBe(0);
  expect(swipeOf({ x: 3, y: 2 })).toBe(0);
});
