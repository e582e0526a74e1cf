import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { coupons } from '@/contract/promotions/coupons';
import { CouponForm } from '@/features/promotions/coupons/coupon-form';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { buildMe, buildShop } from '../shell/render-app';

it('creates the coupon of the shop that the owner is in, and says that it will be approved', async () => {
  const sent: Record<string, unknown>[] = [];
  renderScreen(<CouponForm resource={coupons} shop="lavka" />, '/lavka/coupons/create', {
    role: 'store_owner',
  });
  server.use(
    http.get(api('me'), () =>
      HttpResponse.json({ ...buildMe('store_owner'), shops: [buildShop('lavka', 5)] }),
    ),
    http.post(api('coupons'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ id: 1, version: 1, ...sent[0] }, { status: 201 });
    }),
  );

  await userEvent.type(await screen.findByLabelText(/^Код/), 'vesna-10');
  await userEvent.type(screen.getByLabelText(/^Скидка/), '100');
  const end = screen.getByLabelText(/^Действует до/);
  await userEvent.type(end, '31.12.2026');
  expect(screen.getByText(/одобряет площадка/)).toBeVisible();
  expect(screen.queryByLabelText(/^Магазин/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /Сохранить/ }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ code: 'VESNA-10', shop_id: 5 });
});
