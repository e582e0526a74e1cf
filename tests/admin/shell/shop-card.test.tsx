import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Role } from '@/contract/core/permissions';
import { ShopCard } from '@/shell/menu/shop-card';
import { server } from '../server';
import { buildMe, buildShop, fakeRouter, renderApp, signInAs } from './render-app';

const lavka = buildShop('lavka');
const other = buildShop('drugaya', 2);

function openCard(role: Role, shops: (typeof lavka)[], path: string) {
  signInAs(role);
  server.use(
    http.get('http://localhost/admin/rest/me', () => HttpResponse.json({ ...buildMe(role), shops })),
  );
  return renderApp(<ShopCard shop={lavka} path={path} />, fakeRouter(path));
}

describe('the shop above its menu', () => {
  it('switches to the same list of another shop', async () => {
    openCard('store_owner', [lavka, other], `/${lavka.slug}/orders/12?page=2`);

    await userEvent.click(await screen.findByRole('button', { name: `Сменить магазин: ${lavka.name}` }));

    expect(screen.getByRole('menuitem', { name: lavka.name })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('menuitem', { name: other.name })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/drugaya\/orders$/),
    );
    expect(screen.getByRole('menuitem', { name: 'Все магазины' })).toBeVisible();
  });

  it('leads an administrator back to the dashboard, and has no switch', async () => {
    openCard('super_admin', [], `/${lavka.slug}`);

    expect(await screen.findByRole('link', { name: 'К общей сводке' })).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
