import { beforeEach, expect } from 'vitest';
import type { OpenedView } from '@/contract/accounts/vendor-views';
import type { BuiltUser } from '../../../support/factories';
import type { TestApp } from '../../../support/server';
import { buildMember } from '../../../support/team';

export type Person = { id: number } | null;

export const reason = 'Продавец не видит заказ в списке';

/** A person of the support, made anew for each test, and requests of looks through a vendor's eyes. */
export function setUpViews(api: TestApp) {
  const support = {} as BuiltUser;

  beforeEach(async () => {
    Object.assign(support, await buildMember(api.db, 'support'));
  });

  const start = (person: Person, seen: unknown, more: object = {}) =>
    api.request<OpenedView & { message: string; errors: Record<string, string[]> }>(
      person,
      'POST',
      'vendor-views',
      { user_id: seen, reason, ...more },
    );

  async function viewOf(seen: { id: number }, by: Person = support): Promise<string> {
    const { status, body } = await start(by, seen.id);
    expect(status).toBe(201);
    return body.token;
  }

  function ask<Body = { message: string }>(
    token: string,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) {
    return api.request<Body>(null, method, path, body, { authorization: `Bearer ${token}`, ...headers });
  }

  const statusOf = async (token: string, path = 'me') => (await ask(token, 'GET', path)).status;

  return { support, start, viewOf, ask, statusOf };
}
