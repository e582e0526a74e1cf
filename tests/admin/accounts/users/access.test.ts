import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { permissionsOfRole } from '@/contract/core/permissions';
import { actionAccess, judge, pageAccess, screenAccess } from '@/features/accounts/users/access';

const rightsOf = (permissions: readonly string[], family: string) =>
  screenAccess(permissions, 'shop').find((one) => one.family === family)?.cells;

describe('what somebody may do', () => {
  it('is explained by the role or scope that grants it', () => {
    expect(judge('public', [])).toEqual({ isAllowed: true, isPublic: true, by: [] });
    expect(judge(['super_admin', 'staff:orders'], ['staff', 'staff:orders'])).toEqual({
      isAllowed: true,
      isPublic: false,
      by: ['staff:orders'],
    });
    expect(judge(['super_admin'], ['customer'])).toEqual({
      isAllowed: false,
      isPublic: false,
      by: ['super_admin'],
    });
  });

  it('does not include any page of the panel for a customer', () => {
    expect(pageAccess(permissionsOfRole.customer).filter(({ verdict }) => verdict.isAllowed)).toEqual([]);
  });

  it('follows the scopes of staff', () => {
    const without = permissionsOfRole.staff.filter((one) => one !== 'staff:catalogue');

    expect(rightsOf(permissionsOfRole.staff, 'attributes')?.create?.by).toEqual(['staff:catalogue']);
    expect(rightsOf(without, 'attributes')?.create?.isAllowed).toBe(false);
    expect(rightsOf(without, 'faqs')?.list?.isAllowed).toBe(true);
    expect(rightsOf(permissionsOfRole.staff, 'withdraws')?.list?.isAllowed).toBe(false);
    expect(rightsOf(permissionsOfRole.staff, 'withdraws')?.edit).toBeUndefined();
  });

  it('includes people only for administrators, except editing oneself', () => {
    const people = (permissions: readonly string[]) =>
      actionAccess(permissions).find(({ family }) => family === 'users')?.cells;

    expect(people(permissionsOfRole.super_admin)?.remove?.isAllowed).toBe(true);
    expect(people(permissionsOfRole.store_owner)?.list?.isAllowed).toBe(false);
    expect(people(permissionsOfRole.customer)?.update?.by).toEqual(['customer']);
  });
});

it.each(['ru', 'en'])('names every page in %s', (language) => {
  const dictionaries = Object.fromEntries(
    ['common', 'accounts', 'settings', 'orders', 'promotions'].map((name) => [
      name,
      JSON.parse(readFileSync(`public/locales/${language}/${name}.json`, 'utf8')),
    ]),
  );
  const wordOf = (key: string): unknown => {
    const [namespace = '', path = ''] = key.split(':');
    return path.split('.').reduce((at, part) => at?.[part], dictionaries[namespace]);
  };

  expect(pageAccess([]).filter(({ name }) => typeof wordOf(name) !== 'string')).toEqual([]);
});
