import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { defaultSettings } from '@/contract/settings';
import { ShopSettings } from '@/features/settings/shop-settings';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const sent: { version?: number; options?: object }[] = [];
const options = { ...defaultSettings, shippingClass: 3, freeShippingAmount: 4999.5 };
const settings = { id: 1, version: 5, language: 'ru', translated_languages: ['ru'], options };

function openPart(part: string) {
  sent.length = 0;
  server.use(
    http.get(api('settings'), () => HttpResponse.json(settings)),
    http.get(api('shippings/3'), () => HttpResponse.json({ id: 3, name: 'Почта России' })),
    http.get(api('taxes'), () => HttpResponse.json(pageOf([{ id: 7, name: 'НДС 22 %' }]))),
    http.post(api('settings'), async ({ request }) => {
      sent.push((await request.json()) as object);
      return HttpResponse.json({ ...settings, version: 6 });
    }),
  );
  renderScreen(<ShopSettings />, `/settings/shop?part=${part}`);
}

it('saves delivery and taxes on their page, and nothing of the other pages', async () => {
  openPart('delivery');

  expect(await screen.findByDisplayValue('Почта России')).toBeVisible();
  expect(screen.getByLabelText(/Бесплатно от суммы/)).toHaveValue('4999,5');
  await userEvent.click(screen.getByLabelText(/Налог по умолчанию/));
  await userEvent.click(await screen.findByRole('option', { name: 'НДС 22 %' }));
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    version: 5,
    options: { shippingClass: 3, taxClass: 7, freeShippingAmount: 4999.5 },
  });
  for (const key of ['deliveryTime', 'refundDays', 'reviewSystem', 'enableCoupons', 'vendorFile'])
    expect(sent[0]).not.toHaveProperty(`options.${key}`);
});

it('saves times of delivery and what buyers may do', async () => {
  openPart('checkout');

  await userEvent.click(await screen.findByRole('switch', { name: /^Купоны/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Добавить время' }));
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  const slots = screen.getByRole('group', { name: 'Когда можно привезти' });
  expect(await within(slots).findByText('Назовите время доставки')).toBeVisible();
  await userEvent.type(within(slots).getByLabelText(/Название/), 'Утром');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    version: 5,
    options: { enableCoupons: false, guestCheckout: true, deliveryTime: [{ title: 'Утром' }] },
  });
  expect(sent[0]).not.toHaveProperty('options.shippingClass');
});

it('saves how often products are reviewed on the page of products', async () => {
  openPart('goods');

  await userEvent.click(await screen.findByRole('radio', { name: 'Сколько угодно отзывов' }));
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ options: { reviewSystem: 'review_multiple_time' } });
  expect(sent[0]).not.toHaveProperty('options.maxShopDistance');
});
