import { describe, expect, it } from 'vitest';
import { ignoredSpans, isRedirectError } from '@/lib/error-report';

describe('what is not reported (specification §8)', () => {
  it.each([
    ['/404', true],
    ['/en/404', true],
    ['<unlabeled transaction>', true],
    ['incomplete-app-router-transaction', true],
    ['/tags', false],
    ['/404/edit', false],
  ])('the transaction %s: %s', (name, expected) => {
    expect(ignoredSpans.some((pattern) => pattern.test(name))).toBe(expected);
  });

  it.each([
    [Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;push;/x' }), true],
    [Object.assign(new Error('Route cancelled'), { cancelled: true }), true],
    [new Error('boom'), false],
    [undefined, false],
  ])('the error %s: %s', (error, expected) => {
    expect(isRedirectError(error)).toBe(expected);
  });
});
