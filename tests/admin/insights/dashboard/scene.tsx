import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { PeriodMetrics, PeriodSales, PeriodStatuses } from '@/contract/insights/analytics';
import { orderStatuses } from '@/contract/orders/status';
import { Dashboard } from '@/features/insights/dashboard/dashboard';
import { api, pageOf, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

export const about = {
  period: { from: '2026-02-09', to: '2026-03-10' },
  previous: { from: '2026-01-10', to: '2026-02-08' },
  until: null,
};
export const days = 'created_from=2026-02-09&created_to=2026-03-10';

export const figures: PeriodMetrics = {
  ...about,
  figures: {
    revenue: { value: 1184, previous: 1000 },
    orders: { value: 12, previous: 12 },
    average: { value: 100, previous: 0 },
    refunds: { value: 300, previous: 200 },
  },
};
export const statuses = {
  ...about,
  statuses: Object.fromEntries(orderStatuses.map((status, index) => [status, { value: index, previous: 4 }])),
} as PeriodStatuses;
export const point = (from: string, revenue: number, previous_revenue: number) => ({
  from,
  to: from,
  revenue,
  orders: 2,
  previous_revenue,
  previous_orders: 1,
});
export const sales: PeriodSales = {
  ...about,
  step: 'day',
  points: [point('2026-03-08', 100, 50), point('2026-03-09', 400, 70), point('2026-03-10', 684, 880)],
};

const nothing = { count: 0, amount: 0 };
export const noPayouts = { waiting: nothing, due: nothing, held: nothing };

/** API responses by path, empty by default; requests are recorded. */
export function answer(more: Record<string, object> = {}): string[] {
  const asked: string[] = [];
  const answers: Record<string, object> = {
    'analytics/figures': figures,
    'analytics/statuses': statuses,
    'analytics/sales': sales,
    'analytics/shops': { ...about, shops: [] },
    'analytics/waiting': {},
    'analytics/trends': { ...about, step: 'day', buckets: [], trends: { revenue: [100, 400] } },
    'analytics/hours': { ...about, orders: 3, hours: [{ weekday: 3, hour: 20, orders: 3 }] },
    'analytics/categories': {
      ...about,
      revenue: 1184,
      categories: [{ category: { id: 1, name: 'Чай', slug: 'chay' }, revenue: 888 }],
      rest: { categories: 0, revenue: 296 },
    },
    'analytics/ending': { total: 0, goods: [] },
    'analytics/payouts': { days: [], ...noPayouts },
    'analytics/balance': { current: 500, on_hold: 0, debts: 0 },
    reconciliation: { nights: [], nights_ok: 0, failed: null, open: 0 },
    orders: pageOf([]),
    withdraws: pageOf([]),
    ...more,
  };
  server.use(
    http.get(api('*'), ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const path = pathname.replace('/admin/rest/', '');
      asked.push(`${path}${search}`);
      return HttpResponse.json(answers[path] ?? []);
    }),
  );
  return asked;
}

export const stub = (id: number, name: string, slug: string) => ({
  id,
  name,
  slug,
  logo: null,
  is_active: true,
});
export const tea = stub(7, 'Чайная лавка', 'chay');

function signIn(role: 'store_owner' | 'staff', shops: object[]): void {
  const permissions = role === 'staff' ? ['staff', 'staff:orders'] : ['store_owner', 'customer'];
  const me = {
    id: 2,
    name: 'Пётр',
    shops: role === 'staff' ? [] : shops,
    managed_shop: role === 'staff' ? shops[0] : null,
    permissions: permissions.map((name) => ({ name })),
  };
  server.use(http.get(api('me'), () => HttpResponse.json(me)));
}

export function open(
  address = '/',
  role: 'super_admin' | 'store_owner' | 'staff' = 'super_admin',
  own: object[] = [tea],
) {
  const view = renderScreen(<Dashboard head={<h1>Добрый день</h1>} />, address, { role });
  if (role !== 'super_admin') signIn(role, own);
  return view;
}

/** Opens what stands behind «more». */
export const openMore = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Ещё показатели и списки' }));

export const tile = async (name: RegExp) =>
  within(await screen.findByLabelText('Показатели за период')).findByRole('link', { name });
